import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { UserFolder } from "./user-folder";

/**
 * The settings that Pulumi's template for TypeScript wrote before it followed Node: they check every declaration of
 * every package.
 */
const OLD_TEMPLATE = {
  strict: true,
  outDir: "bin",
  target: "es2016",
  module: "commonjs",
  moduleResolution: "node",
  sourceMap: true,
  experimentalDecorators: true,
  noFallthroughCasesInSwitch: true,
  noImplicitReturns: true,
  forceConsistentCasingInFileNames: true,
  noEmit: true,
};

const PROGRAM = `
import * as pulumi from "@pulumi/pulumi";
import * as smartlock from "pulumi-smartlock";
import { SmartlockClient } from "pulumi-smartlock/client";
import { handlers } from "pulumi-smartlock/runtime";
import { startSimulator } from "pulumi-smartlock/simulator";

const front = smartlock.getSmartlock({ name: "Front door" });
const house = new smartlock.Address("house", { name: "Beach house", smartlockIds: [front], settings: { wifi: ["a", 1] } });
const anna = new smartlock.AccountUser("anna", { email: "anna@example.com", name: "Anna" });
const key = new smartlock.Authorization("key", { name: "Anna", smartlockId: front, accountUserId: anna, remoteAllowed: false });
const idOf = (name: string) => smartlock.getSmartlock({ name }).then((lock) => lock.smartlockId);
const all = smartlock.listSmartlocksOutput({ hasKeypad: true });
const crew = { name: "Crew", accountUserId: anna, remoteAllowed: false };
new smartlock.AuthorizationSet("ids", {
  ...crew,
  smartlockIds: [smartlock.getSmartlock({ name: "Office" }).then((lock) => lock.smartlockId), idOf("Garage"), front, 17],
});
new smartlock.AuthorizationSet("mapped", {
  ...crew,
  smartlockIds: ["Cellar"].map((name) => smartlock.getSmartlock({ name }).then((lock) => lock.smartlockId)),
});
new smartlock.AuthorizationSet("listed", {
  ...crew,
  smartlockIds: smartlock.listSmartlocks().then((locks) => locks.map((lock) => lock.smartlockId)),
});
new smartlock.AuthorizationSet("outputs", { ...crew, smartlockIds: [all.apply(([lock]) => lock!.smartlockId)] });
new smartlock.AuthorizationSet("applied", { ...crew, smartlockIds: all.apply((locks) => locks) });
new smartlock.AuthorizationSet("filtered", {
  ...crew,
  smartlockIds: all.apply((locks) => locks.filter((lock) => lock.model === "box").map((lock) => lock.smartlockId)),
});
new smartlock.Authorization("one", { ...crew, smartlockId: front.then((lock) => lock.smartlockId) });
// @ts-expect-error a name is no id
new smartlock.AuthorizationSet("names", { ...crew, smartlockIds: [front.then((lock) => lock.name)] });
export const addressId: pulumi.Output<number> = house.addressId;
export const authorizationId: pulumi.Output<string> = key.authorizationId;

export async function lockNames(token: string): Promise<string[]> {
  const client = new SmartlockClient({ token });
  return (await client.smartlocks.list()).map(({ name }) => name);
}
export const simulator = async () => (await startSimulator({ seed: "demo" })).state().smartlocks.length;
export const kinds = Object.keys(handlers);
// @ts-expect-error an address has no such field
new smartlock.Address("wrong", { name: "A", smartlockIds: [], setings: {} });
`;

describe("The types of the packed package, with the tsconfig of Pulumi's older template", () => {
  it.each([
    ["typescript-5.0", "types-node-18"],
    ["typescript-5.0", "@types/node"],
    ["typescript", "types-node-18"],
    ["typescript", "@types/node"],
  ])("pass %s with %s", (compiler, typesOfNode) => {
    const user = new UserFolder(typesOfNode);
    try {
      user.write("index.ts", PROGRAM);
      user.write("tsconfig.json", JSON.stringify({ compilerOptions: OLD_TEMPLATE, files: ["index.ts"] }));
      const tsc = join(dirname(require.resolve(`${compiler}/package.json`)), "bin", "tsc");
      const { stdout } = spawnSync(process.execPath, [tsc, "-p", user.path], { encoding: "utf8" });
      expect(stdout).toBe("");
    } finally {
      user.remove();
    }
  });
});
