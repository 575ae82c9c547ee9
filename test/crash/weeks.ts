import type { AccountState } from "../../simulator";
import { madeSince } from "../scenarios/one-of-every-kind";

/** Six digits from 1 to 9, another code for each number below 9^5. */
function keypadCode(first: number, number: number): number {
  const digits = number
    .toString(9)
    .padStart(5, "0")
    .replace(/\d/g, (digit) => String(Number(digit) + 1));
  return Number(`${first}${digits}`);
}

/**
 * A rental house in a week of the year: from one week to the next some objects are changed, some replaced, some
 * come and some go. Every kind is here, with what makes it recoverable without a person: the sub-account, whose password
 * is a real person's, says `adopt: "always"`, the notification has a reference, and the simulated list of webhooks
 * shows their secrets.
 */
export function programOf(week: number): string {
  return `
    const front = smartlock.getSmartlock({ name: "Front door" });
    const garage = smartlock.getSmartlock({ name: "Garage" });
    const office = smartlock.getSmartlock({ name: "Office" });

    const house = new smartlock.Address("house", {
      name: "Beach house", smartlockIds: [front, garage], settings: { wifi: "of week ${week}" },
    });
    new smartlock.AddressUnit("attic", { addressId: house, name: "Attic ${week}" });
    new smartlock.SubAccount("desk", {
      email: "desk@example.com", password: "an invented password", name: "Desk ${week}", rights: ["operate"], language: "en",
      adopt: "always",
    });
    new smartlock.Webhook("hook", {
      webhookUrl: "https://hooks.example.com/${week}", webhookFeatures: ["DEVICE_LOGS"],
    });
    new smartlock.Notification("bell", {
      referenceId: "doorbell", pushId: "an-invented-phone", os: 0,
      settings: [{ triggerEvents: [${week % 2 === 0 ? '"ring"' : '"open"'}] }],
    });

    const cleaner = new smartlock.AccountUser("cleaner", {
      email: "cleaner@example.com", name: "Cleaner ${week}", language: "en",
    });
    const ofCleaner = { accountUserId: cleaner, remoteAllowed: false, allowedFromTime: ${480 + week} };
    new smartlock.Authorization("cleaner-app", { ...ofCleaner, smartlockId: front, name: "Cleaner" });
    new smartlock.Authorization("cleaner-fob", { ...ofCleaner, smartlockId: garage, type: 2, name: "Cleaner's fob" });
    new smartlock.Authorization("cleaner-code", {
      smartlockId: front, type: 13, code: ${keypadCode(8, week)}, name: "Cleaner's code", remoteAllowed: false,
    });
    new smartlock.AuthorizationSet("staff", {
      smartlockIds: [${week % 2 === 0 ? "front, office" : "office"}], type: 13, code: ${keypadCode(9, week)}, name: "Staff",
      remoteAllowed: false,
    });

    const guest = new smartlock.AccountUser("guest-${week}", {
      email: "guest-${week}@example.com", name: "Guest", language: "en",
    });
    const ofGuest = { accountUserId: guest, remoteAllowed: true };
    new smartlock.Authorization("guest-${week}-app", { ...ofGuest, smartlockId: garage, name: "Guest" });
    new smartlock.Authorization("guest-${week}-fob", { ...ofGuest, smartlockId: garage, type: 2, name: "Fob ${week}" });
    new smartlock.Authorization("guest-${week}-late", { ...ofGuest, smartlockId: front, name: "Late guest", enabled: false });
    new smartlock.Authorization("guest-${week}-code", {
      smartlockId: front, type: 13, code: ${keypadCode(7, week)}, name: "Code ${week}", remoteAllowed: false,
    });

    const porter = new smartlock.AccountUser("porter-${week}", {
      email: "porter-${week}@example.com", name: "Porter", language: "en",
    });
    new smartlock.AuthorizationSet("porter-${week}", {
      smartlockIds: [front, garage, office], accountUserId: porter, name: "Porter", remoteAllowed: false,
    });
  `;
}

