import { z } from "zod";
import { accountUserLanguage, answerObject, email, numericId, requestObject } from "./fields";
import { none, operation } from "./operation";

const accountUserId = numericId;

const accountUser = answerObject({
  accountUserId: z.int(),
  accountId: z.int().nullish(),
  /** 0 user, 1 company. */
  type: z.int().nullish(),
  email: z.string(),
  name: z.string(),
  language: z.string().nullish(),
  /** Set while an operation on this user is under way. */
  operationId: z.string().nullish(),
  creationDate: z.string().nullish(),
  updateDate: z.string().nullish(),
});

const accountUserCreate = requestObject({
  email,
  name: z.string().min(1),
  /** 0 user, 1 company. */
  type: z.literal([0, 1]).optional(),
  language: accountUserLanguage.optional(),
});

const accountUserUpdate = requestObject({ email, name: z.string().min(1), language: accountUserLanguage });

const accountUserQuery = requestObject({
  email: z.string().min(1).optional(),
  offset: z.int().min(0).optional(),
  limit: z.int().min(1).optional(),
});

export type AccountUser = z.output<typeof accountUser>;
export type AccountUserCreate = z.input<typeof accountUserCreate>;
export type AccountUserUpdate = z.input<typeof accountUserUpdate>;
export type AccountUserQuery = z.input<typeof accountUserQuery>;

/** The people attached to an account. */
export const accountUsers = {
  /** Reads one page of users. The service silently limits the size of a page; `listAll` reads all users. */
  list: operation({
    method: "GET",
    path: "/account/user",
    query: accountUserQuery,
    answer: z.array(accountUser),
    class: "read",
    scopes: ["account", "smartlock.auth"],
  }),
  /** Creates a user and returns it. */
  create: operation({
    method: "PUT",
    path: "/account/user",
    body: accountUserCreate,
    answer: accountUser,
    class: "create",
    scopes: ["account", "smartlock.auth"],
  }),
  /** Reads a user. */
  get: operation({
    method: "GET",
    path: "/account/user/{accountUserId}",
    ids: { accountUserId },
    answer: accountUser,
    class: "read",
    scopes: ["account", "smartlock.auth"],
  }),
  /** Changes a user. The service returns the user, or nothing. */
  update: operation({
    method: "POST",
    path: "/account/user/{accountUserId}",
    ids: { accountUserId },
    body: accountUserUpdate,
    answer: accountUser.optional(),
    class: "write",
    scopes: ["account", "smartlock.auth"],
  }),
  /** Deletes a user and the user's authorizations. The work is done later. */
  remove: operation({
    method: "DELETE",
    path: "/account/user/{accountUserId}",
    ids: { accountUserId },
    answer: none,
    class: "write",
    scopes: ["account", "smartlock.auth"],
  }),
};
