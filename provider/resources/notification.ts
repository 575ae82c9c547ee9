import { z } from "zod";
import type { Notification as LiveNotification, NotificationCreate } from "../api";
import { triggerEvent } from "../api/notifications";
import { defineResource } from "../engine/kind/spec";
import { adoptInput } from "../engine/kind/steering";
import type { Names } from "../engine/messages/names";
import { language, present, setOf, smartlockId, textPart } from "./fields";
import { lockNames, requireLocks } from "./locks";
import { oneWord } from "./words";

const device = oneWord({ android: 0, ios: 1, url: 2 });
const status = oneWord({ new: 0, active: 1, failed: 2 });

/** The service says "40 byte hex string", and gives 40 digits as an example. 40 bytes would be 80 digits. */
const documentedSecret = /^(?:[0-9a-f]{40}){1,2}$/i;

const setting = z.strictObject({
  /** The lock: its id, or the result of `getSmartlock`. Without it, all locks. */
  smartlockId: smartlockId.optional(),
  /** Which events to report. */
  triggerEvents: setOf(triggerEvent, "an event"),
  /** Only events that these authorizations cause. Without it, those that anyone causes. */
  authIds: setOf(z.string().min(1), "an authorization").optional(),
});

const inputs = z.object({
  /** Your own name for it, used to find it again. */
  referenceId: z.string().min(1, "must not be empty").optional(),
  /** The push id of a phone, or the URL if `os` is `"url"`. */
  pushId: z.string().min(1, "must not be empty"),
  /** Used to sign the deliveries to a URL: 40 hex digits. */
  secret: z.string().min(1, "must not be empty").optional(),
  /** `"android"`, `"ios"` or `"url"`. */
  os: device.schema,
  /** The language of the messages. */
  language: language.optional(),
  /** Which locks (without `smartlockId`: all), which events, and whose (without `authIds`: anyone's). */
  settings: z.array(setting),
  ...adoptInput,
});

type Wanted = Omit<z.output<typeof inputs>, "adopt">;

function sent({ pushId, os, settings, referenceId, secret, language }: Wanted) {
  return {
    pushId,
    os: device.numberOf(os) as NotificationCreate["os"],
    settings: settings.map(({ triggerEvents, ...which }) => ({ triggerEvents, ...present(which) })),
    ...present({ referenceId, secret, language }),
  };
}

function shownSetting(live: NonNullable<LiveNotification["settings"]>[number]): z.output<typeof setting> {
  const { smartlockId, triggerEvents: events, authIds } = live;
  return {
    smartlockId: smartlockId ?? undefined,
    triggerEvents: [...(events ?? [])].sort() as z.output<typeof triggerEvent>[],
    authIds: [...(authIds ?? [])].sort(),
  };
}

/** Ignores the order of the settings, and treats missing `authIds` as an empty list. */
function comparableSettings(settings: unknown): unknown {
  const given: unknown = settings ?? [];
  // A broken state may hold something that is not a list. It never equals real settings.
  if (!Array.isArray(given)) {
    return settings;
  }
  const forms = (given as (z.output<typeof setting> | null)[]).map((one) => ({
    ...one,
    authIds: one?.authIds ?? [],
  }));
  return forms.sort((left, right) => placeOf(left) - placeOf(right));
}

/** `Front door: lock, unlock; all locks: ring` */
function speakSettings(settings: unknown, names: Names): string {
  const given = (Array.isArray(settings) ? settings : []) as Partial<z.output<typeof setting>>[];
  const said = given.map((one: Partial<z.output<typeof setting>> | null) => {
    const { smartlockId, triggerEvents = [], authIds = [] } = one ?? {};
    const where = smartlockId === undefined ? "all locks" : names("smartlockId", smartlockId);
    // What comes from another resource may not be known yet.
    const events = Array.isArray(triggerEvents) ? triggerEvents.join(", ") : "events that are not known yet";
    const isSome = Array.isArray(authIds) && authIds.length > 0;
    return `${where}: ${events}${isSome ? `, of ${authIds.length === 1 ? "one authorization" : `${authIds.length} authorizations`}` : ""}`;
  });
  return said.length === 0 ? "nothing" : said.join("; ");
}

/** A broken state may hold anything as an id, even something that cannot be converted to a number. */
function placeOf({ smartlockId }: { readonly smartlockId?: unknown }): number {
  return typeof smartlockId === "number" ? smartlockId : 0;
}

export const notification = defineResource({
  type: "Notification",
  docs: {
    summary: "Tells a phone or a URL what happens at the doors.",
    all: "the notifications of the account",
    identity: "its `referenceId` or, without one, by `pushId` and `os`",
    notes: [],
  },
  inputs,
  outputs: z.object({
    /** `"new"`, `"active"` or `"failed"`. */
    status: status.shown.optional(),
  }),
  fields: {
    pushId: { isSecret: true },
    secret: { isSecret: true },
    os: { inWords: device.say, inNumbers: (os) => os && device.numberOf(os as Wanted["os"]) },
    settings: { compareAs: comparableSettings, speakAs: speakSettings },
    status: { inWords: status.say },
  },
  id: {
    /** The id that the service gave the notification. */
    notificationId: textPart,
  },
  identity: ({ referenceId }) => (referenceId === undefined ? ["pushId", "os"] : ["referenceId"]),
  duplicates: () => true,
  names: lockNames,
  rules: ({ os, pushId }) =>
    os === "url" && pushId !== undefined && !URL.canParse(pushId)
      ? [{ field: "pushId", reason: 'must be a URL where os is "url"' }]
      : [],
  async preflight(asked) {
    const { settings, secret } = asked.wanted;
    if (settings?.every(({ triggerEvents }) => triggerEvents.length === 0)) {
      asked.doubt("settings", "name no event, so nothing is reported");
    }
    if (secret !== undefined && !documentedSecret.test(secret)) {
      asked.doubt(
        "secret",
        "is not 40 hex digits, the form that the service documents, so the service may refuse it",
      );
    }
    await requireLocks(
      asked,
      "settings",
      (settings ?? []).flatMap(({ smartlockId }) => smartlockId ?? []),
    );
  },
  // Its age is unknown. But a program that gives it a reference of its own also created it.
  adoption: { recoverable: (_live: LiveNotification, { referenceId }) => referenceId !== undefined },

  list: (api) => api.notifications.list(),
  get: (api, { notificationId }) => api.notifications.get({ notificationId }),
  idOf: (live: LiveNotification) => ({ notificationId: live.notificationId }),
  show: (live) => ({
    referenceId: live.referenceId ?? undefined,
    pushId: live.pushId ?? "",
    secret: live.secret ?? undefined,
    os: device.say(live.os) as Wanted["os"],
    language: (live.language ?? undefined) as z.output<typeof language> | undefined,
    settings: (live.settings ?? []).map(shownSetting),
    status: status.say(live.status ?? undefined) as z.output<typeof status.shown> | undefined,
  }),
  create: (api, wanted) => api.notifications.create(sent(wanted)),
  update: (api, { notificationId }, wanted) => api.notifications.update({ notificationId }, sent(wanted)),
  remove: (api, { notificationId }) => api.notifications.remove({ notificationId }),
});
