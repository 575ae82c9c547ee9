import type { AccountStateInput } from "../account";
import { demoIntercoms } from "./demo-intercoms";
import { deviceTypes, newDevice } from "./device";
import { accountId, day, emptySeed, isoDate, type SeedOptions } from "./empty";

const addressId = 701;

/** The account of a small host: six devices, a few people, and one address with two units and an upcoming guest. */
export function demoSeed(options: SeedOptions): AccountStateInput {
  const { now } = options;
  const base = emptySeed(options);
  const creationDate = isoDate(now - 300 * day);

  const device = (
    type: number,
    number: number,
    name: string,
    more: Partial<Parameters<typeof newDevice>[0]> = {},
  ) => newDevice({ type, device: number, name, creationDate, ...more });
  const { smartLock2, box, opener, smartDoor, smartLock4, smartLock5 } = deviceTypes;
  const frontDoor = device(smartLock4, 518_201_377, "Front door", { keypad: "keypad 2" });
  const garage = device(smartLock2, 403_118_962, "Garage");
  const office = device(smartLock5, 610_774_205, "Office", { keypad: "keypad" });
  const cellar = device(smartDoor, 287_450_913, "Cellar", { offline: "pending" });
  const intercom = device(opener, 355_902_118, "Street entrance");
  const keyBox = device(box, 190_337_540, "Key box");

  const user = (accountUserId: number, name: string, email: string) => ({
    accountUserId,
    accountId,
    type: 0,
    email,
    name,
    language: "en",
    creationDate,
    updateDate: creationDate,
  });

  const grant = (
    lock: { smartlockId: number },
    authId: number,
    type: number,
    name: string,
    more: object = {},
  ) => ({
    id: `65a0${String(authId).padStart(4, "0")}${lock.smartlockId.toString(16).padStart(16, "0")}`,
    smartlockId: lock.smartlockId,
    authId,
    type,
    name,
    enabled: true,
    remoteAllowed: type === 0,
    lockCount: authId * 7,
    creationDate,
    updateDate: creationDate,
    ...more,
  });

  const log = (lock: { smartlockId: number; type: number }, n: number, name: string, action: number) => ({
    id: `66c0${String(n).padStart(20, "0")}`,
    smartlockId: lock.smartlockId,
    deviceType: lock.type,
    name,
    action,
    trigger: action === 1 ? 255 : 6,
    state: 0,
    autoUnlock: false,
    date: isoDate(now - day + n * 600_000),
    source: action === 1 ? 1 : 0,
  });

  return {
    ...base,
    users: [
      user(4001, "Cleaning crew", "cleaning@example.com"),
      user(4002, "Caretaker", "caretaker@example.com"),
      user(4003, "Guest A", "guest-a@example.com"),
    ],
    smartlocks: [frontDoor, garage, office, cellar, intercom, keyBox],
    authorizations: [
      grant(frontDoor, 1, 0, "Caretaker", { accountUserId: 4002 }),
      grant(frontDoor, 2, 13, "Cleaning crew", {
        accountUserId: 4001,
        code: 482913,
        allowedFromDate: creationDate,
        allowedWeekDays: 124,
        allowedFromTime: 480,
        allowedUntilTime: 960,
      }),
      grant(frontDoor, 3, 3, "Keypad 2"),
      grant(garage, 1, 0, "Caretaker", { accountUserId: 4002 }),
      grant(garage, 2, 2, "Caretaker's fob", { accountUserId: 4002 }),
      grant(office, 1, 13, "Cleaning crew", { accountUserId: 4001, code: 739164 }),
      grant(cellar, 1, 0, "Caretaker", { accountUserId: 4002 }),
      grant(intercom, 1, 0, "Caretaker", { accountUserId: 4002 }),
    ],
    logs: [
      log(frontDoor, 1, "Cleaning crew", 1),
      log(frontDoor, 2, "Auto lock", 2),
      log(office, 3, "Cleaning crew", 1),
      log(office, 4, "Auto lock", 2),
    ],
    addresses: [
      {
        addressId,
        accountId,
        name: "Harbour Street 5",
        smartlockIds: [frontDoor.smartlockId, intercom.smartlockId],
        timeZone: "Europe/Vienna",
        checkInTime: 900,
        checkOutTime: 660,
        creationDate,
        updateDate: creationDate,
      },
    ],
    addressUnits: [1, 2].map((n) => ({
      id: `67d00000000000000000000${n}`,
      name: `Apartment ${n}`,
      addressId,
      addressTokenId: `67e00000000000000000000${n}`,
      creationDate,
      redeemDate: null,
    })),
    addressTokens: [1, 2].map((n) => ({
      id: `67e00000000000000000000${n}`,
      addressId,
      creationDate,
      redeemDate: null,
      redeemAccountId: null,
    })),
    reservations: [
      {
        id: "68f000000000000000000001",
        addressId,
        accountId,
        email: "guest-b@example.com",
        name: "Guest B",
        guests: 2,
        guestsIssued: 0,
        keypadIssued: false,
        state: "accepted",
        serviceId: "airbnb",
        reference: "HX2049",
        automation: 0,
        startDate: isoDate(now + 7 * day),
        endDate: isoDate(now + 10 * day),
        updateDate: creationDate,
        isCurrentlyIssuingAuth: false,
        isCurrentlyRevokingAuth: false,
        hasCustomAccessTimes: false,
      },
    ],
    services: ["airbnb", "guesty", "smoobu"].map((serviceId) => ({
      serviceId,
      context: {},
      enabled: serviceId === "airbnb",
      started: serviceId === "airbnb",
      stopped: serviceId !== "airbnb",
    })),
    ...demoIntercoms(now),
  };
}
