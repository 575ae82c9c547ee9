import type { Account } from "../access/account";
import { flawsOf, type LockFlaw } from "../access/lock-state";
import { personInWords } from "../access/people";
import type { Mark, Report, ReportedAccess, ReportedLock } from "./form";
import { UNUSED_DAYS } from "./idle";

type Finding = Report["findings"][number];

const TITLES_OF_FLAWS: Readonly<Record<LockFlaw["kind"], string>> = {
  offline: "Offline",
  "wrong-pin": "Wrong admin PIN",
  battery: "Battery nearly empty",
};

/** The marks that are worth a look, in that order, and what they mean. */
const WORTH_A_LOOK: readonly (readonly [Mark, string])[] = [
  ["over", "Over: it opens nothing any more, and could be removed"],
  ["duplicated", "Duplicated: one person has the same access more than once"],
  ["not used", `Not used for ${UNUSED_DAYS} days`],
  ["not confirmed", "Not confirmed by the lock yet"],
  ["not managed", "Not managed by these stacks"],
  ["never ends", "Never ends"],
];

/** What is worth a look, with the locks first. */
export function findingsIn(
  { locks: live, names }: Account,
  locks: readonly ReportedLock[],
  access: readonly ReportedAccess[],
): Finding[] {
  const open = new Set(access.filter(opens).map(({ lock }) => lock));
  return [
    ...live.flatMap((lock) =>
      flawsOf(lock).map(({ kind, what, remedy }) => ({
        about: TITLES_OF_FLAWS[kind],
        words: `${what} ${remedy}`,
      })),
    ),
    ...locks
      .filter(({ id }) => !open.has(id))
      .map(({ name }) => ({ about: "Nobody has an authorization", words: name })),
    ...locks.filter(({ keypad }) => !keypad).map(({ name }) => ({ about: "Without a keypad", words: name })),
    ...WORTH_A_LOOK.flatMap(([mark, about]) =>
      access
        .filter(({ marks }) => marks.includes(mark) && !marks.includes("lost"))
        .map((one) => ({ about, words: entryInWords(one, names.lock(one.lock)) })),
    ),
  ];
}

/** Whether it opens the lock, now or later. */
export function opens({ marks }: ReportedAccess): boolean {
  return !marks.some((mark) => mark === "over" || mark === "disabled" || mark === "lost");
}

/** `Anna <anna@example.com>: Front door (app, always)` */
export function entryInWords(entry: ReportedAccess, lock: string): string {
  return `${personInWords(entry)}: ${lock} (${howInWords(entry)})`;
}

/** Such as `fob "Blue", mon–fri 08:00–16:00, also remotely`. */
export function howInWords({ type, name, window, remote }: ReportedAccess): string {
  const way = type === "fob" ? `fob "${name}"` : type;
  return `${way}, ${window}${remote ? ", also remotely" : ""}`;
}
