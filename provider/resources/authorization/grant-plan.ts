import type { Reader } from "../../engine/kind/listed";
import type { Told } from "../../engine/kind/spec";
import { changesIn } from "../../engine/lifecycle/plan";
import { keepUnnamed } from "../../engine/messages/kept-secret";
import { nameOrId } from "../../engine/messages/names";
import { holdsUnknown, UNKNOWN } from "../../engine/values/unknown";
import { accountUser } from "../account-user";
import { lockNames } from "../locks";
import { speakFormerWindow, speakWindow, type WindowField, windowFields } from "./access-window";
import type { Grant } from "./grant";

type GrantOnLock = Grant & { readonly smartlockId: number };

/** What decides which values no line shows. */
type Hidden = Pick<Told<Partial<GrantOnLock>>, "isUnseen" | "wanted">;

/** The names of locks and users. */
export async function grantNames(
  reader: Reader,
): Promise<(field: string, id: unknown) => string | undefined> {
  const locks = await lockNames(reader);
  const users = reader.collection(accountUser, {});
  const listed = users.isAtHand ? await users.known() : undefined;
  const nameOfUser = (id: unknown): string | undefined => {
    const name = listed?.get(String(id))?.name;
    keepUnnamed(name ?? "");
    return name;
  };
  return (field, id) => (field === "accountUserId" ? nameOfUser(id) || undefined : locks(field, id));
}

/** Who gets which door, how, when and from where: `Anna gets Front door by app, always, also remotely` */
export function createdGrant(told: Told<Partial<GrantOnLock>>): string {
  const { names } = told;
  const wanted = withoutUnseen(told.wanted, told);
  const { type, smartlockId } = wanted;
  const name = holdsUnknown(wanted.name) ? undefined : wanted.name;
  const fob = name === undefined ? "by fob" : `by fob "${name}"`;
  const byType: Readonly<Record<string, string>> = {
    code: "by code",
    fob,
    [UNKNOWN]: `in a way that is ${whyUnknown(told, ["type"])}`,
  };
  const way = byType[type ?? "app"] ?? "by app";
  return `${holderOf(told)} gets ${nameOrId(names, "smartlockId", smartlockId, "lock")} ${way}, ${useOf(wanted, told)}`;
}

/** The user or, of a code without one, its name. */
export function holderOf({ wanted: { name, accountUserId }, names }: Told<Partial<GrantOnLock>>): string {
  return accountUserId === undefined
    ? holdsUnknown(name)
      ? "somebody"
      : (name ?? "somebody")
    : nameOrId(names, "accountUserId", accountUserId, "user");
}

/** What the program marked as secret is told like what is not known yet. Names and ids stay: other lines have them too. */
function withoutUnseen(
  grant: Partial<GrantOnLock>,
  { isUnseen }: Pick<Told, "isUnseen">,
): Partial<GrantOnLock> {
  const unseen = [...windowFields, "type", "enabled", "remoteAllowed", "smartActionsEnabled"].filter(
    isUnseen,
  );
  return { ...grant, ...Object.fromEntries(unseen.map((field) => [field, UNKNOWN])) };
}

function whyUnknown({ isUnseen, wanted }: Hidden, fields: readonly string[]): string {
  const isWaiting = fields.some(
    (field) => !isUnseen(field) && holdsUnknown(wanted[field as keyof GrantOnLock]),
  );
  const isSecret = fields.some(isUnseen);
  return isSecret && isWaiting ? "secret or not known yet" : isSecret ? "secret" : "not known yet";
}

/** When it opens, and from where: `mon–fri 08:00–16:00, also remotely` */
function useOf(grant: Partial<GrantOnLock>, told: Hidden): string {
  const { enabled } = grant;
  const perhaps = holdsUnknown(enabled) ? ", perhaps disabled" : "";
  const window = enabled === false ? "disabled" : `${windowOf(grant, told)}${perhaps}`;
  const byItself = grant.smartActionsEnabled === true ? ", the app may open it by itself" : "";
  return `${window}${remotelyOf(grant)}${byItself}`;
}

function remotelyOf({ remoteAllowed }: Partial<GrantOnLock>): string {
  const isUnsure = (remoteAllowed as unknown) === UNKNOWN;
  return isUnsure ? ", perhaps also remotely" : remoteAllowed === true ? ", also remotely" : "";
}

/** The service mails an invitation for each new app authorization. */
export function isInvited({ type }: Partial<Grant>): boolean {
  return type === undefined || type === "app";
}

