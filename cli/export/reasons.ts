import type { Authorization } from "../../provider/api";
import { shownGrant } from "../../provider/resources/authorization/grant";
import { minutesOf } from "../../provider/resources/words";

/** Something that is not in the program, and why. */
export interface LeftOut {
  /** Such as `Authorization "Cleaner" on Front door`. */
  readonly label: string;
  readonly id: string;
  readonly why: string;
}

export const WITH_SECRETS = "--with-secrets";

export const reasons = {
  device: "It is a part of the lock, such as a bridge or a keypad, and gives nobody access",
  onlyShown: "Grants of this type are made on the device itself, and a program cannot declare them",
  overMidnight:
    "Its daily window goes over midnight, and what a lock does then is not documented. Two codes or two fobs say it clearly",
  noStart:
    "It limits days or times but has no start date, so the lock ignores the limits. Give it a start date, or remove the limits",
  noDay: "It names no day, and a lock may read that as every day. Disable it instead, or name the days",
  noUser: "It belongs to no user of the account, and only a keypad code can be declared without one",
  code: `It is a grant by code, and codes are exported only with ${WITH_SECRETS}`,
  secret: `It has a secret, which the state must hold, and secrets are exported only with ${WITH_SECRETS}`,
  unknownLock: "The service does not show its lock",
  twin: "It has a twin, and of those with the same identity a program can declare only one: the oldest. Delete what is not wanted",
  undeclarable: (why: string) => `A program cannot declare it: ${why}`,
} as const;

/** Why a grant cannot be declared, where that has a name of its own. */
export function whyNoGrant(grant: Authorization): string | undefined {
  const { type, allowedFromDate, allowedWeekDays, allowedFromTime, allowedUntilTime, accountUserId } =
    shownGrant(grant);
  const kind: unknown = type;
  if (kind === "bridge" || kind === "keypad") {
    return reasons.device;
  }
  if (kind !== "app" && kind !== "fob" && kind !== "code") {
    return reasons.onlyShown;
  }
  if (allowedFromDate === "missing") {
    return reasons.noStart;
  }
  if (allowedWeekDays?.length === 0) {
    return reasons.noDay;
  }
  if (
    typeof allowedUntilTime === "string" &&
    minutesOf(allowedFromTime ?? "00:00") >= minutesOf(allowedUntilTime)
  ) {
    return reasons.overMidnight;
  }
  return kind !== "code" && accountUserId === undefined ? reasons.noUser : undefined;
}
