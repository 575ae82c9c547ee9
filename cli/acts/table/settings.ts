import { type AccountSettings, NotFoundError, type Smartlock } from "../../../provider/api";
import {
  advancedConfigWrite,
  openerAdvancedConfigWrite,
  smartdoorAdvancedConfigWrite,
  smartlockConfigWrite,
  webConfigWrite,
} from "../../../provider/api/smartlock-config";
import { nearest } from "../../../provider/engine/messages/nearest";
import { findLock } from "../../access/find";
import { CommandError } from "../../command-error";
import { type Act, confirmed, plan, waiting } from "../act";
import { type ActRequest, request } from "../request";
import { lockFrom } from "./doors";

type Values = Readonly<Record<string, unknown>>;

/** A part of a lock's configuration: each has a request of its own, which takes the whole part. */
interface Part {
  /** Where a lock shows it. */
  readonly field:
    "config" | "advancedConfig" | "openerAdvancedConfig" | "smartdoorAdvancedConfig" | "webConfig";
  readonly known: readonly string[];
  send(smartlockId: number, body: Values): ActRequest;
}

/** What a device says of itself. The service does not take it from anybody else. */
const READ_ONLY = [
  ...["capabilities", "fobPaired", "fobAction1", "fobAction2", "fobAction3", "operatingMode", "keypadPaired"],
  ...["keypad2Paired", "homekitState", "matterState", "deviceType", "wifiEnabled", "operationId"],
  ...["productVariant", "supportedBatteryTypes"],
];

/** These belong to one door: a wrong value can jam it. */
const CALIBRATION = /Degrees$/;

/**
 * The compiler cannot know that a configuration which was read is one that can be written. The request is checked
 * against its schema before anybody is asked.
 */
const parts: readonly Part[] = [
  {
    field: "config",
    known: Object.keys(smartlockConfigWrite.shape),
    send: (smartlockId, body) => request("smartlocks", "setConfig", { smartlockId }, body as never),
  },
  {
    field: "advancedConfig",
    known: Object.keys(advancedConfigWrite.shape),
    send: (smartlockId, body) => request("smartlocks", "setAdvancedConfig", { smartlockId }, body as never),
  },
  {
    field: "openerAdvancedConfig",
    known: Object.keys(openerAdvancedConfigWrite.shape),
    send: (smartlockId, body) =>
      request("smartlocks", "setOpenerAdvancedConfig", { smartlockId }, body as never),
  },
  {
    field: "smartdoorAdvancedConfig",
    known: Object.keys(smartdoorAdvancedConfigWrite.shape),
    send: (smartlockId, body) =>
      request("smartlocks", "setSmartdoorAdvancedConfig", { smartlockId }, body as never),
  },
  {
    field: "webConfig",
    known: Object.keys(webConfigWrite.shape),
    send: (smartlockId, body) => request("smartlocks", "setWebConfig", { smartlockId }, body as never),
  },
];

/** `ledBrightness=3`: true, false and numbers are meant as such, everything else as text. */
function settingsFrom(written: readonly string[]): Values {
  return Object.fromEntries(
    written.map((text) => {
      const at = text.indexOf("=");
      if (at < 1) {
        throw new CommandError(
          `Nothing was sent. "${text}" is not a setting. Write name=value, such as ledBrightness=3.`,
        );
      }
      return [text.slice(0, at), valueOf(text.slice(at + 1))];
    }),
  );
}

