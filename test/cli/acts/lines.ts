import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Simulator } from "../../../simulator";
import { oneTimePassword } from "../../one-time-password";
import { PIN, SERVICE_CREDENTIAL } from "./account";

type State = ReturnType<Simulator["state"]>;

/** One command line for each act and for each operation that it may send. */
export interface Line {
  readonly act: string;
  readonly args: readonly string[];
  /** The operation of the service that it sends, and nothing else. */
  readonly sends: string;
  /** What the question names: the deed, with the door or the person. Undefined if it does not ask. */
  readonly asks: string | undefined;
  /** Something is in the account afterwards that was not there before. */
  done(after: State, before: State): boolean;
  /** What the account has to look like first. */
  before?(state: State): State;
  /** What comes from the standard input. */
  stdin?(state: State): string;
  /** A secret that the act may show, and where it may go. */
  readonly givesSecret?: true;
}

function lock(state: State, name: string) {
  const found = state.smartlocks.find((one) => one.name === name);
  if (found === undefined) {
    throw new Error(`the demo has no ${name}`);
  }
  return found;
}

const shows = (name: string, wanted: number) => (after: State) => lock(after, name).state["state"] === wanted;

const logged = (action: number) => (after: State, before: State) =>
  after.logs.length === before.logs.length + 1 && after.logs.at(-1)?.action === action;

const key = (state: State, id: number) => state.apiKeys.find(({ apiKeyId }) => apiKeyId === id);

const open = (state: State): State => ({
  ...state,
  smartlocks: state.smartlocks.map((one) => ({ ...one, state: { ...one.state, state: 3 } })),
});

/** Nothing but these values has changed. */
function sameBut(after: object = {}, before: object = {}, changed: object): boolean {
  // In any order, and each value is plain.
  const sorted = (fields: object) => JSON.stringify(Object.entries(fields).sort());
  return sorted(after) === sorted({ ...before, ...changed });
}

const WEBHOOK = ["--webhook-url", "https://bookings.example.com/hook", "--feature", "DEVICE_AUTHS"] as const;

const STAY = ["Harbour Street 5", "Guest B"] as const;

