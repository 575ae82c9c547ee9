import { z } from "zod";
import { secret } from "../http";
import {
  accountUserLanguage,
  answerList,
  answerObject,
  requestObject,
  rule,
  smartlockId,
  textId,
} from "./fields";
import { none, operation } from "./operation";

const notificationId = textId;

const WEBHOOK = 2;

const notification = answerObject({
  notificationId: z.string(),
  referenceId: z.string().nullish(),
  /** Where it is pushed to. A URL if `os` is 2. */
  pushId: secret(z.string().nullish()),
  /** Used to sign the deliveries if `os` is 2. */
  secret: secret(z.string().nullish()),
  /** 0 Android, 1 iOS, 2 webhook. */
  os: z.int(),
  language: z.string().nullish(),
  /** 0 new, 1 active, 2 failed. */
  status: z.int().nullish(),
  lastActiveDate: z.string().nullish(),
  settings: answerList(
    answerObject({
      /** All locks if absent. */
      smartlockId: z.int().nullish(),
      triggerEvents: answerList(z.string()).nullish(),
      authIds: answerList(z.string()).nullish(),
    }),
  ).nullish(),
});

export const triggerEvent = z.enum([
  "lock",
  "unlock",
  "unlatch",
  "lockngo",
  "open",
  "ring",
  "doorsensor",
  "warnings",
  "smartlock",
]);

function settingsOf<Event extends z.ZodType<string>>(event: Event) {
  return z.array(
    requestObject({
      /** Default: all locks. */
      smartlockId: smartlockId.optional(),
      triggerEvents: z.array(event),
      /** Only events of these authorizations. Default: of anyone. */
      authIds: z.array(textId).optional(),
    }),
  );
}

const notificationFields = {
  referenceId: z.string().min(1).optional(),
  pushId: secret(z.string().min(1)),
  secret: secret(z.string().min(1)).optional(),
};

const needsUrl = rule("pushId", "a webhook (os 2) needs a URL");

function hasUrl({ os, pushId }: { readonly os: number; readonly pushId: string }): boolean {
  return os !== WEBHOOK || URL.canParse(pushId);
}

const notificationCreate = requestObject({
  ...notificationFields,
  /** 0 Android, 1 iOS, 2 webhook. */
  os: z.literal([0, 1, WEBHOOK]),
  language: accountUserLanguage.optional(),
  settings: settingsOf(triggerEvent),
}).refine(hasUrl, needsUrl);

/** It gives back what it does not change, so it takes words and numbers that only a newer service knows. */
const notificationUpdate = requestObject({
  ...notificationFields,
  /** 0 Android, 1 iOS, 2 webhook. */
  os: z.int(),
  language: z.string().min(2).optional(),
  settings: settingsOf(z.string().min(1)),
}).refine(hasUrl, needsUrl);

const notificationQuery = requestObject({ referenceId: z.string().min(1).optional() });

export type Notification = z.output<typeof notification>;
export type NotificationCreate = z.input<typeof notificationCreate>;
export type NotificationUpdate = z.input<typeof notificationUpdate>;
export type NotificationQuery = z.input<typeof notificationQuery>;

/** The phones and URLs that the service notifies about what happens at the doors. */
export const notifications = {
  /** Lists the notifications. */
  list: operation({
    method: "GET",
    path: "/notification",
    query: notificationQuery,
    answer: z.array(notification),
    class: "read",
    scopes: ["smartlock.log"],
  }),
  /** Creates a notification and returns it. */
  create: operation({
    method: "PUT",
    path: "/notification",
    body: notificationCreate,
    answer: notification,
    class: "create",
    scopes: ["smartlock.log"],
  }),
  /** Reads a notification. */
  get: operation({
    method: "GET",
    path: "/notification/{notificationId}",
    ids: { notificationId },
    answer: notification,
    class: "read",
    scopes: ["smartlock.log"],
  }),
  /** Changes a notification and returns it. */
  update: operation({
    method: "POST",
    path: "/notification/{notificationId}",
    ids: { notificationId },
    body: notificationUpdate,
    answer: notification,
    class: "write",
    scopes: ["smartlock.log"],
  }),
  /** Deletes a notification. */
  remove: operation({
    method: "DELETE",
    path: "/notification/{notificationId}",
    ids: { notificationId },
    answer: none,
    class: "write",
    scopes: ["smartlock.log"],
  }),
};
