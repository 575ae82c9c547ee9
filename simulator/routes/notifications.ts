import { asTexts, BodyFields } from "../body";
import { absent, answer, fieldsOf, noContent, queryText, textParam, type Call, type Handlers } from "../call";
import { invalid, notAllowed, notFound, unprocessable } from "../errors";
import { objectId, secret } from "../ids";
import type { NotificationRecord } from "../records";

const triggerEvents = [
  "lock",
  "unlock",
  "unlatch",
  "lockngo",
  "open",
  "ring",
  "doorsensor",
  "warnings",
  "smartlock",
];
const languages = ["cs", "de", "en", "es", "fr", "it", "nl", "sk"];
const webhookOs = 2;

function findNotification(call: Call): NotificationRecord | undefined {
  return call.account.notifications.find(
    ({ notificationId }) => notificationId === textParam(call, "notificationId"),
  );
}

function view(notification: NotificationRecord): Record<string, unknown> {
  return { ...notification, undeletable: undefined };
}

function readSettings(call: Call, fields: BodyFields): Record<string, unknown>[] {
  const settings = fields.raw("settings");
  if (settings === undefined || settings === null) {
    throw invalid("settings", null);
  }
  if (!Array.isArray(settings)) {
    throw unprocessable("'settings' must be an array");
  }
  return settings.map((item: unknown) => {
    const setting = new BodyFields(item);
    const smartlockId = setting.integer("smartlockId") ?? undefined;
    if (
      smartlockId !== undefined &&
      !call.account.smartlocks.some((lock) => lock.smartlockId === smartlockId)
    ) {
      throw invalid("smartlockId", smartlockId);
    }
    const events = asTexts(setting.raw("triggerEvents"), "triggerEvents");
    const unknown = events.find((event) => !triggerEvents.includes(event));
    if (unknown !== undefined) {
      throw invalid("triggerEvents", unknown);
    }
    return { smartlockId, triggerEvents: events, authIds: setting.texts("authIds") ?? [] };
  });
}

/** The current values, overwritten by those in the body. */
function readNotification(
  call: Call,
  current: Partial<NotificationRecord>,
): Omit<NotificationRecord, "notificationId"> {
  const fields = fieldsOf(call);
  const sent = (name: string): boolean => fields.raw(name) !== undefined;
  const os =
    sent("os") || current.os === undefined ? fields.requiredInteger("os", { min: 0, max: 2 }) : current.os;
  const pushId =
    sent("pushId") || current.pushId === undefined ? fields.requiredText("pushId") : current.pushId;
  if (os === webhookOs && !URL.canParse(pushId)) {
    throw invalid("pushId", pushId);
  }
  const language = fields.text("language") ?? current.language ?? "en";
  if (!languages.includes(language)) {
    throw invalid("language", language);
  }
  const ownSecret = fields.text("secret") ?? current.secret;
  return {
    referenceId: fields.text("referenceId") ?? fields.text("reference_id") ?? current.referenceId,
    pushId,
    secret: os === webhookOs ? (ownSecret ?? secret(call.account.ids)) : ownSecret,
    os,
    language,
    status: current.status ?? 0,
    lastActiveDate: call.simulation.clock.iso(),
    settings:
      sent("settings") || current.settings === undefined ? readSettings(call, fields) : current.settings,
  };
}

export const notificationRoutes = {
  "GET /notification": (call) => {
    const wanted = queryText(call, "referenceId", "reference_id");
    const found = call.account.notifications.filter(
      ({ referenceId }) => wanted === undefined || referenceId === wanted,
    );
    return answer(found.map(view));
  },

  "PUT /notification": (call) => {
    const wanted = readNotification(call, {});
    const notification: NotificationRecord = { notificationId: objectId(call.account.ids), ...wanted };
    call.account.notifications.push(notification);
    return answer(view(notification));
  },

  "GET /notification/{notificationId}": (call) => {
    const notification = findNotification(call);
    if (notification === undefined) {
      throw notFound("Notification");
    }
    return answer(view(notification));
  },

  "POST /notification/{notificationId}": (call) => {
    const notification = findNotification(call);
    if (notification === undefined) {
      throw absent(call, "notificationId");
    }
    Object.assign(notification, readNotification(call, notification));
    return answer(view(notification));
  },

  "DELETE /notification/{notificationId}": (call) => {
    const notification = findNotification(call);
    if (notification === undefined) {
      throw absent(call, "notificationId");
    }
    if (notification.undeletable === true) {
      throw notAllowed("This notification may not be deleted");
    }
    call.account.notifications = call.account.notifications.filter((other) => other !== notification);
    return noContent();
  },
} satisfies Partial<Handlers>;
