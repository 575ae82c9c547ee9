import type { Smartlock } from "../../provider/api";
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
  ["over", "Expired: it no longer opens anything and can be removed"],
  ["disabled", "Disabled: it opens nothing until somebody enables it"],
  ["duplicated", "Duplicated: one person has the same access more than once"],
  ["not used", `Not used for ${UNUSED_DAYS} days`],
  ["not confirmed", "Not confirmed by the lock yet"],
  ["not managed", "Not managed by these stacks"],
  ["never ends", "Never ends"],
];

/** What is worth a look, with the locks first. */
export function findingsIn(
  live: readonly Smartlock[],
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
        .map((one) => ({ about, words: `${personInWords(one)}: ${one.lockName} (${one.words})` })),
    ),
  ];
}

/** Whether it opens the lock, now or later. */
export function opens({ marks }: ReportedAccess): boolean {
  return !marks.some((mark) => mark === "over" || mark === "disabled" || mark === "lost");
}
