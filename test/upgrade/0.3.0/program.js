"use strict";
const smartlock = require("pulumi-smartlock");

const front = smartlock.getSmartlockOutput({ name: "Front door" });
const garage = smartlock.getSmartlockOutput({ name: "Garage" });

const house = new smartlock.Address("house", {
  name: "Lake house",
  smartlockIds: [front, garage],
  settings: { wifi: "guests" },
});
new smartlock.AddressUnit("attic", { addressId: house, name: "Attic" });
const cleaner = new smartlock.AccountUser("cleaner", {
  email: "Lake.Cleaner@example.com",
  name: "Cleaner",
  language: "de",
});
new smartlock.SubAccount("desk", {
  email: "desk@example.com",
  password: "an invented password",
  name: "Desk",
  rights: ["operate", "logs"],
  language: "en",
});
new smartlock.Authorization("app", {
  smartlockId: front,
  accountUserId: cleaner,
  name: "Cleaner",
  remoteAllowed: true,
  allowedWeekDays: ["mon", "tue"],
  allowedFromTime: "08:00",
  allowedUntilTime: "16:00",
});
new smartlock.Authorization("fob", {
  smartlockId: garage,
  type: "fob",
  accountUserId: cleaner,
  name: "Cleaner fob",
  remoteAllowed: false,
  enabled: false,
});
new smartlock.Authorization("code", {
  smartlockId: front,
  type: "code",
  code: 731946,
  name: "Guest",
  remoteAllowed: false,
  allowedFromDate: "2030-06-01T15:00:00+02:00",
  allowedUntilDate: "2030-06-08T10:00:00+02:00",
  settleTimeout: 60,
});
new smartlock.AuthorizationSet("crew", {
  smartlockIds: [front, garage],
  type: "fob",
  accountUserId: cleaner,
  name: "Crew fob",
  remoteAllowed: false,
  allowedWeekDays: ["sat", "sun"],
});
new smartlock.AuthorizationSet("guests", {
  smartlockIds: [front, smartlock.getSmartlockOutput({ name: "Office" })],
  type: "code",
  code: 846273,
  name: "Guests",
  remoteAllowed: false,
});
new smartlock.Webhook("hook", {
  webhookUrl: "https://hooks.example.com/lake-house",
  webhookFeatures: ["DEVICE_LOGS", "DEVICE_AUTHS"],
});
new smartlock.Notification("warnings", {
  referenceId: "lake-house",
  pushId: "https://push.example.com/lake-house",
  secret: "an invented secret",
  os: "url",
  language: "en",
  settings: [{ smartlockId: front.smartlockId, triggerEvents: ["warnings", "ring"] }],
});
