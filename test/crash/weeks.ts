import type { AccountState } from "../../simulator";
import { madeSince } from "../scenarios/one-of-every-kind";

/** Six digits from 1 to 9, a different code for each number below 9^5. */
function keypadCode(first: number, number: number): number {
  const digits = number
    .toString(9)
    .padStart(5, "0")
    .replace(/\d/g, (digit) => String(Number(digit) + 1));
  return Number(`${first}${digits}`);
}

/** Details of a week that appear in both the program and the account. */
function detailsOf(week: number) {
  const isEven = week % 2 === 0;
  const staff = isEven ? ["front", "office"] : ["office"];
  const crew = isEven ? ["front", "garage"] : ["garage", "office"];
  return {
    flatIn: isEven ? 0 : 1,
    event: isEven ? "ring" : "open",
    staff,
    crew,
    relief: isEven ? "front" : "office",
    opens: 480 + (week % 400),
    cleaners: [0, 1].map((n) => ({ n, code: keypadCode(8, week * 10 + n) })),
    guests: [0, 1, 2, 3, 4, 5].map((n) => ({ n, isLate: n < 4, code: keypadCode(5, week * 10 + n) })),
    staffCode: keypadCode(9, week),
    janitorCode: keypadCode(6, 0),
    reliefCode: keypadCode(3, week),
  };
}

/**
 * Rental houses in a week of the year, in sixty resources. From one week to the next some objects are changed,
 * replaced, moved, or renamed only in the program; some are added and some removed. Every kind is here, in a form that
 * can be recovered without a person: sub-accounts, whose password is a real person's, have `adopt: "always"`,
 * notifications have a reference, and the simulated list of webhooks shows their secrets.
 */
export function programOf(week: number): string {
  const details = detailsOf(week);
  return `
    const front = smartlock.getSmartlock({ name: "Front door" });
    const garage = smartlock.getSmartlock({ name: "Garage" });
    const office = smartlock.getSmartlock({ name: "Office" });
    const code = { type: 13, remoteAllowed: false };

    const houses = [0, 1].map((n) => new smartlock.Address("house-" + n, {
      name: "Beach house " + n, smartlockIds: [front, garage], settings: { wifi: "of week ${week}" },
    }));
    const cabin = new smartlock.Address("cabin-${week}", { name: "Cabin ${week}", smartlockIds: [office] });
    new smartlock.AddressUnit("attic", { addressId: houses[0], name: "Attic ${week}" });
    new smartlock.AddressUnit("cellar", { addressId: houses[0], name: "Cellar" });
    new smartlock.AddressUnit("flat", { addressId: houses[${details.flatIn}], name: "Flat" });
    ["Loft", "Porch"].forEach((name) => new smartlock.AddressUnit("cabin-${week}-" + name, { addressId: cabin, name }));

    const login = { password: "an invented password", rights: ["operate"], language: "en", adopt: "always" };
    new smartlock.SubAccount("desk", { ...login, email: "desk@example.com", name: "Desk ${week}" });
    new smartlock.SubAccount("night-${week}", { ...login, email: "night-${week}@example.com", name: "Night desk" });

    const hook = (name, path) => new smartlock.Webhook(name, {
      webhookUrl: "https://hooks.example.com/" + path, webhookFeatures: ["DEVICE_LOGS"],
    });
    hook("hook-moved", "moved/${week}");
    hook("hook-kept", "kept");
    hook("hook-${week}", "of-week/${week}");

    const bell = (name, event) => new smartlock.Notification(name, {
      referenceId: name, pushId: "an-invented-phone-" + name, os: 0, settings: [{ triggerEvents: [event] }],
    });
    bell("bell-changed", "${details.event}");
    bell("bell-kept", "ring");
    bell("bell-${week}", "ring");

    const user = (name, shown) => new smartlock.AccountUser(name, {
      email: name + "@example.com", name: shown, language: "en",
    });
    ${details.cleaners
      .map(
        ({ n, code }) => `{
      const cleaner = user("cleaner-${n}", "Cleaner ${week}");
      const grant = { accountUserId: cleaner, remoteAllowed: false, allowedFromTime: ${details.opens} };
      new smartlock.Authorization("cleaner-${n}-app", { ...grant, smartlockId: front, name: "Cleaner ${n}" });
      new smartlock.Authorization("cleaner-${n}-fob", { ...grant, smartlockId: garage, type: 2, name: "Cleaner's fob ${n}" });
      new smartlock.Authorization("cleaner-${n}-code", { ...code, smartlockId: front, code: ${code}, name: "Cleaner's code ${n}" });
    }`,
      )
      .join("\n    ")}

    new smartlock.AccountUser("janitor-${week}", { email: "janitor@example.com", name: "Janitor", language: "en" });
    new smartlock.Authorization("janitor-${week}-code", {
      ...code, smartlockId: office, code: ${details.janitorCode}, name: "Janitor",
    });
    new smartlock.Authorization("relief", {
      ...code, smartlockId: ${details.relief}, code: ${details.reliefCode}, name: "Relief",
    });

    new smartlock.AuthorizationSet("staff", {
      ...code, smartlockIds: [${details.staff.join()}], code: ${details.staffCode}, name: "Staff",
    });
    new smartlock.AuthorizationSet("crew", {
      smartlockIds: [${details.crew.join()}], accountUserId: user("crew", "Crew"), type: 2, name: "Crew", remoteAllowed: false,
    });
    new smartlock.AuthorizationSet("porter-${week}", {
      smartlockIds: [front, garage, office], accountUserId: user("porter-${week}", "Porter"), name: "Porter", remoteAllowed: false,
    });

    ${details.guests
      .map(
        ({ n, isLate, code }) => `{
      const name = "guest-${week}-${n}";
      const grant = { accountUserId: user(name, "Guest"), remoteAllowed: true };
      new smartlock.Authorization(name + "-app", { ...grant, smartlockId: garage, name: "Guest" });
      new smartlock.Authorization(name + "-fob", { ...grant, smartlockId: garage, type: 2, name: "Fob ${week} ${n}" });
      new smartlock.Authorization(name + "-code", { ...code, smartlockId: front, code: ${code}, name: "Code ${week} ${n}" });
      ${isLate ? 'new smartlock.Authorization(name + "-late", { ...grant, smartlockId: office, name: "Late guest", enabled: false });' : ""}
    }`,
      )
      .join("\n    ")}
  `;
}

