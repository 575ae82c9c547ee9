import { type Bag, hidden, names } from "./bag";
import { equal } from "./equal";
import type { Sent } from "./intent";
import type { Kind } from "./kind";
import { sanitise } from "./outputs";
import { asSecret } from "./secret-value";

/**
 * A form in which a pending object was sent. If the program changes while no list shows the object, it is sent again in
 * another form, such as another code. Each of them may be on the door, so the state remembers them all.
 */
export interface SentForm {
  readonly wanted: Bag;
  readonly sent: Sent;
}

/** All forms in which a pending object was sent, the latest first. */
export function formsSent(kind: Kind, state: Bag): readonly [SentForm, ...SentForm[]] {
  const wanted = kind.wanted(kind.inputsOf(state));
  const since = (state["pending"] as Bag | undefined)?.["since"];
  const latest = { wanted, sent: { at: momentOf(kind, wanted, since), notIt: names(state[hidden.notIt]) } };
  return [latest, ...earlierIn(kind, state)];
}

/** Whether more than the latest form may be on the door. */
export function hasEarlier(state: Bag): boolean {
  return state[hidden.earlier] !== undefined;
}

/**
 * The forms after another one was sent. One that was sent before keeps its time: what it made then is not older than
 * what is looked for.
 */
export function withForm(forms: readonly SentForm[], latest: SentForm): readonly [SentForm, ...SentForm[]] {
  const isLatest = ({ wanted }: SentForm): boolean => equal(wanted, latest.wanted);
  return [forms.find(isLatest) ?? latest, ...forms.filter((form) => !isLatest(form))];
}

/** What the state keeps of the forms before the latest one. They hold codes, so all of it is secret. */
export function keptEarlier(earlier: readonly SentForm[]): Bag {
  const kept = earlier.map(({ wanted, sent: { at, notIt } }) => ({
    form: sanitise(wanted),
    since: new Date(at).toISOString(),
    notIt,
  }));
  return kept.length === 0 ? {} : { [hidden.earlier]: asSecret(kept) };
}

/** A state that is stored again as it was. Pulumi hands out secrets in the clear, and does not know this one by name. */
export function sealed(state: Bag): Bag {
  const kept = state[hidden.earlier];
  return Array.isArray(kept) ? { ...state, [hidden.earlier]: asSecret(kept) } : state;
}

/** The values that were sent earlier and not seen since. */
export function earlierValues(state: Bag): Bag[] {
  return keptIn(state).flatMap(({ form }) => (isBag(form) ? [form] : []));
}

function earlierIn(kind: Kind, state: Bag): SentForm[] {
  return keptIn(state).map(({ form, since, notIt }) => {
    const wanted = isBag(form) ? form : kind.wanted(kind.inputsOf(state));
    return { wanted, sent: { at: momentOf(kind, wanted, since), notIt: names(notIt) } };
  });
}

/** Somebody may have edited the state by hand. */
function keptIn(state: Bag): Bag[] {
  const kept = state[hidden.earlier];
  return (Array.isArray(kept) ? kept : []).map((one: unknown) => (isBag(one) ? one : {}));
}

/** Without a time, every object with that identity would be young enough, even those of other people. */
function momentOf(kind: Kind, wanted: Bag, since: unknown): number {
  const at = Date.parse(String(since));
  if (Number.isNaN(at)) {
    throw new Error(
      `${kind.label(wanted)} is pending, but what is stored of it does not tell since when, so nobody can tell which object ` +
        "it has become. Nothing was done. Import a state from before, or use `pulumi state delete` to give it up.",
    );
  }
  return at;
}

function isBag(value: unknown): value is Bag {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
