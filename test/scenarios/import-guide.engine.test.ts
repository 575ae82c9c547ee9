import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Simulator, startSimulator } from "../../simulator";
import { Project } from "../pulumi/project";
import { blocksOf } from "../markdown";
import { writesTo } from "./one-of-every-kind";

const guide = readFileSync(resolve(__dirname, "../../docs/guides/existing-objects.md"), "utf8");
const codes = { guest: 593824, courier: 748296 };
const locks = { front: 17698070561, office: 22085610685 };

interface Exported {
  readonly deployment: {
    readonly resources: readonly {
      readonly urn: string;
      readonly type: string;
      readonly id?: string;
      readonly inputs?: object;
      readonly outputs?: object;
    }[];
  };
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .flatMap((path) => (statSync(path).isDirectory() ? filesBelow(path) : [path]));
}

/** Everything in the guide about imports is run as it is written there. */
describe("the guide about imports, on the Pulumi engine", () => {
  let simulator: Simulator;
  let project: Project;
  const [file = ""] = blocksOf(guide, "json");
  const [program = ""] = blocksOf(guide, "ts");
  const [commands = ""] = blocksOf(guide, "sh");
  const [importing = "", ...others] = commands.split("\n").map((line) => line.replace(/^pulumi /, ""));

  /** Every file that Pulumi has written: the state, its history and its backups. */
  const holding = (value: number): string[] =>
    filesBelow(join(project.folder, "backend")).filter((path) =>
      readFileSync(path, "utf8").includes(String(value)),
    );
  const requireNoCode = async (): Promise<void> => {
    const { stdout } = await project.pulumi("stack", "export");
    for (const code of Object.values(codes)) {
      expect(holding(code)).toEqual([]);
      expect(stdout).not.toContain(String(code));
    }
  };

  beforeEach(async () => {
    simulator = await startSimulator({ seed: "demo" });
    const state = simulator.state();
    const creationDate = "2024-01-01T00:00:00.000Z";
    const [user] = state.users;
    const [grant] = state.authorizations.filter(({ type }) => type === 13);
    if (user === undefined || grant === undefined) {
      throw new Error("The demo account has changed.");
    }
    state.users.push({
      ...user,
      accountUserId: 5001,
      email: "cleaner@example.com",
      name: "Cleaner",
      language: "en",
      creationDate,
    });
    const code = (n: number, smartlockId: number, name: string, digits: number) => ({
      id: `5f1c0000000000000000000${n}`,
      smartlockId,
      authId: 900 + n,
      type: grant.type,
      name,
      code: digits,
      enabled: true,
      remoteAllowed: false,
      lockCount: 0,
      creationDate,
      updateDate: creationDate,
    });
    state.authorizations.push(
      code(1, locks.front, "Guest", codes.guest),
      code(2, locks.front, "Courier", codes.courier),
      code(3, locks.office, "Courier", codes.courier),
    );
    simulator.setState(state);
    simulator.clearRequests();
    project = new Project({ SMARTLOCK_TOKEN: simulator.token, SMARTLOCK_BASE_URL: simulator.url });
    project.program(program.replace(/^import .*$/gm, ""));
    await project.pulumi("stack", "init", "test");
    await project.pulumi("config", "set", "--secret", "guestCode", String(codes.guest));
    await project.pulumi("config", "set", "--secret", "courierCode", String(codes.courier));
  });

  afterEach(async () => {
    project.remove();
    await simulator.stop();
  });

  it("takes over a user, a code and a set, sends nothing, and keeps the codes encrypted all the time", async () => {
    project.write("import.json", file);
    const imported = await project.pulumi(...importing.split(" "));
    expect(imported.output).not.toContain("failed to validate");
    await requireNoCode();
    const [preview = "", ...rest] = others;
    const planned = await project.pulumi(...preview.split(" "));
    expect(planned.output).toContain(
      'Authorization "Guest" on Front door: code will be recorded in the state; nothing is sent.',
    );
    for (const command of rest) {
      const { output } = await project.pulumi(...command.split(" "));
      expect(output).not.toContain(String(codes.guest));
    }
    expect(rest).toHaveLength(2);
    await requireNoCode();
    expect(writesTo(simulator)).toEqual([]);
    await project.pulumi("refresh", "--yes", "--skip-preview");
    await requireNoCode();
  });

  it("refuses what was copied from the state of another stack, and leaves no trace of it", async () => {
    project.write("import.json", file);
    await project.pulumi(...importing.split(" "));
    await project.pulumi("up", "--yes", "--skip-preview");
    const { stdout } = await project.pulumi("stack", "export", "--show-secrets");
    expect(stdout).toContain(String(codes.guest));
    const resources = (JSON.parse(stdout) as Exported).deployment.resources.flatMap(
      ({ urn, type, id, inputs, outputs }) =>
        type.includes("smartlock:") ? [{ type, name: urn.split("::").at(-1), id, inputs, outputs }] : [],
    );
    expect(resources).toHaveLength(3);
    await project.pulumi("stack", "init", "other");
    project.write("import.json", JSON.stringify({ resources }));
    const { code, output } = await project.attempt(...importing.split(" "));
    expect(code).not.toBe(0);
    expect(output).toContain("was refused: its inputs have __owner, which only a program sets.");
    await requireNoCode();
    expect((await project.pulumi("stack", "export")).stdout).not.toContain("smartlock:");
  });

  it.each<[string, (text: string) => string, string]>([
    [
      "an id that does not exist",
      (text) => text.replaceAll("5001", "999999"),
      'The import of AccountUser "Cleaner" was refused: the service has no AccountUser with the id 999999. Correct the id in the file, or leave the entry out.',
    ],
    [
      "a lock of a set where it does not exist",
      (text) => text.replaceAll("5f1c00000000000000000003", "5f1c00000000000000000009"),
      'The import of AuthorizationSet "Courier" was refused: the service has no Authorization with the id 22085610685/5f1c00000000000000000009.',
    ],
    [
      "an entry that does not repeat its id",
      (text) => text.replace('"__import": "5001",', ""),
      'The import of AccountUser "Cleaner" was refused: its inputs must have "__import" with the same value as the id of the entry',
    ],
    [
      "a code",
      (text) => text.replace('"type": "code",', `"type": "code", "code": ${codes.guest},`),
      'The import of Authorization "Guest" was refused: its entry has code, which must stay secret.',
    ],
    [
      "a code under a name that is not a field",
      (text) => text.replace('"type": "code",', `"type": "code", "pin": ${codes.guest},`),
      'The import of Authorization "Guest" was refused: pin is not a field of Authorization.',
    ],
    [
      "a code in an entry that has an owner",
      (text) => text.replace('"type": "code",', `"type": "code", "__owner": "me", "code": ${codes.guest},`),
      'The import of Authorization "Guest" was refused: its entry has code, which must stay secret.',
    ],
    [
      "an entry with an owner that does not repeat its id",
      (text) => text.replace('"__import": "5001",', '"__owner": "me",'),
      'The import of AccountUser "Cleaner" was refused: its inputs have __owner, which only a program sets.',
    ],
    [
      "an id that does not exist, in an entry with an owner",
      (text) => text.replaceAll("5001", "999999").replace('"__import"', '"__owner": "me", "__import"'),
      'The import of AccountUser "Cleaner" was refused: its inputs have __owner, which only a program sets.',
    ],
    [
      "an entry with all that a program gives",
      (text) => text.replace('"__import"', '"__owner": "me", "__program": true, "__import"'),
      'The import of AccountUser "Cleaner" was refused: its inputs have __owner, __program, which only a program sets.',
    ],
    [
      "an id on another lock than the entry says",
      (text) => text.replace(`"smartlockId": ${locks.front}`, `"smartlockId": ${locks.office}`),
      'The import of Authorization "Guest" was refused: "__import" and smartlockId do not name the same lock. ' +
        `Only "__import" names Front door (${locks.front}). Only smartlockId names Office (${locks.office}). Correct the entry.`,
    ],
    [
      "an entry that does not say which lock",
      (text) => text.replace(`"smartlockId": ${locks.front},`, ""),
      'The import of Authorization "Guest" was refused: smartlockId is required.',
    ],
    [
      "a set that lacks the id for one of its locks",
      (text) => text.replace(/("__import": \{.*), "22085610685": "\w+"/, "$1"),
      'The import of AuthorizationSet "Courier" was refused: "__import" and smartlockIds do not name the same locks. ' +
        `Only smartlockIds names Office (${locks.office}). Correct the entry.`,
    ],
    [
      "a set with an id for a lock that it does not have",
      (text) =>
        text.replace(`"smartlockIds": [${locks.front}, ${locks.office}]`, `"smartlockIds": [${locks.front}]`),
      'The import of AuthorizationSet "Courier" was refused: "__import" and smartlockIds do not name the same locks. ' +
        `Only "__import" names Office (${locks.office}). Correct the entry.`,
    ],
  ])("refuses %s, and leaves no trace of it", async (_words, change, error) => {
    project.write("import.json", change(file));
    const { code, output } = await project.attempt(...importing.split(" "));
    expect(code).not.toBe(0);
    expect(output).toContain(error);
    expect(output).not.toMatch(/\s{4}at \S+ \(/);
    await requireNoCode();
    expect((await project.pulumi("stack", "export")).stdout).not.toContain("smartlock:");
  });
});