/** What the account then has beyond what it had, in the words of the service. */
export function objectsOf(week: number) {
  const cleaner = "cleaner@example.com";
  const guest = `guest-${week}@example.com`;
  const porter = `porter-${week}@example.com`;
  const hours = { allowedFromDate: "2000-01-01T00:00:00.000Z", allowedFromTime: 480 + week };
  const staff = { type: 13, name: "Staff", code: keypadCode(9, week) };
  return {
    addresses: [
      { name: "Beach house", locks: ["Front door", "Garage"], settings: { wifi: `of week ${week}` } },
    ],
    units: [`Attic ${week}`],
    users: [
      { email: cleaner, name: `Cleaner ${week}` },
      { email: guest, name: "Guest" },
      { email: porter, name: "Porter" },
    ],
    subAccounts: [{ email: "desk@example.com", name: `Desk ${week}`, rights: 2 }],
    webhooks: [`https://hooks.example.com/${week}`],
    notifications: [{ referenceId: "doorbell", events: [week % 2 === 0 ? "ring" : "open"] }],
    authorizations: [
      { on: "Front door", type: 0, name: "Cleaner", of: cleaner, ...hours },
      { on: "Front door", type: 0, name: "Late guest", of: guest, enabled: false },
      { on: "Front door", type: 0, name: "Porter", of: porter },
      { on: "Front door", type: 13, name: "Cleaner's code", code: keypadCode(8, week) },
      { on: "Front door", type: 13, name: `Code ${week}`, code: keypadCode(7, week) },
      ...(week % 2 === 0 ? [{ on: "Front door", ...staff }] : []),
      { on: "Garage", type: 0, name: "Guest", of: guest },
      { on: "Garage", type: 0, name: "Porter", of: porter },
      { on: "Garage", type: 2, name: "Cleaner's fob", of: cleaner, ...hours },
      { on: "Garage", type: 2, name: `Fob ${week}`, of: guest },
      { on: "Office", type: 0, name: "Porter", of: porter },
      { on: "Office", ...staff },
    ].map((grant) => ({ enabled: true, ...grant })),
  };
}

/** The same of a real account. */
export function objectsBeyond(before: AccountState, now: AccountState) {
  const made = madeSince(before, now);
  const nameOf = (id: number): string =>
    now.smartlocks.find(({ smartlockId }) => smartlockId === id)?.name ?? "";
  const emailOf = (id: number | undefined): string | undefined =>
    now.users.find(({ accountUserId }) => accountUserId === id)?.email;
  return {
    addresses: made.house.map(({ name, smartlockIds, settings }) => ({
      name,
      locks: smartlockIds.map(nameOf).sort(),
      settings,
    })),
    units: made.attic.map(({ name }) => name),
    users: made.cleaner
      .map(({ email, name }) => ({ email, name }))
      .sort((one, other) => one.email.localeCompare(other.email)),
    subAccounts: made.desk.map(({ email, name, rights }) => ({ email, name, rights })),
    webhooks: made.hook.map(({ webhookUrl }) => webhookUrl),
    notifications: made.bell.map(({ referenceId, settings }) => ({
      referenceId,
      events: settings.flatMap(({ triggerEvents }) => triggerEvents ?? []),
    })),
    authorizations: [...made.app, ...made.fob, ...made.code]
      .map((grant) => ({
        on: nameOf(grant.smartlockId),
        type: grant.type,
        name: grant.name,
        of: emailOf(grant.accountUserId),
        code: grant.code,
        enabled: grant.enabled,
        allowedFromDate: grant.allowedFromDate,
        allowedFromTime: grant.allowedFromTime,
      }))
      .sort((one, other) => order(one).localeCompare(order(other))),
  };
}

function order({ on, type, name }: { on: string; type: number; name: string }): string {
  return `${on} ${String(type).padStart(2, "0")} ${name}`;
}
