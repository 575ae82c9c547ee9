import type { Act } from "../act";
import { accountActs } from "./account";
import { apiKeyActs } from "./api-keys";
import { doorActs } from "./doors";
import { grantActs } from "./grants";
import { guestActs } from "./guests";
import { serviceActs } from "./services";
import { settingActs } from "./settings";

/** Every command that changes something at once, by its heading in the help. */
export const actGroups: Readonly<Record<string, readonly Act[]>> = {
  "Doors:": doorActs,
  "Guests:": guestActs,
  "Access:": grantActs,
  "Settings:": settingActs,
  "Third-party services:": serviceActs,
  "The account:": accountActs,
  "API keys:": apiKeyActs,
};

/** What the help says of the first word of acts that have two. */
export const families: Readonly<Record<string, string>> = {
  otp: "Creates the secret for one-time passwords, and enables or disables them.",
  "web-view": "Changes or resets the view of the locks in Nuki Web.",
};

export const acts: readonly Act[] = Object.values(actGroups).flat();
