import type { Smartlock } from "../../provider/api";
import { nearest } from "../../provider/engine/messages/nearest";
import { shown } from "../../provider/http";
import { CommandError } from "../command-error";

/** More names than this are not listed in an error. */
const MAX_NAMES = 20;

const MAX_TEXT = 200;

/** How people name things of a kind. */
export interface Kind<Thing> {
  readonly noun: string;
  /** Default: the noun with an s. */
  readonly plural?: string;
  readonly id: (thing: Thing) => string | number;
  /** Each of them means it, such as the name and the e-mail address of a person. */
  readonly names: (thing: Thing) => readonly (string | null | undefined)[];
  /** Tells things with equal names apart, beside their ids. */
  readonly detail?: (thing: Thing) => string | undefined;
}

/** The one thing that a person means by a name or an id. What could mean two things is refused. */
export function findOne<Thing>(things: readonly Thing[], wanted: string, kind: Kind<Thing>): Thing {
  const means = (thing: Thing): boolean =>
    String(kind.id(thing)) === wanted || kind.names(thing).includes(wanted);
  const found = things.filter(means);
  const [thing, ...others] = found;
  if (thing === undefined) {
    throw new CommandError(shown(unknown(things, wanted, kind), MAX_TEXT * MAX_NAMES));
  }
  if (others.length > 0) {
    const candidates = found.map((one) => {
      const detail = kind.detail?.(one);
      return `${kind.id(one)}${detail === undefined ? "" : ` (${shown(detail, MAX_TEXT)})`}`;
    });
    throw new CommandError(
      `${found.length} ${pluralOf(kind)} are called "${shown(wanted, MAX_TEXT)}". Name one by its id: ${candidates.join(", ")}.`,
    );
  }
  return thing;
}

function unknown<Thing>(things: readonly Thing[], wanted: string, kind: Kind<Thing>): string {
  const names = [...new Set(things.map((thing) => kind.names(thing).find(isText) ?? String(kind.id(thing))))];
  const every = things.flatMap((thing) => kind.names(thing).filter(isText));
  const meant = nearest(wanted, every);
  const more = names.length > MAX_NAMES ? `, and ${names.length - MAX_NAMES} more` : "";
  const known =
    names.length === 0
      ? `The account shows no ${pluralOf(kind)}.`
      : `The ${pluralOf(kind)} are ${names.slice(0, MAX_NAMES).join(", ")}${more}.`;
  return `No ${kind.noun} is called "${wanted}". ${meant === undefined ? known : `Did you mean "${meant}"?`}`;
}

function pluralOf({ noun, plural }: Pick<Kind<never>, "noun" | "plural">): string {
  return plural ?? `${noun}s`;
}

function isText(name: string | null | undefined): name is string {
  return typeof name === "string" && name !== "";
}

/** The lock that a person means by its name or its id. */
export function findLock(locks: readonly Smartlock[], wanted: string): Smartlock {
  return findOne(locks, wanted, {
    noun: "lock",
    id: ({ smartlockId }) => smartlockId,
    names: ({ name }) => [name],
  });
}
