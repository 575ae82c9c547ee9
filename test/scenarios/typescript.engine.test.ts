import { spawnSync } from "node:child_process";
import { type Simulator, startSimulator } from "../../simulator";
import { Project } from "../pulumi/project";

const program = `
import * as pulumi from "@pulumi/pulumi";
import * as smartlock from "pulumi-smartlock";

const front = smartlock.getSmartlockOutput({ name: "Front door" });
const house = new smartlock.Address("house", { name: "Beach house", smartlockIds: [front], settings: { wifi: "guests" } });
const attic = new smartlock.AddressUnit("attic", { addressId: house, name: pulumi.interpolate\`Attic of \${house.name}\` });
const cleaner = new smartlock.AccountUser("cleaner", { email: "cleaner@example.com", name: "Cleaner", language: "en" });
const desk = new smartlock.SubAccount("desk", {
  email: "desk@example.com",
  password: pulumi.secret("an-invented-password"),
  name: "Front desk",
  rights: ["operate", "logs"],
  language: "en",
});
const phone: smartlock.AuthorizationArgs = {
  smartlockId: front,
  accountUserId: cleaner,
  name: "Cleaner's phone",
  remoteAllowed: true,
  allowedWeekDays: ["mon", "fri"],
  allowedFromTime: "08:00",
  allowedUntilTime: 960,
};
const app = new smartlock.Authorization("app", phone);
const code = new smartlock.Authorization("code", {
  smartlockId: front.smartlockId,
  accountUserId: cleaner.accountUserId,
  name: "Cleaner's code",
  type: "code",
  code: pulumi.secret(593174),
  remoteAllowed: false,
});
const hook = new smartlock.Webhook("hook", {
  webhookUrl: "https://hooks.example.com/doors",
  webhookFeatures: ["DEVICE_LOGS"],
});
const bell = new smartlock.Notification("bell", {
  referenceId: "doorbell",
  pushId: "https://hooks.example.com/doorbell",
  os: "url",
  settings: [{ smartlockId: front, triggerEvents: ["ring"], authIds: [app.authorizationId] }],
});

export const addressId: pulumi.Output<number> = house.addressId;
export const unitId: pulumi.Output<string> = attic.unitId;
export const firstDay: pulumi.Output<"mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun" | undefined> =
  app.allowedWeekDays.apply((days) => days?.[0]);
export const codeOutput: pulumi.Output<number | undefined> = code.code;
export const hookSecret: pulumi.Output<string | undefined> = hook.secret;
export const mayOperate: pulumi.Output<boolean> = desk.rights.apply((rights) => rights.includes("operate"));
export const notificationId: pulumi.Output<string> = bell.notificationId;
export const seen: pulumi.Output<string> = smartlock.AccountUser.get("seen", "4002").name;

export function mistakes(): void {
  // @ts-expect-error misspelt
  new smartlock.Address("a", { name: "A", smartlockIds: [], setings: {} });
  // @ts-expect-error an address is not a user
  new smartlock.Authorization("b", { ...phone, accountUserId: house });
  // @ts-expect-error not a day
  new smartlock.Authorization("c", { ...phone, allowedWeekDays: ["monday"] });
  // @ts-expect-error remoteAllowed is required
  new smartlock.Authorization("d", { smartlockId: front, accountUserId: cleaner, name: "D" });
}
`;

/** The package as a user has it: installed from its tarball, in a separate TypeScript project. */
describe("a strict TypeScript program on the Pulumi engine", () => {
  let simulator: Simulator;
  let project: Project;

  beforeAll(async () => {
    simulator = await startSimulator({ seed: "demo", settleMs: 100 });
    project = new Project({ SMARTLOCK_TOKEN: simulator.token, SMARTLOCK_BASE_URL: simulator.url });
    project.write(
      "Pulumi.yaml",
      "name: program\nruntime:\n  name: nodejs\n  options:\n    typescript: true\n",
    );
    project.write(
      "tsconfig.json",
      JSON.stringify({
        compilerOptions: {
          strict: true,
          exactOptionalPropertyTypes: true,
          noUncheckedIndexedAccess: true,
          target: "es2022",
          module: "node16",
          moduleResolution: "node16",
          skipLibCheck: true,
          noEmit: true,
          types: ["node"],
        },
        files: ["index.ts"],
      }),
    );
    project.write("index.ts", program);
    await project.pulumi("stack", "init", "test");
  });

  afterAll(async () => {
    project.remove();
    await simulator.stop();
  });

  it("type-checks, and its mistakes do not", () => {
    const compiler = require.resolve("typescript/bin/tsc");
    const { stdout, status } = spawnSync(process.execPath, [compiler, "-p", project.folder], {
      encoding: "utf8",
    });
    expect(stdout).toBe("");
    expect(status).toBe(0);
  });

  it("runs", async () => {
    const { output } = await project.pulumi("up", "--yes", "--skip-preview");
    const { addresses, authorizations, users } = simulator.state();
    const house = addresses.find(({ name }) => name === "Beach house");
    const cleaner = users.find(({ email }) => email === "cleaner@example.com");
    expect(house).toBeDefined();
    expect(authorizations.find(({ name }) => name === "Cleaner's phone")).toMatchObject({
      accountUserId: cleaner?.accountUserId,
      allowedWeekDays: 68,
      allowedFromTime: 480,
      allowedUntilTime: 960,
    });
    expect(output).toMatch(new RegExp(`addressId +: ${String(house?.addressId)}\\b`));
    expect(output).toMatch(/firstDay +: "mon"/);
    expect(output).toMatch(/mayOperate +: true/);
    expect(output).toMatch(/seen +: "Caretaker"/);
    expect(output).toMatch(/codeOutput +: \[secret\]/);
    expect(output).toMatch(/hookSecret +: \[secret\]/);
    await project.pulumi("destroy", "--yes", "--skip-preview");
  });
});
