import { exactMoment } from "../../http";
import type { Sent } from "../journal/journal";
import type { Kind } from "../kind/kind";
import { type Bag, hidden, names, pick } from "../values/bag";
import { equal } from "../values/equality";
import { sanitise } from "../values/outputs";
import { asSecret, isSecret } from "../values/secret-value";
import { isStored, type StoredForm } from "../values/stored-values";

/**
 * A form in which an object was sent, such as with one code or another. If the program changes while no list shows what
 * was sent, it is sent again in another form. Each of them may be on the door, so the state remembers them all.
 */
export interface SentForm {
  readonly wanted: Bag;
  readonly sent: Sent;
  /** When the next form was sent. What was made later came from somebody else. */
  readonly until: number;
  /** How many objects the service may have made of it: as many as it was sent, where it makes another one each time. */
  readonly times: number;
}

/** The form that a pending object was sent in last. */
export function latestForm(kind: Kind, state: Bag): SentForm {
  const wanted = kind.wanted(kind.inputsOf(state));
  const since = (state["pending"] as Bag | undefined)?.["since"];
  const sent = { at: momentOf(kind, wanted, since), notIt: names(state[hidden.notIt]) };
  return { wanted, sent, until: Infinity, times: 1 };
}

/** Whether nothing was sent after this form. */
export function isLatest({ until }: SentForm): boolean {
  return until === Infinity;
}

/** The forms before it that nobody has seen, the last first. An object that was found may have some too. */
export function earlierForms(kind: Kind, state: Bag): SentForm[] {
  const stored = state[hidden.earlier];
  if (stored === undefined) {
    return [];
  }
  const isWhole = (one: unknown): one is StoredForm =>
    isStored(one) && kind.identity(one.form).every((field) => Object.hasOwn(one.form, field));
  if (!Array.isArray(stored) || !stored.every(isWhole)) {
    throw broken(kind, state);
  }
  return stored.map(({ form, since, until, notIt, times }) => ({
    wanted: form,
    sent: { at: momentOf(kind, form, since), notIt: names(notIt) },
    until: momentOf(kind, form, until),
    times: typeof times === "number" && times >= 1 ? times : 1,
  }));
}

/**
 * The forms after another one was sent. Where the service allows an object only once, one that was sent before keeps its
 * time: what it made then is not older than what is looked for. Otherwise each send may have made an object.
 */
export function withForm(
  kind: Kind,
  forms: readonly SentForm[],
  latest: SentForm,
): readonly [SentForm, ...SentForm[]] {
  const isLatest = ({ wanted }: SentForm): boolean => kind.isUnique(wanted) && equal(wanted, latest.wanted);
  const { sent } = forms.find(isLatest) ?? latest;
  const others = forms.filter((form) => !isLatest(form)).map((form) => endedAt(form, latest.sent.at));
  return [{ ...latest, sent }, ...folded(others)];
}

/** The same after several sends of one form, the first of them first. */
export function withForms(
  kind: Kind,
  before: readonly SentForm[],
  wanted: Bag,
  sends: readonly [Sent, ...Sent[]],
): readonly [SentForm, ...SentForm[]] {
  const [first, ...others] = sends.map((sent) => ({ wanted, sent, until: Infinity, times: 1 }));
  return others.reduce(
    (forms, form) => withForm(kind, forms, form),
    // A list with at least one element has a first one.
    withForm(kind, before, first as SentForm),
  );
}

/**
 * Equal forms that follow each other are one that was sent more than once. However often a run fails, the state does not
 * grow.
 */
function folded(forms: readonly SentForm[]): SentForm[] {
  return forms.reduce<SentForm[]>((all, form) => {
    const later = all.at(-1);
    // The last form comes first.
    return later !== undefined && equal(later.wanted, form.wanted)
      ? [...all.slice(0, -1), { ...later, sent: form.sent, times: later.times + form.times }]
      : [...all, form];
  }, []);
}

/** The forms after an object was found that came from one of them. */
export function withoutOne(forms: readonly SentForm[], found: SentForm | undefined): SentForm[] {
  return forms.flatMap((form) => (form === found ? fewer(form, 1) : [form]));
}

/** A form of which this many objects are known. */
export function fewer(form: SentForm, known: number): SentForm[] {
  return known === 0 ? [form] : known < form.times ? [{ ...form, times: form.times - known }] : [];
}

/** A form of which nothing can have been made after this moment. */
export function endedAt(form: SentForm, moment: number): SentForm {
  return { ...form, until: Math.min(form.until, moment) };
}

/** What the state stores of earlier forms. They hold codes, so all of it is secret. */
export function storedEarlier(earlier: readonly SentForm[]): Bag {
  const stored = earlier.map(({ wanted, sent: { at, notIt }, until, times }) => ({
    form: sanitise(wanted),
    since: exactMoment(at),
    until: exactMoment(until),
    notIt,
    ...(times > 1 && { times }),
  }));
  return stored.length === 0 ? {} : { [hidden.earlier]: asSecret(stored) };
}

/** The secrets of a state that is stored again. Pulumi hands them out in the clear, and does not know these by name. */
export function storedAgain(state: Bag): Bag {
  const stored = Object.entries(pick(state, [hidden.earlier, hidden.altered]));
  const inTheClear = stored.filter(([, value]) => value !== undefined && !isSecret(value));
  return Object.fromEntries(inTheClear.map(([field, value]) => [field, asSecret(value)]));
}

/** Without a time, every object with that identity would be young enough, even those of other people. */
function momentOf(kind: Kind, wanted: Bag, moment: unknown): number {
  const at = typeof moment === "string" && DATE.test(moment) ? Date.parse(moment) : NaN;
  if (Number.isNaN(at)) {
    throw broken(kind, wanted);
  }
  return at;
}

/** JavaScript takes many texts for dates, even "1". */
const DATE = /-\d\dT/;

function broken(kind: Kind, wanted: Bag): Error {
  return new Error(
    `${kind.label(wanted)} was sent and not confirmed, but the state does not say since when, so it is not known which object it has ` +
      "become. Import an earlier state, or use `pulumi state delete` to give it up.",
  );
}
