import type { RecordedRequest, Simulator } from "../../simulator";
import { type Victim, victims } from "./killable-project";

/** A moment of a run, as the service sees it: never a time. */
export interface Moment {
  readonly words: string;
  readonly hasCome: (simulator: Simulator) => boolean;
}

function writesTo(simulator: Simulator): RecordedRequest[] {
  return simulator.requests().filter(({ method }) => method !== "GET");
}

function afterWrite(count: number): Moment {
  return {
    words: `after write ${count}`,
    hasCome: (simulator) => writesTo(simulator).length >= count,
  };
}

const betweenAcceptAndConfirm: Moment = {
  words: "between the acceptance of a grant and its confirmation",
  hasCome: (simulator) =>
    // The log is cheaper to ask than the state.
    writesTo(simulator).some(({ path, status }) => path.endsWith("/auth") && status === 204) &&
    simulator.state().smartlocks.some(({ queue }) => queue.some(({ kind }) => kind === "create")),
};

const afterFirstDelete: Moment = {
  words: "after the first delete",
  hasCome: (simulator) => writesTo(simulator).some(({ method }) => method === "DELETE"),
};

export interface Kill {
  readonly week: number;
  readonly victim: Victim;
  readonly words: string;
  readonly moment: Moment;
}

/** Fewer than a week needs even where several grants travel in one request. */
const MOST_WRITES = 12;

/** As many kills as wanted, a week for each; twelve meet every victim at every sort of moment. */
export function killsOf(count: number): Kill[] {
  return Array.from({ length: count }, (_, week) => {
    const nth = afterWrite(1 + ((5 + week * 7) % MOST_WRITES));
    // There is nothing to delete in the first week.
    const moment = [nth, betweenAcceptAndConfirm, nth, afterFirstDelete][week % 4] ?? nth;
    const victim = victims[week % victims.length] ?? "engine";
    return { week, victim, moment, words: moment.words };
  });
}