/** How many resources that is. */
export const RESOURCES = 60;

const doors: Readonly<Record<string, string>> = { front: "Front door", garage: "Garage", office: "Office" };

/** The objects that the account then has in addition, as the service stores them. */
export function objectsOf(week: number) {
  const details = detailsOf(week);
  const hours = { allowedFromDate: "2000-01-01T00:00:00.000Z", allowedFromTime: details.opens };
  const staff = { type: 13, name: "Staff", code: details.staffCode };
  const porter = { type: 0, name: "Porter", of: `porter-${week}@example.com` };
  const on = (door: string) => ({ on: doors[door] ?? "" });
  const wifi = { settings: { wifi: `of week ${week}` } };
  const flatIn = (house: number): string[] => (details.flatIn === house ? ["Flat"] : []);
  return sorted({
    addresses: [
      {
        name: "Beach house 0",
        locks: ["Front door", "Garage"],
        ...wifi,
        units: ["Cellar", `Attic ${week}`, ...flatIn(0)],
      },
      { name: "Beach house 1", locks: ["Front door", "Garage"], ...wifi, units: flatIn(1) },
      { name: `Cabin ${week}`, locks: ["Office"], units: ["Loft", "Porch"] },
    ],
    users: [
      ...details.cleaners.map(({ n }) => ({ email: `cleaner-${n}@example.com`, name: `Cleaner ${week}` })),
      ...details.guests.map(({ n }) => ({ email: `guest-${week}-${n}@example.com`, name: "Guest" })),
      { email: "janitor@example.com", name: "Janitor" },
      { email: "crew@example.com", name: "Crew" },
      { email: `porter-${week}@example.com`, name: "Porter" },
    ],
    subAccounts: [
      { email: "desk@example.com", name: `Desk ${week}`, rights: 2 },
      { email: `night-${week}@example.com`, name: "Night desk", rights: 2 },
    ],
    webhooks: [`moved/${week}`, "kept", `of-week/${week}`].map((path) => ({
      url: `https://hooks.example.com/${path}`,
    })),
    notifications: [
      { referenceId: "bell-changed", events: [details.event] },
      { referenceId: "bell-kept", events: ["ring"] },
      { referenceId: `bell-${week}`, events: ["ring"] },
    ],
    authorizations: [
      ...details.cleaners.flatMap(({ n, code }) => [
        { ...on("front"), type: 0, name: `Cleaner ${n}`, of: `cleaner-${n}@example.com`, ...hours },
        { ...on("garage"), type: 2, name: `Cleaner's fob ${n}`, of: `cleaner-${n}@example.com`, ...hours },
        { ...on("front"), type: 13, name: `Cleaner's code ${n}`, code },
      ]),
      { ...on("office"), type: 13, name: "Janitor", code: details.janitorCode },
      { ...on(details.relief), type: 13, name: "Relief", code: details.reliefCode },
      ...details.staff.map((door) => ({ ...on(door), ...staff })),
      ...details.crew.map((door) => ({ ...on(door), type: 2, name: "Crew", of: "crew@example.com" })),
      ...["front", "garage", "office"].map((door) => ({ ...on(door), ...porter })),
      ...details.guests.flatMap(({ n, isLate, code }) => {
        const of = `guest-${week}-${n}@example.com`;
        return [
          { ...on("garage"), type: 0, name: "Guest", of },
          { ...on("garage"), type: 2, name: `Fob ${week} ${n}`, of },
          { ...on("front"), type: 13, name: `Code ${week} ${n}`, code },
          ...(isLate ? [{ ...on("office"), type: 0, name: "Late guest", of, enabled: false }] : []),
        ];
      }),
    ].map((grant) => ({ enabled: true, ...grant })),
  });
}

