import type { PulumiFn } from "@pulumi/pulumi/automation";
import { type Doors, doorIds, listDoors } from "./doors";
import { PlainError } from "./failures";
import { type Fleet, PEOPLE } from "./fleet-file";
import { shareOf, stacksAtOnce } from "./limits";
import { peopleProgram } from "./people";
import { Progress } from "./progress";
import { siteProgram } from "./site";
import type { Command, Outcome, Stacks } from "./stacks";
import { inShort } from "./summary";

export interface Order {
  readonly command: Command;
  readonly fleet: Fleet;
  /** The stacks to work on; all if absent. */
  readonly only: readonly string[] | undefined;
  readonly parallel: number;
  readonly stacks: Stacks;
  /** Once it is aborted, no more stacks are started. */
  readonly signal: AbortSignal;
}

export interface Result {
  readonly outcomes: readonly Outcome[];
  readonly notStarted: readonly string[];
  /** Stacks that hold something, but no longer belong to a site. */
  readonly leftBehind: readonly string[];
}

interface SiteOrder {
  readonly site: string;
  readonly doors: Doors;
  readonly crewIds: Readonly<Record<string, number>>;
}

/** First the people, because every site needs them; then the sites, several at a time. */
export async function deploy(order: Order): Promise<Result> {
  const { command, fleet, stacks, signal } = order;
  // This comes before anything runs in parallel. It is the first to use the backend, so PostgreSQL's table is created only once.
  const deployed = await stacks.deployed();
  const declared = [PEOPLE, ...fleet.sites.map(({ site }) => site)];
  const chosen = choose(order, declared, deployed);
  const sites = chosen.filter((stack) => stack !== PEOPLE);
  const doors = command === "destroy" || sites.length === 0 ? undefined : await listDoors();
  const atOnce = stacksAtOnce(fleet.limits, order.parallel, sites.length);
  const outcomes: Outcome[] = [];
  const progress = new Progress(process.stdout, chosen.length);
  const run = async (stack: string, share: number, program: () => PulumiFn): Promise<Outcome> => {
    progress.started(stack);
    return stacks.run(command, stack, { program, environment: shareOf(fleet.limits, share) });
  };
  const finish = (outcome: Outcome): void => {
    progress.ended(outcome.stack, inShort(command, outcome));
    outcomes.push(outcome);
  };
  const runPeople = () => run(PEOPLE, 1, () => peopleProgram(fleet.crews));

  try {
    let peopleLast = chosen.includes(PEOPLE);
    if (peopleLast && command !== "destroy") {
      const outcome = await runPeople();
      // A user who still holds grants is not deleted. The sites may be about to remove those grants: try again after them.
      peopleLast = command === "up" && outcome.failure !== undefined && sites.length > 0;
      if (peopleLast) {
        progress.putOff(PEOPLE, "failed; will try again after the sites");
      } else {
        finish(outcome);
      }
    }
    const crewIds = doors === undefined ? {} : await crewIdsFrom(stacks);
    const programOf = (site: string): PulumiFn =>
      doors === undefined ? nothing : programOfSite(order, { site, doors, crewIds });
    const worker = async (): Promise<void> => {
      for (;;) {
        const site = signal.aborted ? undefined : sites.shift();
        if (site === undefined) {
          return;
        }
        finish(await run(site, atOnce, () => programOf(site)));
      }
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
    if (peopleLast && !signal.aborted) {
      finish(await runPeople());
      peopleLast = false;
    }
    const left = deployed.filter((stack) => !declared.includes(stack) && !chosen.includes(stack));
    return { outcomes, notStarted: [...sites, ...(peopleLast ? [PEOPLE] : [])], leftBehind: left };
  } finally {
    progress.stop();
  }
}

const nothing: PulumiFn = () => Promise.resolve();

/** The stacks to work on. Only `destroy` may name a stack that is no longer declared. */
function choose(
  { command, only }: Order,
  declared: readonly string[],
  deployed: readonly string[],
): string[] {
  const known = command === "destroy" ? deployed : declared;
  const strange = only?.filter((stack) => !known.includes(stack)) ?? [];
  if (strange.length > 0) {
    const where = command === "destroy" ? "Nothing is deployed for" : "fleet.json has no site";
    throw new PlainError(`${where} ${strange.join(", ")}. There are: ${known.join(", ")}.`);
  }
  return known.filter((stack) => only?.includes(stack) ?? true);
}

/** The account user of each crew, from the stack `people`. */
async function crewIdsFrom(stacks: Stacks): Promise<Record<string, number>> {
  const { crews } = await stacks.outputs(PEOPLE);
  return (crews?.value ?? {}) as Record<string, number>;
}

/** What the stack of a site should hold. Throws if the site's doors or crews cannot be found. */
function programOfSite({ command, fleet }: Order, { site: name, doors, crewIds }: SiteOrder): PulumiFn {
  const site = fleet.sites.find((candidate) => candidate.site === name);
  if (site === undefined) {
    throw new Error(`No site is called ${name}.`);
  }
  const missing = site.access.map(({ crew }) => crew).filter((crew) => crewIds[crew] === undefined);
  // A preview goes on without the ids: what the stack `people` is about to create has none yet.
  if (command === "up" && missing.length > 0) {
    throw new PlainError(
      `No account user yet for ${missing.join(", ")}. Deploy the crews first: npm run fleet -- up --sites ${PEOPLE}`,
    );
  }
  return siteProgram({ site, smartlockIds: doorIds(site, doors), crews: fleet.crews, crewIds });
}
