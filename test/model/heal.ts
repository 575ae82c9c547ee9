import type { AccountState } from "../../simulator";
import { differences } from "./compare";
import { Violation } from "./examination";
import { figures } from "./figures";
import { countWork } from "./leftovers";
import { objectsOf } from "./objects";
import { isOfOthers, toDelete, unwantedIn } from "./person";
import type { Replay } from "./replay";
import type { Stack } from "./stack";
import { hosts } from "./world";

/** Longer than the service takes for anything, and longer than a young object may be missing from lists. */
const HEALING_MS = 11 * 60_000;
/** In each round a person decides about what the run before has refused. */
const ROUNDS = 4;

/** What the program no longer declares, and whose state a person has imported: twice, or before it was changed in the app. */
const DOUBTFUL_IMPORT =
  / was not deleted: (it belongs to .* now\. This state was imported, |it was imported with this id, but the service shows ).*`pulumi state delete`/;

/** Everything works again: runs each stack, lets a person decide about what the run refuses, and runs it again. */
export async function heal(replay: Replay): Promise<void> {
  const { world, stacks, examination } = replay;
  replay.mend();
  examination.begin();
  for (const { smartlockId } of hosts) {
    world.simulator.lock(smartlockId).leaveGhosts(false);
    world.simulator.lock(smartlockId).goOnline();
  }
  // Unfinished work of locks may leave ghosts too. Once a day the service asks each lock what it really holds.
  await world.pass(HEALING_MS);
  world.edit((state) => (state.authorizations = state.authorizations.filter(({ ghost }) => ghost !== true)));
  await world.pass(HEALING_MS);
  for (const stack of stacks) {
    examination.begin();
    await healStack(replay, stack);
  }
  cleanUp(replay);
  requireDeclared(replay);
  for (const stack of stacks) {
    await requireSilence(replay, stack);
  }
  for (const stack of stacks) {
    const { result } = await replay.destroy(stack);
    requireNone("destroy", Object.values(result?.errors ?? {}));
    examination.examine("the last destroy", []);
  }
  const left = examination.ledger.made(world.simulator.state()).map(({ key }) => `${key} is left`);
  requireNone("the last destroy", left);
}

async function healStack(replay: Replay, stack: Stack): Promise<void> {
  const { world, examination } = replay;
  for (let round = 1; ; round += 1) {
    const ended = await replay.up(stack);
    await world.pass(1);
    examination.examine("healing", [ended]);
    await replay.clearUpTwins();
    const failed = ended.result?.errors ?? {};
    const errors = Object.entries(failed);
    const state = world.simulator.state();
    if (errors.length === 0) {
      const unwanted = round < ROUNDS ? unwantedIn(examination, state, ended.result?.output ?? "") : [];
      if (unwanted.length === 0) {
        return;
      }
      countWork("equal to what was sent and never seen, and named by a line", unwanted);
      replay.deleteInApp(unwanted);
      await world.pass(HEALING_MS);
      continue;
    }
    const decided = errors.flatMap(([name, error]) => {
      if (round < ROUNDS && isConsequence(error, failed)) {
        return [];
      }
      if (round < ROUNDS && isOfOthers(examination, state, error)) {
        // The run that records it asks nobody. The next one does.
        if (!error.includes("`pulumi state delete`")) {
          return [];
        }
        figures.count(
          "work of a person, something pending was given up, since all it may be is somebody else's",
        );
        stack.giveUp(name);
        return [];
      }
      if (round < ROUNDS && DOUBTFUL_IMPORT.test(error)) {
        figures.count("work of a person, the state of a doubtful import was removed");
        stack.giveUp(name);
        return [];
      }
      const expected = stack.program.expected(state).filter((each) => each.name === name);
      const objects = toDelete(examination, state, world.simulator.clock.now(), expected, error);
      if (objects === undefined || round === ROUNDS) {
        throw new Violation(`Healing, round ${round}: ${name}: ${error}`);
      }
      return objects;
    });
    figures.count("decisions of a person", decided.length);
    replay.deleteInApp(decided);
    // Afterwards the deleted objects no longer count as young.
    await world.pass(HEALING_MS);
  }
}