/** The same for a real account. */
export function objectsBeyond(before: AccountState, now: AccountState) {
  const made = madeSince(before, now);
  const nameOf = (id: number): string =>
    now.smartlocks.find(({ smartlockId }) => smartlockId === id)?.name ?? "";
  const emailOf = (id: number | undefined): string | undefined =>
    now.users.find(({ accountUserId }) => accountUserId === id)?.email;
  return sorted({
    addresses: made.house.map(({ addressId, name, smartlockIds, settings }) => ({
      name,
      locks: smartlockIds.map(nameOf).sort(),
      settings,
      units: made.attic.filter((unit) => unit.addressId === addressId).map((unit) => unit.name),
    })),
    users: made.cleaner.map(({ email, name }) => ({ email, name })),
    subAccounts: made.desk.map(({ email, name, rights }) => ({ email, name, rights })),
    webhooks: made.hook.map(({ webhookUrl }) => ({ url: webhookUrl })),
    notifications: made.bell.map(({ referenceId, settings }) => ({
      referenceId,
      events: settings.flatMap(({ triggerEvents }) => triggerEvents ?? []),
    })),
    authorizations: [...made.app, ...made.fob, ...made.code].map((grant) => ({
      on: nameOf(grant.smartlockId),
      type: grant.type,
      name: grant.name,
      of: emailOf(grant.accountUserId),
      code: grant.code,
      enabled: grant.enabled,
      allowedFromDate: grant.allowedFromDate,
      allowedFromTime: grant.allowedFromTime,
    })),
  });
}

/** One line for each object, so that the difference of two accounts is a list of lines. */
function sorted(objects: Readonly<Record<string, readonly object[]>>): string[] {
  return Object.entries(objects)
    .flatMap(([kind, all]) => all.map((object) => `${kind}: ${lineOf(object)}`))
    .sort();
}

function lineOf(object: object): string {
  return Object.entries(object as Record<string, unknown>)
    .filter(([, value]) => value !== undefined)
    .sort(([one], [other]) => one.localeCompare(other))
    .map(
      ([name, value]) => `${name} ${JSON.stringify(Array.isArray(value) ? value.map(String).sort() : value)}`,
    )
    .join(", ");
}
