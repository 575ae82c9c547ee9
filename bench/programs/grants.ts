import { size } from "./size";

/** One person's weekdays, the same on every lock. The one change is a longer day for the first person. */
export const grants = size.accountUserIds.map((accountUserId, n) => ({
  name: `Crew ${n + 1}`,
  accountUserId,
  remoteAllowed: false,
  allowedWeekDays: ["mon", "tue", "wed", "thu", "fri"] as const,
  allowedFromTime: "08:00",
  allowedUntilTime: size.isChanged && n === 0 ? "18:00" : "16:00",
}));
