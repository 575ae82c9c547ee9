import { SmartlockClient } from "../../provider/api";
import { type AccountState, type Simulator, startSimulator } from "../../simulator";
import { KillableProject } from "../crash/killable-project";
import { unmanaged } from "../crash/unmanaged";
import { until } from "../crash/until";
import {
  countsOf,
  eachOnce,
  madeSince,
  oneOfEveryKind,
  secrets,
  type Variation,
} from "../scenarios/one-of-every-kind";
import { arrived, parkNoMore, parkWrites, releaseWrites } from "./parked";

const NEW_CODE = 687432;

/** Sub-accounts are adopted only if that is declared. */
function programOf({ args, ...variation }: Variation): string {
  return oneOfEveryKind({ ...variation, args: { ...args, desk: { adopt: "always", ...args?.desk } } });
}

describe("one stack", () => {
  let simulator: Simulator;
  let project: KillableProject;
  let before: AccountState;

  beforeAll(async () => {
    simulator = await startSimulator({ seed: "demo", settleMs: 50 });
    before = simulator.state();
    project = new KillableProject({ SMARTLOCK_TOKEN: simulator.token, SMARTLOCK_BASE_URL: simulator.url });
    await project.pulumi("stack", "init", "test");
  });

  afterAll(async () => {
    await simulator.stop();
    project.remove();
  });

  const made = () => madeSince(before, simulator.state());

  it("two ups at once: Pulumi refuses the second, in words, and the first is not disturbed", async () => {
    project.program(programOf({}));
    parkWrites(simulator);
    const first = project.start("up", "--yes", "--skip-preview");
    const creates = [
      /^\/address$/,
      /^\/account\/user$/,
      /^\/account\/sub$/,
      /^\/notification$/,
      /decentralWebhook$/,
    ];
    await until(() => creates.every((path) => arrived(simulator, "PUT", path) === 1));

    const refused = await project.attempt("up", "--yes", "--skip-preview");
    expect(refused.code).not.toBe(0);
    expect(refused.output).toContain("the stack is currently locked by 1 lock(s)");

    parkNoMore(simulator);
    releaseWrites(simulator);
    expect((await first.ended).code).toBe(0);
    await project.pulumi("preview", "--expect-no-changes");
    expect(countsOf(made())).toEqual(eachOnce());
    expect(unmanaged(before, simulator.state())).toEqual(unmanaged(before, before));
  });

  it("somebody changes in the app what a run is changing: named, nobody else's is touched, and the next up is whole", async () => {
    // Lists may lag behind for young objects, so these get old.
    simulator.clock.advance(3_600_000);
    const app = new SmartlockClient({ token: simulator.token, baseUrl: simulator.url });
    const [cleaner] = made().cleaner;
    const [fob] = made().fob;
    const [phone] = made().app;
    const [code] = made().code;
    const { smartlockId } = code ?? { smartlockId: 0 };
    project.program(
      `${programOf({ without: ["code"], args: { app: { name: "Cleaner's new phone" }, cleaner: { name: "Cleaner of May" } } })}
      new smartlock.Authorization("new-code", { smartlockId: front, type: 13, code: ${NEW_CODE}, name: "New", remoteAllowed: false });`,
    );
    simulator.clearRequests();
    parkWrites(simulator);
    const run = project.start("up", "--yes", "--skip-preview", "--continue-on-error");
    await until(
      () =>
        arrived(simulator, "POST", /^\/account\/user\//) === 1 && arrived(simulator, "PUT", /\/auth$/) === 1,
    );
    parkNoMore(simulator);
    // Somebody renames or deletes the objects to be changed, and does the pending create and delete first.
    await app.authorizations.update(
      { smartlockId, id: phone?.id ?? "" },
      { name: "Somebody's phone", remoteAllowed: true },
    );
    await app.authorizations.remove({ smartlockId, id: fob?.id ?? "" });
    await app.authorizations.remove({ smartlockId, id: code?.id ?? "" });
    await app.authorizations.create(
      { smartlockId },
      { type: 13, code: NEW_CODE, name: "Somebody's", remoteAllowed: false },
    );
    await app.accountUsers.update(
      { accountUserId: cleaner?.accountUserId ?? 0 },
      { email: "cleaner@example.com", name: "Somebody", language: "en" },
    );
    await until(() => simulator.state().smartlocks.every(({ queue }) => queue.length === 0));
    const theirs = () => simulator.state().authorizations.find(({ code }) => code === NEW_CODE);
    const made1 = theirs();
    releaseWrites(simulator);
    const { code: exit, output } = await run.ended;

    expect(exit).not.toBe(0);
    expect(output).toContain(`(id ${smartlockId}/${made1?.id}), which already exists`);
    expect(theirs()).toEqual(made1);
    expect(unmanaged(before, simulator.state())).toEqual(unmanaged(before, before));

    // The person deletes it again.
    await app.authorizations.remove({ smartlockId, id: made1?.id ?? "" });
    await until(() => theirs() === undefined);
    await app.close();
    await project.pulumi("up", "--yes", "--skip-preview");
    await project.pulumi("preview", "--expect-no-changes");
    expect(countsOf(made())).toEqual(eachOnce());
    expect(made().app.map(({ name }) => name)).toEqual(["Cleaner's new phone"]);
    expect(made().cleaner.map(({ name }) => name)).toEqual(["Cleaner of May"]);
    expect(made().code.map(({ code }) => code)).toEqual([NEW_CODE]);
    expect(made().code.map(({ code }) => code)).not.toContain(secrets.code);
    expect(unmanaged(before, simulator.state())).toEqual(unmanaged(before, before));
  });
});
