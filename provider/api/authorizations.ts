import { z } from "zod";
import * as fields from "./authorization-fields";
import { authorizationId, commaSeparated, requestObject, smartlockId } from "./fields";
import { none, operation } from "./operation";

const types = commaSeparated(z.int().min(0)).optional();

const filter = {
  /** Only those of this user. A negative number means those without a user. */
  accountUserId: z.int().optional(),
  types,
};

const authorizationQuery = requestObject(filter);
const authorizationPageQuery = requestObject({
  ...filter,
  /** Counted from 0. */
  page: z.int().min(0).optional(),
  size: z.int().min(1).optional(),
});
const authorizationOfQuery = requestObject({
  types,
  includeEmail: z.boolean().optional(),
});

export type AuthorizationQuery = z.input<typeof authorizationQuery>;
export type AuthorizationPageQuery = z.input<typeof authorizationPageQuery>;
export type AuthorizationOfQuery = z.input<typeof authorizationOfQuery>;

/**
 * Who may open which lock. The locks hold the authorizations, and the service holds a copy. A create, an update or a
 * delete is only accepted at first and becomes visible later.
 */
export const authorizations = {
  /** Lists the authorizations of all locks. */
  list: operation({
    method: "GET",
    path: "/smartlock/auth",
    query: authorizationQuery,
    answer: z.array(fields.authorization),
    class: "read",
    scopes: ["smartlock.auth"],
  }),
  /** Reads one page of the authorizations of all locks; `listAll` reads every page. */
  page: operation({
    method: "GET",
    path: "/smartlock/auth/paged",
    query: authorizationPageQuery,
    answer: fields.authorizationPage,
    class: "read",
    scopes: ["smartlock.auth"],
  }),
  /** Lists the authorizations of one lock. */
  listOf: operation({
    method: "GET",
    path: "/smartlock/{smartlockId}/auth",
    ids: { smartlockId },
    query: authorizationOfQuery,
    answer: z.array(fields.authorization),
    class: "read",
    scopes: ["smartlock.auth"],
  }),
  /** Reads an authorization. */
  get: operation({
    method: "GET",
    path: "/smartlock/{smartlockId}/auth/{id}",
    ids: { smartlockId, id: authorizationId },
    answer: fields.authorization,
    class: "read",
    scopes: ["smartlock.auth"],
  }),
  /** Creates an authorization on one lock. No id is returned: it appears in the list once the lock has confirmed. */
  create: operation({
    method: "PUT",
    path: "/smartlock/{smartlockId}/auth",
    ids: { smartlockId },
    body: fields.authorizationCreate,
    answer: none,
    class: "create",
    scopes: ["smartlock.auth"],
  }),
  /** Creates the same authorization on several locks. */
  createMany: operation({
    method: "PUT",
    path: "/smartlock/auth",
    body: fields.authorizationBulkCreate,
    answer: none,
    class: "create",
    scopes: ["smartlock.auth"],
  }),
  /** Creates an authorization with a key that can be shared, and returns the created authorizations. */
  createSharedKey: operation({
    method: "POST",
    path: "/smartlock/{smartlockId}/auth/advanced/sharedkey",
    ids: { smartlockId },
    body: fields.authorizationSharedKey,
    answer: z.array(fields.authorization),
    class: "create",
    scopes: ["smartlock.auth"],
  }),
  /** Changes an authorization. Send all of it: limits that are left out are wiped. */
  update: operation({
    method: "POST",
    path: "/smartlock/{smartlockId}/auth/{id}",
    ids: { smartlockId, id: authorizationId },
    body: fields.authorizationUpdate,
    answer: none,
    class: "write",
    scopes: ["smartlock.auth"],
  }),
  /** Changes several authorizations. Send all of each one: limits that are left out are wiped. */
  updateMany: operation({
    method: "POST",
    path: "/smartlock/auth",
    body: z.array(fields.authorizationBulkUpdate).min(1),
    answer: none,
    class: "bulk",
    scopes: ["smartlock.auth"],
  }),
  /** Deletes an authorization. */
  remove: operation({
    method: "DELETE",
    path: "/smartlock/{smartlockId}/auth/{id}",
    ids: { smartlockId, id: authorizationId },
    answer: none,
    class: "write",
    scopes: ["smartlock.auth"],
  }),
  /** Deletes several authorizations. */
  removeMany: operation({
    method: "DELETE",
    path: "/smartlock/auth",
    body: z.array(authorizationId).min(1),
    answer: none,
    class: "bulk",
    scopes: ["smartlock.auth"],
  }),
};
