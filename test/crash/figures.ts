import { appendFileSync } from "node:fs";
import type { Name } from "../scenarios/one-of-every-kind";
import type { Campaign, Kill, Week } from "./campaign";

/** What a campaign did, reported while it runs and counted for its end. */
export class Figures {
  readonly #counts = new Map<string, number>();
  readonly #start = Date.now();
  kills = 0;
  #missed = 0;
  #healings = 0;

  constructor(private readonly campaign: Campaign) {}

  count(kill: Kill, isKilled: boolean): void {
    const { number, command, victim, checkpoints, moment, leavesAlive, losesNotes } = kill;
    const mode = checkpoints ? "with checkpoints" : "without checkpoints";
    tell(
      `seed ${this.campaign.seed}, kill ${number}: ${command} ${mode}, the ${victim}, ${moment.words}${leavesAlive ? ", what is left stays" : ""}${losesNotes ? ", the notes are lost" : ""}` +
        (isKilled ? "" : ": had ended before"),
    );
    if (!isKilled) {
      this.#missed += 1;
      return;
    }
    this.kills += 1;
    const left = leavesAlive && victim === "engine" ? ["a provider left alive"] : [];
    const notes = losesNotes ? "the notes lost" : "the notes kept";
    [command, mode, `the ${victim}`, `by ${moment.sort}`, notes, ...left].forEach((what) => this.#add(what));
  }

  /** Counts the twins that a line named and a person deleted, and whether the person had to run again after ten minutes. */
  healed({ week }: Week, twins: readonly Name[], isLater: boolean): void {
    this.#healings += 1;
    if (isLater) {
      this.#add("healings in ten minutes");
    }
    twins.forEach((kind) => this.#add(`named twins, ${kind}`));
    const named = twins.length === 0 ? "" : `, twins named and deleted: ${twins.join(", ")}`;
    tell(
      `seed ${this.campaign.seed}, week ${week} is as declared${named}, after ${this.kills} kills, ${this.#minutes()} min`,
    );
  }

  /** What is wrong after the kills of a week, and how to reproduce it; "" if nothing is. */
  explained({ kills }: Week, wrong: readonly string[]): string {
    if (wrong.length === 0) {
      return "";
    }
    const number = kills[0]?.number ?? 1;
    return [
      `After kill ${number} of seed ${this.campaign.seed}:`,
      ...wrong,
      `Again: npm run test:kill -- --seed ${this.campaign.seed} --from ${number} --runs 1`,
    ].join("\n");
  }

  /** For `npm run test:kill`, which asks for them. */
  write(): void {
    const file = process.env["SMARTLOCK_KILL_FIGURES"];
    if (file !== undefined) {
      const figures = {
        kills: this.kills,
        "ended before their moment": this.#missed,
        healings: this.#healings,
        ...Object.fromEntries([...this.#counts].sort()),
      };
      appendFileSync(file, `${JSON.stringify(figures)}\n`);
    }
  }

  #add(what: string): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1);
  }

  #minutes(): number {
    return Math.round((Date.now() - this.#start) / 6_000) / 10;
  }
}

/** Jest's own console would add a stack trace to each line. */
function tell(line: string): void {
  if (process.env["SMARTLOCK_KILL_FIGURES"] !== undefined) {
    process.stderr.write(`${line}\n`);
  }
}
