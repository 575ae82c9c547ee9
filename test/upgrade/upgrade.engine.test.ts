import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type AccountState, type Simulator, startSimulator } from "../../simulator";
import { version } from "../../package.json";
import { registry } from "../../provider/resources";
import { Project } from "../pulumi/project";
import { guideCommands } from "./guide";

/**
 * For each released version a folder with a program of every kind, the stack's state as that version wrote it, and the
 * account it belongs to. The current code must continue from there without a message. `SMARTLOCK_RECORD=1` records the
 * current version from the newest program.
 */
const versions = readdirSync(__dirname).filter((name) => /^\d+\.\d+\.\d+$/.test(name));

interface Stored {
  readonly type: string;
  readonly id?: string;
  readonly outputs?: {
    readonly authorizationIds?: Readonly<Record<string, string>>;
    readonly type?: unknown;
    readonly allowedFromDate?: unknown;
  };
}

interface Exported {
  readonly deployment: {
    readonly resources: readonly Stored[];
    readonly secrets_providers: { readonly state: { readonly salt: string } };
  };
}

/** The objects in a state, and those of an account, as kind and id. */
function objectsIn(exported: Exported): string[] {
  return exported.deployment.resources.flatMap(({ type, id, outputs }) => {
    const kind = /^pulumi-nodejs:dynamic\/smartlock:(\w+)$/.exec(type)?.[1];
    if (kind === undefined) {
      return [];
    }
    const ids = outputs?.authorizationIds;
    return ids === undefined
      ? [`${kind} ${id}`]
      : Object.entries(ids).map((parts) => `Authorization ${parts.join("/")}`);
  });
}

function objectsOf(account: AccountState): string[] {
  return [
    ...account.addresses.map(({ addressId }) => `Address ${addressId}`),
    ...account.addressUnits.map(({ addressId, id }) => `AddressUnit ${addressId}/${id}`),
    ...account.users.map(({ accountUserId }) => `AccountUser ${accountUserId}`),
    ...account.subAccounts.map(({ accountId }) => `SubAccount ${accountId}`),
    ...account.authorizations.map(({ smartlockId, id }) => `Authorization ${smartlockId}/${id}`),
    ...account.webhooks.map(({ id }) => `Webhook ${id}`),
    ...account.notifications.map(({ notificationId }) => `Notification ${notificationId}`),
  ];
}

const file = (folder: string, name: string) => join(__dirname, folder, name);
const read = (folder: string, name: string) => readFileSync(file(folder, name), "utf8");

/** The position of a resource in the program is a path on the machine that recorded it. */
function withoutPositions(exported: string): string {
  const dropped = ["sourcePosition", "stackTrace"];
  const kept: unknown = JSON.parse(exported, (key, value: unknown) =>
    dropped.includes(key) ? undefined : value,
  );
  return `${JSON.stringify(kept, null, 2)}\n`;
}

function projectOn(simulator: Simulator, folder: string): Project {
  const project = new Project({ SMARTLOCK_TOKEN: simulator.token, SMARTLOCK_BASE_URL: simulator.url });
  project.write("index.js", read(folder, "program.js"));
  return project;
}

if (process.env["SMARTLOCK_RECORD"] === "1") {
  describe("recording", () => {
    it(`records version ${version}`, async () => {
      const simulator = await startSimulator({ seed: "demo", settleMs: 50 });
      const latest = versions.at(-1) ?? version;
      const project = projectOn(simulator, latest);
      await project.pulumi("stack", "init", "test");
      await project.pulumi("up", "--yes", "--skip-preview");
      mkdirSync(join(__dirname, version), { recursive: true });
      writeFileSync(file(version, "program.js"), read(latest, "program.js"));
      writeFileSync(
        file(version, "stack.json"),
        withoutPositions((await project.pulumi("stack", "export")).stdout),
      );
      writeFileSync(file(version, "account.json"), `${JSON.stringify(simulator.state(), null, 2)}\n`);
      project.remove();
      await simulator.stop();
    });
  });
}