/** @param folder for files that a line names */
export function everyLine(folder: string): readonly Line[] {
  const request = join(folder, "request.json");
  writeFileSync(request, JSON.stringify({ password: SERVICE_CREDENTIAL }));
  return [
    {
      act: "lock",
      args: ["lock", "Front door"],
      sends: "POST /smartlock/{smartlockId}/action/lock",
      asks: undefined,
      before: open,
      done: shows("Front door", 1),
    },
    {
      act: "lock",
      args: ["lock", "Front door", "--callback"],
      sends: "POST /smartlock/{smartlockId}/action/lock/advanced",
      asks: undefined,
      before: open,
      done: shows("Front door", 1),
    },
    {
      act: "unlock",
      args: ["unlock", "Front door"],
      sends: "POST /smartlock/{smartlockId}/action/unlock",
      asks: "unlock Front door",
      done: shows("Front door", 3),
    },
    {
      act: "unlock",
      args: ["unlock", "Key box", "--callback"],
      sends: "POST /smartlock/{smartlockId}/action/unlock/advanced",
      asks: "open the box Key box",
      done: shows("Key box", 3),
    },
    {
      act: "action",
      args: ["action", "Garage", "unlatch", "--force", "--full-lock"],
      sends: "POST /smartlock/{smartlockId}/action",
      asks: "unlock Garage and pull its latch",
      done: shows("Garage", 5),
    },
    {
      act: "action",
      args: ["action", "Street entrance", "open", "--callback"],
      sends: "POST /smartlock/{smartlockId}/action/advanced",
      asks: "open the door at Street entrance",
      done: logged(3),
    },
    {
      act: "sync",
      args: ["sync", "Front door"],
      sends: "POST /smartlock/{smartlockId}/sync",
      asks: undefined,
      before: (state) => ({
        ...state,
        authorizations: state.authorizations.map((grant) => ({ ...grant, ghost: grant.name === "Keypad 2" })),
      }),
      done: (after) => !after.authorizations.some(({ name }) => name === "Keypad 2"),
    },
    {
      act: "remove-device",
      args: ["remove-device", "Garage"],
      sends: "DELETE /smartlock/{smartlockId}",
      asks: "remove Garage",
      done: (after) => !after.smartlocks.some(({ name }) => name === "Garage"),
    },
    {
      act: "set-pin",
      args: ["set-pin", "Office", "--stdin"],
      sends: "POST /smartlock/{smartlockId}/admin/pin",
      asks: "another admin PIN of Office",
      stdin: () => PIN,
      done: (after) => lock(after, "Office").adminPin === Number(PIN),
    },
    {
      act: "issue",
      args: ["issue", ...STAY],
      sends: "POST /address/{addressId}/reservation/{id}/issue",
      asks: "issue the authorizations for the stay of Guest B at Harbour Street 5",
      done: (after) => after.authorizations.some(({ name }) => name === "Guest B"),
    },
    {
      act: "revoke",
      args: ["revoke", "Harbour Street 5", "guest-c@example.com"],
      sends: "POST /address/{addressId}/reservation/{id}/revoke",
      asks: "revoke the authorizations for the stay of Guest C at Harbour Street 5",
      done: (after) => after.reservations.every(({ guestsIssued }) => guestsIssued === 0),
    },
    {
      act: "access-times",
      args: ["access-times", ...STAY, "--check-in", "15:00", "--check-out", "11:30"],
      sends: "POST /address/{addressId}/reservation/{id}/update/accesstimes",
      asks: "set the access times for the stay of Guest B",
      done: ({ reservations: [first] }) =>
        first?.accessTimes?.checkInTime === 900 && first.accessTimes.checkOutTime === 690,
    },
    {
      act: "redeem",
      args: ["redeem", "--address", "Harbour Street 5", "--unit", "Apartment 2"],
      sends: "POST /address/token/{tokenId}/redeem",
      asks: "redeem the token of Apartment 2 at Harbour Street 5",
      done: (after) =>
        after.addressUnits[1]?.redeemDate !== null &&
        after.mails.some(({ kind }) => kind === "address token"),
    },
    {
      act: "redeem",
      args: ["redeem", "--stdin", "--no-mail"],
      sends: "POST /address/token/{tokenId}/redeem",
      asks: "redeem the token of Harbour Street 5",
      stdin: (state) => state.addressTokens[0]?.id ?? "",
      done: (after) => after.addressUnits[0]?.redeemDate !== null && after.mails.length === 0,
    },
    {
      act: "delete-units",
      args: ["delete-units", "Harbour Street 5", "Apartment 1", "Apartment 2"],
      sends: "DELETE /address/{addressId}/unit",
      asks: "delete 2 units Apartment 1, Apartment 2 of Harbour Street 5",
      done: (after) => after.addressUnits.length === 0,
    },
    {
      act: "share-key",
      args: [
        "share-key",
        "Garage",
        "Plumber",
        "--days",
        "mon,tue",
        "--from-time",
        "08:00",
        "--user",
        "Guest A",
      ],
      sends: "POST /smartlock/{smartlockId}/auth/advanced/sharedkey",
      asks: 'create the shared key "Plumber" for Garage',
      done: (after) =>
        after.authorizations.some(
          ({ name, allowedWeekDays, allowedFromTime, allowedUntilTime, accountUserId, allowedFromDate }) =>
            name === "Plumber" &&
            allowedWeekDays === 96 &&
            allowedFromTime === 480 &&
            allowedUntilTime === 1440 &&
            accountUserId === 4003 &&
            allowedFromDate !== undefined,
        ),
    },
    {
      act: "grant-advanced",
      args: ["grant-advanced", "guest-a@example.com", "Front door", "Garage", "--remote"],
      sends: "PUT /smartlock/auth/advanced",
      asks: "give Guest A <guest-a@example.com> access by app to Front door, Garage",
      done: (after) =>
        after.authorizations.filter(
          ({ accountUserId, remoteAllowed }) => accountUserId === 4003 && remoteAllowed,
        ).length === 2,
    },
    {
      act: "link",
      args: ["link", "guesty", "--request", request],
      sends: "POST /service/{serviceId}/link",
      asks: "link guesty",
      done: (after) => after.services.some(({ serviceId, enabled }) => serviceId === "guesty" && enabled),
    },
    {
      act: "unlink",
      args: ["unlink", "airbnb"],
      sends: "POST /service/{serviceId}/unlink",
      asks: "unlink airbnb",
      done: (after) => after.services.every(({ enabled }) => !enabled),
    },
    {
      act: "sync-service",
      args: ["sync-service", "airbnb"],
      sends: "POST /service/{serviceId}/sync",
      asks: undefined,
      done: () => true,
    },
    {
      act: "otp create",
      args: ["otp", "create"],
      sends: "PUT /account/otp",
      asks: "make a new secret for one-time passwords",
      givesSecret: true,
      done: (after) => after.otp !== undefined,
    },
    {
      act: "otp enable",
      args: ["otp", "enable", "--stdin"],
      sends: "POST /account/otp",
      asks: "require one-time passwords for the account",
      before: (state) => ({ ...state, otp: { secret: "ABCDEFGHIJKLMNOPABCDEFGHIJKLMNOP", failures: 0 } }),
      stdin: () => oneTimePassword("ABCDEFGHIJKLMNOPABCDEFGHIJKLMNOP", Date.now()),
      done: (after) => after.otp?.enabledDate !== undefined,
    },
    {
      act: "otp disable",
      args: ["otp", "disable"],
      sends: "DELETE /account/otp",
      asks: "stop requiring one-time passwords for the account",
      before: (state) => ({
        ...state,
        otp: { secret: "ABCDEFGHIJKLMNOP", enabledDate: state.account.creationDate, failures: 0 },
      }),
      done: (after) => after.otp === undefined,
    },
    {
      act: "change-email",
      args: ["change-email", "new-owner@example.com"],
      sends: "POST /account/email/change",
      asks: "to new-owner@example.com",
      done: (after) => after.mails.some(({ to }) => to === "new-owner@example.com"),
    },
    {
      act: "verify-email",
      args: ["verify-email"],
      sends: "POST /account/email/verify",
      asks: "verified",
      before: (state) => ({ ...state, account: { ...state.account, emailVerified: false } }),
      done: (after) => after.account.emailVerified === true,
    },
    {
      act: "delete-integration",
      args: ["delete-integration", "Old app"],
      sends: "DELETE /account/integration",
      asks: "disconnect Bookings, Old app",
      done: (after, before) =>
        after.tokens.length === before.tokens.length - 1 &&
        !after.tokens.some(({ description }) => description === "Old app"),
    },
    {
      act: "delete-integration",
      args: ["delete-integration", "Bookings", "--all"],
      sends: "DELETE /account/integration",
      asks: "disconnect Bookings, Nightly run; Bookings, Old app",
      done: (after) => key(after, 9001) === undefined,
    },
    {
      act: "apply-advanced-key",
      args: [
        ...["apply-advanced-key", "Plain", "--name", "Plain", "--description", "For guests"],
        ...["--type", "SHORT_RENTAL", "--url", "https://plain.example.com", "--email", "owner@example.com"],
        ...["--country", "AT", ...WEBHOOK],
      ],
      sends: "PUT /api/key/{apiKeyId}/advanced",
      asks: 'apply for advanced access of the API key "Plain"',
      done: (after) => key(after, 9002)?.advanced?.webhookFeatures[0] === "DEVICE_AUTHS",
    },
    {
      act: "change-advanced-key",
      args: ["change-advanced-key", "Bookings", ...WEBHOOK],
      sends: "POST /api/key/{apiKeyId}/advanced",
      asks: 'what the API key "Bookings" (9001) reports',
      done: (after) => key(after, 9001)?.advanced?.webhookUrl === "https://bookings.example.com/hook",
    },
    {
      act: "reactivate-advanced-key",
      args: ["reactivate-advanced-key", "Bookings"],
      sends: "POST /api/key/{apiKeyId}/advanced/reactivate",
      asks: undefined,
      done: (after) => key(after, 9001)?.advanced?.webhookStatus === "ACTIVE",
    },
    {
      act: "delete-advanced-key",
      args: ["delete-advanced-key", "Bookings"],
      sends: "DELETE /api/key/{apiKeyId}/advanced",
      asks: 'give up the advanced access of the API key "Bookings"',
      done: (after) => key(after, 9001) !== undefined && key(after, 9001)?.advanced === undefined,
    },
    {
      act: "create-api-key",
      args: ["create-api-key", "Cleaning", "--redirect-uri", "https://cleaning.example.com"],
      sends: "PUT /api/key",
      asks: 'create the API key "Cleaning"',
      done: (after) => after.apiKeys.some(({ description }) => description === "Cleaning"),
    },
    {
      act: "change-api-key",
      args: ["change-api-key", "Plain", "--description", "Plainer"],
      sends: "POST /api/key/{apiKeyId}",
      asks: 'change the API key "Plain"',
      done: (after) => key(after, 9002)?.description === "Plainer",
    },
    {
      act: "delete-api-key",
      args: ["delete-api-key", "9001"],
      sends: "DELETE /api/key/{apiKeyId}",
      asks: 'delete the API key "Bookings" (9001)',
      done: (after) => key(after, 9001) === undefined,
    },
    {
      act: "create-api-token",
      args: ["create-api-token", "Bookings", "Weekly run", "--scope", "smartlock", "--scope", "account"],
      sends: "PUT /api/key/{apiKeyId}/token",
      asks: 'create the token "Weekly run" of the API key "Bookings"',
      givesSecret: true,
      done: (after) => after.tokens.some(({ description }) => description === "Weekly run"),
    },
    {
      act: "change-api-token",
      args: ["change-api-token", "Bookings", "Old app", "--scope", "smartlock.readOnly"],
      sends: "POST /api/key/{apiKeyId}/token/{id}",
      asks: 'change the token "Old app" (aaaaaaaaaaaaaaaaaaaaaa02) of the API key "Bookings"',
      done: (after) => after.tokens.some(({ scopes }) => scopes.join() === "smartlock.readOnly"),
    },
    {
      act: "delete-api-token",
      args: ["delete-api-token", "Bookings", "Old app"],
      sends: "DELETE /api/key/{apiKeyId}/token/{id}",
      asks: 'delete the token "Old app"',
      done: (after) => !after.tokens.some(({ description }) => description === "Old app"),
    },
    {
      act: "rename",
      args: ["rename", "Garage", "Bike shed", "--favorite"],
      sends: "POST /smartlock/{smartlockId}",
      asks: "rename Garage",
      done: (after) => lock(after, "Bike shed").favorite,
    },
    {
      act: "configure",
      args: ["configure", "Garage", "ledBrightness=5", "singleLock=true"],
      sends: "POST /smartlock/{smartlockId}/config",
      asks: "change settings of Garage",
      done: (after, before) =>
        sameBut(lock(after, "Garage").config, lock(before, "Garage").config, {
          ledBrightness: 5,
          singleLock: true,
        }),
    },
    {
      act: "configure",
      args: ["configure", "Office", "autoLock=true"],
      sends: "POST /smartlock/{smartlockId}/advanced/config",
      asks: "change settings of Office",
      done: (after, before) =>
        sameBut(lock(after, "Office").advancedConfig, lock(before, "Office").advancedConfig, {
          autoLock: true,
        }),
    },
    {
      act: "configure",
      args: ["configure", "Street entrance", "soundLevel=20"],
      sends: "POST /smartlock/{smartlockId}/advanced/openerconfig",
      asks: "change settings of Street entrance",
      done: (after) => lock(after, "Street entrance").openerAdvancedConfig?.["soundLevel"] === 20,
    },
    {
      act: "configure",
      args: ["configure", "Cellar", "buzzerVolume=0"],
      sends: "POST /smartlock/{smartlockId}/advanced/smartdoorconfig",
      asks: "change settings of Cellar",
      done: (after) => lock(after, "Cellar").smartdoorAdvancedConfig?.["buzzerVolume"] === 0,
    },
    {
      act: "configure",
      args: ["configure", "Key box", "batteryWarningPerMailEnabled=false"],
      sends: "POST /smartlock/{smartlockId}/web/config",
      asks: "change settings of Key box",
      done: (after) => lock(after, "Key box").webConfig["batteryWarningPerMailEnabled"] === false,
    },
    {
      act: "battery-mails",
      args: ["battery-mails", "off", "Front door", "Garage"],
      sends: "POST /bulk-web-config",
      asks: "switch the mails about a low battery off for Front door, Garage",
      done: (after) =>
        after.smartlocks.filter(({ webConfig }) => webConfig["batteryWarningPerMailEnabled"] === false)
          .length === 2,
    },
    {
      act: "change-account",
      args: ["change-account", "--name", "Harbour Street"],
      sends: "POST /account",
      asks: "change the account",
      done: (after, before) =>
        after.account.name === "Harbour Street" && after.account.language === before.account.language,
    },
    {
      act: "web-view change",
      args: ["web-view", "change", "--view", "LIST"],
      sends: "PUT /account/setting",
      asks: undefined,
      before: (state) => ({
        ...state,
        settings: { web: { deviceViewType: "TILE", deviceSortType: "NAME_ASC" } },
      }),
      done: (after) =>
        JSON.stringify(after.settings) ===
        JSON.stringify({ web: { deviceViewType: "LIST", deviceSortType: "NAME_ASC" } }),
    },
    {
      act: "web-view reset",
      args: ["web-view", "reset"],
      sends: "DELETE /account/setting",
      asks: "reset the view of the account's locks in Nuki Web",
      before: (state) => ({ ...state, settings: { web: { deviceViewType: "TILE" } } }),
      done: (after) => after.settings === undefined,
    },
  ];
}
