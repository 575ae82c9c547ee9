import { momentInWords } from "../../http";
import type { Kind } from "../kind/kind";
import type { Device } from "../kind/listed";
import { isNothing, type MayBe, named } from "../looking/by-exclusion";
import { say } from "../messages/lines";
import type { UnseenForm } from "./look-for-forms";
import type { Become } from "./pending";
import type { SentForm } from "./sent-forms";

/** Warns that runs no longer look for what was sent. If it still arrives, nobody knows about it. */
export function sayGivenUp(kind: Kind, one: UnseenForm, device: Device | undefined): void {
  say(
    `${neverSeen(kind, one, device)} It has been given up: no run looks for it any more. ${stillWorks(device)}: look for it in the app.${maybe(one)}`,
  );
}

/** The same where the device has left the account. */
export function sayGivenUpWith(kind: Kind, form: SentForm, gone: string): void {
  say(
    `Warning: ${kind.label(form.wanted)} was sent ${whenSent(form)}, and never seen, and its ${gone} is no longer in the ` +
      `account. It has been given up: no run looks for it any more. If the ${gone} is still in use, it may still have this one: delete it there.`,
  );
}

/** Warns that something may be on the door besides what is declared. Later runs delete it if it turns up. */
export function sayUnseen(kind: Kind, one: UnseenForm, device: Device | undefined): void {
  say(
    `${neverSeen(kind, one, device)} Later runs look for it, and delete it if it turns up. ${stillWorks(device)} until then.${maybe(one)}`,
  );
}

/** For a person who has to decide about one form: what is known to have come from the others. */
export function arrivedToo(kind: Kind, found: readonly Become[]): string {
  const arrived = named(
    kind,
    found.map(([, live]) => [kind.idOf(live), live]),
  );
  return arrived === ""
    ? ""
    : ` What was sent before it has also arrived: ${arrived}. If you give it up, delete that by hand, too.`;
}

function neverSeen(kind: Kind, { form }: UnseenForm, device: Device | undefined): string {
  return `Warning: ${kind.labelOn(form.wanted, device)} was sent ${whenSent(form)}, and no list shows it as it was sent.`;
}

function whenSent({ sent, times }: SentForm): string {
  const at = momentInWords(sent.at);
  return times === 1 ? `at ${at}` : `${times} times, first at ${at}`;
}

function stillWorks(device: Device | undefined): string {
  return device === undefined
    ? "If the service did receive it, it still works"
    : `If ${device.name} did receive it, it opens that door`;
}

function maybe({ mayBe }: UnseenForm): string {
  return isNothing(mayBe)
    ? ""
    : ` ${mayBeIt(mayBe, "renamed or changed")} If that is not wanted, delete it by hand.`;
}

/** Objects that may be what was sent. The longer ago that is, the more may have happened to it. */
export function mayBeIt({ since, older }: MayBe, how: "renamed" | "renamed or changed"): string {
  const or = how === "renamed" ? "" : " or changed by somebody";
  return [
    since === ""
      ? []
      : `Something new has appeared there since then, and may be what was sent, under another name${or}: ${since}.`,
    older === ""
      ? []
      : `Something equal is there, but dated before it was sent. If a clock is wrong, that may be it: ${older}.`,
  ]
    .flat()
    .join(" ");
}