describe("old state", () => {
  it(`is kept for version ${version}, of every kind`, () => {
    expect(existsSync(file(version, "stack.json"))).toBe(true);
    const { resources } = (JSON.parse(read(version, "stack.json")) as Exported).deployment;
    for (const type of Object.keys(registry)) {
      expect(resources.map((resource) => resource.type)).toContain(`pulumi-nodejs:dynamic/smartlock:${type}`);
    }
  });

  it.each(versions)(
    "of version %s is previewed silently, refreshed and destroyed",
    async (recorded) => {
      const state = JSON.parse(read(recorded, "account.json")) as AccountState;
      const simulator = await startSimulator({ state, now: new Date(state.savedAt ?? 0), settleMs: 50 });
      const project = projectOn(simulator, recorded);
      try {
        await project.pulumi("stack", "init", "test");
        await project.pulumi("stack", "import", "--file", file(recorded, "stack.json"));
        await project.pulumi("preview", "--expect-no-changes");
        await project.pulumi("refresh", "--yes", "--skip-preview", "--expect-no-changes");
        await project.pulumi("preview", "--expect-no-changes");
        const managed = objectsIn(JSON.parse(read(recorded, "stack.json")) as Exported);
        const before = objectsOf(simulator.state());
        expect(before).toEqual(expect.arrayContaining(managed));
        await project.pulumi("destroy", "--yes", "--skip-preview");
        expect(objectsOf(simulator.state())).toEqual(before.filter((object) => !managed.includes(object)));
      } finally {
        project.remove();
        await simulator.stop();
      }
    },
    180_000,
  );

  it.each(["0.1.0", "0.2.0"])(
    "of version %s has words in its outputs after the steps of the guide, which change nothing",
    async (recorded) => {
      const state = JSON.parse(read(recorded, "account.json")) as AccountState;
      const simulator = await startSimulator({ state, now: new Date(state.savedAt ?? 0), settleMs: 50 });
      const project = projectOn(simulator, recorded);
      try {
        await project.pulumi("stack", "init", "test");
        await project.pulumi("stack", "import", "--file", file(recorded, "stack.json"));
        for (const command of guideCommands()) {
          const yes = command === "preview" ? [] : ["--yes", "--skip-preview"];
          await project.pulumi(command, ...yes, "--expect-no-changes");
        }
        const exported = (await project.pulumi("stack", "export")).stdout;
        const grants = (JSON.parse(exported) as Exported).deployment.resources.filter(({ type }) =>
          /smartlock:Authorization/.test(type),
        );
        const types = grants.map(({ outputs }) => outputs?.type);
        expect(types.filter((type) => !["app", "fob", "code"].includes(String(type)))).toEqual([]);
        expect(types).toContain("code");
        expect(
          grants.filter(({ outputs }) => outputs?.allowedFromDate === "2000-01-01T00:00:00.000Z"),
        ).toEqual([]);
      } finally {
        project.remove();
        await simulator.stop();
      }
    },
    180_000,
  );

  it("does not take a plan that version 0.2.0 saved, although the same change can be planned and applied anew", async () => {
    const state = JSON.parse(read("0.2.0", "account.json")) as AccountState;
    const simulator = await startSimulator({ state, now: new Date(state.savedAt ?? 0), settleMs: 50 });
    const project = projectOn(simulator, "0.2.0");
    const apply = (plan: string) =>
      project.attempt("up", "--yes", "--skip-preview", "--plan", plan, "--continue-on-error");
    const writes = () => simulator.requests().filter(({ method }) => method !== "GET");
    try {
      // The plan and the state have secrets that were encrypted with the same salt.
      const { secrets_providers: secrets } = (JSON.parse(read("0.2.0", "stack.json")) as Exported).deployment;
      await project.pulumi("stack", "init", "test");
      project.write("Pulumi.test.yaml", `encryptionsalt: ${secrets.state.salt}\n`);
      await project.pulumi("stack", "import", "--file", file("0.2.0", "stack.json"));
      // Such was the program when version 0.2.0 made `plan.json`, with `pulumi preview --save-plan`.
      project.write("index.js", read("0.2.0", "program.js").replace('"Lake house"', '"Sea house"'));
      simulator.clearRequests();
      const { code, output } = await apply(file("0.2.0", "plan.json"));
      expect(code).not.toBe(0);
      expect(output).toContain("violates plan");
      expect(writes()).toEqual([]);
      const fresh = join(project.folder, "plan.json");
      await project.pulumi("preview", "--save-plan", fresh);
      expect(await apply(fresh)).toMatchObject({ code: 0 });
      expect(writes()).toMatchObject([{ method: "POST" }]);
    } finally {
      project.remove();
      await simulator.stop();
    }
  }, 180_000);
});