function valueOf(text: string): unknown {
  if (text === "true" || text === "false") {
    return text === "true";
  }
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

/** The part of this lock that has all of these settings. */
function partWith(lock: Smartlock, names: readonly string[]): Part {
  const own = parts.filter(({ field }) => (lock[field] ?? undefined) !== undefined);
  const every = own.flatMap(({ known }) => known).filter((name) => !READ_ONLY.includes(name));
  for (const name of names) {
    if (READ_ONLY.includes(name)) {
      throw new CommandError(`Nothing was sent. ${name} is reported by the lock and cannot be set.`);
    }
    if (!every.includes(name)) {
      const meant = nearest(name, every);
      const known = meant === undefined ? `It has ${every.join(", ")}.` : `Did you mean ${meant}?`;
      throw new CommandError(`Nothing was sent. ${lock.name} has no setting ${name}. ${known}`);
    }
  }
  const part = own.find(({ known }) => names.every((name) => known.includes(name)));
  if (part === undefined) {
    throw new CommandError(
      `Nothing was sent. ${names.join(", ")} belong to different parts of the configuration, which take two requests. Use a command for each.`,
    );
  }
  return part;
}

function speak(value: unknown): string {
  return value === undefined ? "nothing" : JSON.stringify(value);
}

const VIEWS = ["LIST", "TILE"] as const;
const ORDERS = ["FAVOURITES_FIRST", "NAME_ASC", "NAME_DESC", "LAST_ADDED_DESC"] as const;

function oneOf<const Word extends string>(
  words: readonly Word[],
  given: string | undefined,
  option: string,
): Word | undefined {
  const found = words.find((word) => word === given);
  if (given !== undefined && found === undefined) {
    throw new CommandError(`Nothing was sent. ${option} must be one of ${words.join(", ")}.`);
  }
  return found;
}

export const settingActs: readonly Act[] = [
  {
    name: "rename",
    operations: ["smartlocks.update"],
    summary: "Gives a lock another name, or marks it as a favourite.",
    arguments: [
      { name: "lock", description: "the lock, by its name or its id" },
      { name: "name", description: "the new name", isOptional: true },
    ],
    options: [
      { flags: "--favorite", description: "mark it as a favourite" },
      { flags: "--not-favorite", description: "remove the mark" },
    ],
    example: 'rename "Front door" "Main door"',
    async plan(client, given) {
      const lock = await lockFrom(client, given);
      const { smartlockId } = lock;
      const name = given.optional("name");
      const [marks, unmarks] = [given.is("favorite"), given.is("notFavorite")];
      if ((name === undefined && !marks && !unmarks) || (marks && unmarks)) {
        throw new CommandError("Nothing was sent. Give a new name, --favorite or --not-favorite.");
      }
      const deeds = [
        ...(name === undefined ? [] : [`rename ${lock.name} (${smartlockId}) to ${name}`]),
        ...(marks ? [`mark ${lock.name} as a favourite`] : []),
        ...(unmarks ? [`no longer mark ${lock.name} as a favourite`] : []),
      ];
      return plan({
        deed: deeds.join(" and "),
        means:
          name === undefined
            ? []
            : ["Programs and commands that look for the lock by its old name no longer find it."],
        request: request(
          "smartlocks",
          "update",
          { smartlockId },
          { ...(name !== undefined && { name }), ...((marks || unmarks) && { favorite: marks }) },
        ),
      });
    },
  },
  {
    name: "configure",
    operations: [
      "smartlocks.setConfig",
      "smartlocks.setAdvancedConfig",
      "smartlocks.setOpenerAdvancedConfig",
      "smartlocks.setSmartdoorAdvancedConfig",
      "smartlocks.setWebConfig",
    ],
    summary: "Changes settings of one lock.",
    notes:
      "It reads the settings, changes those that you name, and sends them back whole, as the service wants it.\nNames and values are those of the service.",
    arguments: [
      { name: "lock", description: "the lock, by its name or its id" },
      { name: "settings", description: "name=value, such as ledBrightness=3", isList: true },
    ],
    waitsFor: "the lock to show the new settings, with no operation under way",
    example: 'configure "Front door" ledBrightness=3 ledEnabled=true',
    async plan(client, given) {
      const lock = await lockFrom(client, given);
      const { smartlockId, name } = lock;
      const wanted = settingsFrom(given.list("settings"));
      const part = partWith(lock, Object.keys(wanted));
      const { field, known } = part;
      const live: Values = lock[field] ?? {};
      const whole = Object.fromEntries(Object.entries(live).filter(([key]) => known.includes(key)));
      return plan({
        deed: `change settings of ${name} (${smartlockId})`,
        means: [
          ...Object.entries(wanted).map(
            ([key, value]) => `${key}: ${speak(live[key])} becomes ${speak(value)}.`,
          ),
          ...(Object.keys(wanted).some((key) => CALIBRATION.test(key))
            ? ["That is a calibration of this door: a wrong value can jam it."]
            : []),
        ],
        request: part.send(smartlockId, { ...whole, ...wanted }),
        async look(later, _answer, options) {
          const now: Values = (await later.smartlocks.get({ smartlockId }, options))[field] ?? {};
          const differs = Object.entries(wanted).find(([key, value]) => speak(now[key]) !== speak(value));
          if (differs !== undefined) {
            return waiting(`${name} does not show ${differs[0]} as ${speak(differs[1])} yet`);
          }
          return (now["operationId"] ?? undefined) === undefined
            ? confirmed(`${name} shows the new settings.`)
            : waiting(`${name} is still working on it`);
        },
      });
    },
  },
  {
    name: "battery-mails",
    operations: ["smartlocks.setWebConfigs"],
    summary: "Switches the mails about a low battery on or off, for several locks in one request.",
    arguments: [
      { name: "switch", description: "on or off" },
      { name: "locks", description: "the locks, by their names or ids", isList: true },
    ],
    example: 'battery-mails on "Front door" "Garage"',
    async plan(client, given) {
      const isOn = oneOf(["on", "off"], given.text("switch"), "The first word") === "on";
      const all = await client.smartlocks.list();
      const locks = [...new Set(given.list("locks").map((wanted) => findLock(all, wanted)))];
      const doors = locks.map(({ name }) => name).join(", ");
      return plan({
        deed: `switch the mails about a low battery ${isOn ? "on" : "off"} for ${doors}`,
        means: [
          isOn
            ? "The service mails the account when a battery is low."
            : "Nobody is mailed when a battery is low.",
        ],
        request: request("smartlocks", "setWebConfigs", {
          webConfigRequests: locks.map(({ smartlockId }) => ({
            smartlockId,
            webConfig: { batteryWarningPerMailEnabled: isOn },
          })),
        }),
      });
    },
  },
  {
    name: "change-account",
    operations: ["account.update"],
    summary: "Changes the name or the language of the account.",
    notes:
      "The e-mail address has a command of its own (change-email). Password, PINs of voice assistants and the profile\ncan be changed in Nuki Web.",
    options: [
      { flags: "--name <name>", description: "the name of the account" },
      { flags: "--language <code>", description: "the language of its mails, such as en" },
    ],
    example: 'change-account --name "Harbour Street"',
    async plan(client, given) {
      const { email, name: before, language: spoken } = await client.account.get();
      const [name, language] = [given.optional("name"), given.optional("language")];
      if (name === undefined && language === undefined) {
        throw new CommandError("Nothing was sent. Say what to change: --name or --language.");
      }
      return plan({
        deed: `change the account ${email}`,
        means: [
          ...(name === undefined ? [] : [`Its name: ${before ?? "none"} becomes ${name}.`]),
          ...(language === undefined ? [] : [`Its language: ${spoken ?? "none"} becomes ${language}.`]),
        ],
        request: request("account", "update", {
          // The service wants the language with every change.
          language: language ?? spoken ?? "en",
          ...(name !== undefined && { name }),
        }),
      });
    },
  },
  {
    name: "web-view change",
    operations: ["account.setSettings"],
    summary: "Changes how Nuki Web shows the locks.",
    options: [
      { flags: "--view <view>", description: `one of ${VIEWS.join(", ")}` },
      { flags: "--order <order>", description: `one of ${ORDERS.join(", ")}` },
    ],
    example: "web-view change --view LIST --order NAME_ASC",
    async plan(client, given) {
      const deviceViewType = oneOf(VIEWS, given.optional("view"), "--view");
      const deviceSortType = oneOf(ORDERS, given.optional("order"), "--order");
      if (deviceViewType === undefined && deviceSortType === undefined) {
        throw new CommandError("Nothing was sent. Say what to change: --view or --order.");
      }
      const before = await client.account.getSettings().catch((error: unknown): AccountSettings => {
        // The service answers this if there are none.
        if (error instanceof NotFoundError) {
          return {};
        }
        throw error;
      });
      const wanted = [
        ...(deviceViewType === undefined ? [] : [`as a ${deviceViewType}`]),
        ...(deviceSortType === undefined ? [] : [`in the order ${deviceSortType}`]),
      ];
      const web = {
        ...before.web,
        ...(deviceViewType !== undefined && { deviceViewType }),
        ...(deviceSortType !== undefined && { deviceSortType }),
      };
      return plan({
        deed: `show the locks in Nuki Web ${wanted.join(" ")}`,
        means: [],
        asks: false,
        // The service wants the whole settings. Fields in them that are not known here are refused, in words.
        request: request("account", "setSettings", { web: web as never }),
      });
    },
  },
  {
    name: "web-view reset",
    operations: ["account.removeSettings"],
    summary: "Resets the view of the locks in Nuki Web to the default.",
    example: "web-view reset",
    plan: async () =>
      Promise.resolve(
        plan({
          deed: "reset the view of the account's locks in Nuki Web",
          means: ["Its order, its annotations and the locks that were hidden there go back to the default."],
          deletes: 1,
          request: request("account", "removeSettings"),
        }),
      ),
  },
];