/**
 * It failed because another resource did: that one was not done, or failed to change and still has the value this one
 * wants.
 */
function isConsequence(error: string, failed: Readonly<Record<string, string>>): boolean {
  const holder =
    /the service already has one \(id [^)]+\), which belongs to \w+ "([^"]+)" of this program/.exec(error);
  return (
    error.startsWith("not done, because ") || (holder?.[1] !== undefined && failed[holder[1]] !== undefined)
  );
}

/**
 * A person has to delete objects that no state has and no program declares any longer. Runs have named all that they
 * could know about. If a dead run had begun to create something, the engine says so at the next run.
 */
function cleanUp(replay: Replay): void {
  const { world, examination } = replay;
  const { ledger, leftovers } = examination;
  const givenUp = objectsOf(world.simulator.state()).filter((object) => ledger.isGivenUp(object));
  const loose = examination.loose();
  const named = loose.filter((object) => leftovers.isNamed(object));
  const unnamed = loose.filter((object) => !leftovers.isNamed(object));
  const hidden = unnamed.filter((object) => leftovers.isHidden(object) && !examination.isOfTheDead(object));
  const dead = unnamed.filter((object) => examination.isOfTheDead(object));
  requireNone(
    "healing",
    unnamed
      .filter((object) => !dead.includes(object) && !hidden.includes(object))
      .map(({ key }) => `${key} is in no state, and no line has named it`),
  );
  countWork("given up with a warning, since the lock was offline", givenUp);
  countWork("left, and named by a line", named);
  countWork("left by a run that died, of what no program declares any more", dead);
  countWork("left, and hidden from every run about it", hidden);
  replay.deleteInApp([...givenUp, ...loose]);
}

/** The service holds everything declared exactly once, and nothing else that runs have created. */
function requireDeclared({ world, examination }: Replay): void {
  const state: AccountState = world.simulator.state();
  const { recorded } = examination;
  const declared = examination.declared(state);
  const wrong = declared.flatMap(({ expected, objects }) => {
    const [object, ...others] = objects;
    if (object === undefined || others.length > 0) {
      return [`${expected.name}: there are ${objects.length} of ${expected.identity}`];
    }
    return differences(expected, object.record).map(
      (field) => `${expected.name}: ${field} of ${object.key} is ${JSON.stringify(object.record[field])}`,
    );
  });
  const wanted = new Set(declared.flatMap(({ objects }) => objects.map(({ key }) => key)));
  const orphans = examination.ledger.made(state).filter(({ key }) => !wanted.has(key));
  const unrecorded = [...wanted].filter((key) => !recorded.has(key));
  requireNone("healing", [
    ...wrong,
    ...orphans.map(({ key, record }) => `${key} is an orphan: ${JSON.stringify(record)}`),
    ...unrecorded.map((key) => `${key} is in no state`),
  ]);
}

async function requireSilence(replay: Replay, stack: Stack): Promise<void> {
  const { world, examination } = replay;
  world.simulator.clearRequests();
  const ended = await replay.preview(stack);
  examination.examine("preview", [ended]);
  const { steps = {}, output = "" } = ended.result ?? {};
  const changes = Object.entries(steps).filter(([, step]) => step !== "same");
  const lines = output.split("\n").filter((line) => line !== "" && !examination.isAboutForeignTwin(line));
  requireNone("healing", [
    ...changes.map(
      ([name, step]) => `a preview would ${step} ${name}: ${ended.result?.errors[name] ?? ""} ${output}`,
    ),
    ...(changes.length === 0 ? lines.map((line) => `a preview says: ${line}`) : []),
  ]);
}

function requireNone(when: string, wrong: readonly string[]): void {
  if (wrong.length > 0) {
    throw new Violation(`After ${when}: ${wrong.join("; ")}`);
  }
}
