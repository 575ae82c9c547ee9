import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import * as smartlock from "pulumi-smartlock";

interface Guest {
  name: string;
  from: string;
  until: string;
}

const config = new pulumi.Config();
const guests = JSON.parse(readFileSync(join(__dirname, "guests.json"), "utf8")) as Guest[];

const frontDoor = smartlock.getSmartlock({ name: "Front door" });
const garage = smartlock.getSmartlock({ name: "Garage" });

// The house and its apartments.
const house = new smartlock.Address("house", {
  name: "Lake house",
  smartlockIds: [frontDoor, garage],
});
const apartments = ["Ground floor", "Attic"].map(
  (name) => new smartlock.AddressUnit(name, { addressId: house, name }),
);

// The cleaner comes on weekdays from eight to four: with the app at the garage, with a code at the front door.
const cleaner = new smartlock.AccountUser("cleaner", {
  email: "lake-house-cleaning@example.com",
  name: "Cleaner",
  language: "en",
});
const workingHours = {
  allowedWeekDays: ["mon", "tue", "wed", "thu", "fri"] as const,
  allowedFromTime: "08:00",
  allowedUntilTime: "16:00",
};
new smartlock.Authorization("cleaner-garage", {
  smartlockId: garage,
  accountUserId: cleaner,
  name: "Cleaner",
  remoteAllowed: false,
  ...workingHours,
});
new smartlock.Authorization("cleaner-front-door", {
  smartlockId: frontDoor,
  type: "code",
  code: config.requireSecretNumber("cleanerCode"),
  name: "Cleaner",
  remoteAllowed: false,
  ...workingHours,
});

// Each guest has a code for the duration of the stay. The codes are secrets of the stack: `pulumi config set --secret`.
const codes = config.requireSecretObject<Record<string, number>>("guestCodes");
for (const { name, from, until } of guests) {
  new smartlock.Authorization(name, {
    smartlockId: frontDoor,
    type: "code",
    code: codes.apply((all) => all[name]),
    name,
    remoteAllowed: false,
    allowedFromDate: from,
    allowedUntilDate: until,
  });
}

// Who is told what happens at the doors.
const hook = new smartlock.Webhook("hook", {
  webhookUrl: "https://lake-house.example.com/smartlock",
  webhookFeatures: ["DEVICE_LOGS", "DEVICE_STATUS"],
});
new smartlock.Notification("warnings", {
  referenceId: "lake-house-warnings",
  pushId: "https://lake-house.example.com/warnings",
  os: "url",
  language: "en",
  settings: [{ triggerEvents: ["warnings", "doorsensor"] }],
});

export const addressId = house.addressId;
export const units = apartments.map((apartment) => apartment.unitId);
export const webhookSecret = hook.secret;