/** `Cleaner: Office → Front door, mon–sat 18:00–21:00 (was mon–fri)` */
export function changedGrant(told: Told<Partial<GrantOnLock>>): string {
  const { changed, isNothingIgnored, isUnseen, names } = told;
  const [wanted, was] = [told.wanted, told.was].map((grant) => withoutUnseen(grant, told)) as [
    Partial<GrantOnLock>,
    Partial<GrantOnLock>,
  ];
  const name = was.name ?? wanted.name ?? "";
  const personOf = ({ accountUserId }: Partial<GrantOnLock>): string | undefined =>
    accountUserId === undefined ? undefined : nameOrId(names, "accountUserId", accountUserId, "user");
  const person = personOf(was) ?? name;
  const hasOtherPerson = changed.includes("accountUserId");
  const who = hasOtherPerson || person === name ? name : `${name} (${person})`;
  const handover = hasOtherPerson
    ? [
        toldApart(
          [personOf(was) ?? "nobody", was.accountUserId],
          [personOf(wanted) ?? "nobody", wanted.accountUserId],
        ),
      ]
    : [];
  const [door, other] = [was, wanted].map(({ smartlockId }) =>
    nameOrId(names, "smartlockId", smartlockId, "lock"),
  ) as [string, string];
  const where = changed.includes("smartlockId")
    ? toldApart([door, was.smartlockId], [other, wanted.smartlockId])
    : door;
  // Limits speak together. If one of them is secret, each speaks for itself.
  const together: readonly string[] = windowFields.some(isUnseen) ? [] : windowFields;
  const limits = changed.filter((field) => together.includes(field));
  const before = speakFormerWindow(was, limits);
  const isNewcomer = changed.includes("smartlockId") || hasOtherPerson;
  // What is turned on or off has words of its own.
  const now = { ...was, ...wanted, ...(changed.includes("remoteAllowed") && { remoteAllowed: false }) };
  const use = isNewcomer && isNothingIgnored ? [useOf(now, told)] : [];
  // What replaces it has the declared limits, also where they are ignored. Pulumi does not pass those on.
  const areLimitsUnknown = told.isReplaced && !isNothingIgnored;
  const window =
    limits.length === 0
      ? use
      : areLimitsUnknown
        ? ["with the limits that the program declares"]
        : [
            `${windowOf(now, told, limits)} (${before})${isNewcomer && isNothingIgnored ? remotelyOf(now) : ""}`,
          ];
  const said = ["smartlockId", "accountUserId", ...limits];
  const rest = changed
    .filter((field) => !said.includes(field))
    .map((field) => switchOf(field, wanted) ?? changesIn({ ...told, changed: [field] }));
  return `${who}: ${[...handover, where, ...window, ...rest].join(", ")}`;
}

/** `Office → Front door`. Two of the same name are told apart by their ids. */
function toldApart(
  [from, fromId]: readonly [name: string, id: unknown],
  [to, toId]: readonly [name: string, id: unknown],
): string {
  return from === to && fromId !== toId
    ? `${from} (${String(fromId)}) → ${to}${toId === UNKNOWN ? "" : ` (${String(toId)})`}`
    : `${from} → ${to}`;
}

/** What is turned on or off, in the words of a person. */
const SWITCHES: Readonly<Record<string, readonly [on: string, off: string]>> = {
  enabled: ["now enabled", "now disabled"],
  remoteAllowed: ["now also remotely", "no longer remotely"],
};

function switchOf(field: string, wanted: Partial<GrantOnLock>): string | undefined {
  const value: unknown = wanted[field as keyof GrantOnLock];
  const [on, off] = SWITCHES[field] ?? [];
  return value === true ? on : value === false ? off : undefined;
}

/** The window in words, also if some of its limits are not known yet. */
function windowOf(grant: Partial<GrantOnLock>, told: Hidden, changed: readonly string[] = []): string {
  const isKnown = (field: WindowField): boolean => !holdsUnknown(grant[field]);
  const known = windowFields.filter(isKnown);
  if (known.length === windowFields.length) {
    return speakWindow(grant, changed);
  }
  const unknown = `with limits that are ${whyUnknown(told, windowFields)}`;
  // One half of the hours says nothing without the other one: in its place would stand midnight.
  const areHoursKnown = isKnown("allowedFromTime") && isKnown("allowedUntilTime");
  const tellable = known.filter((field) => areHoursKnown || !/Time$/.test(field));
  const window = speakWindow(Object.fromEntries(tellable.map((field) => [field, grant[field]])), changed);
  return `${window === "always" ? "" : `${window} `}${unknown}`;
}
