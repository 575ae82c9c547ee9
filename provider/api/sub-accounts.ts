import { z } from "zod";
import * as fields from "./account-fields";
import { numericId } from "./fields";
import { none, operation } from "./operation";

const accountId = numericId;

/** Accounts of other people under this one. */
export const subAccounts = {
  /** Lists the sub-accounts. */
  list: operation({
    method: "GET",
    path: "/account/sub",
    query: fields.subAccountQuery,
    answer: z.array(fields.account),
    class: "read",
    scopes: ["account"],
  }),
  /** Creates a sub-account and returns it. */
  create: operation({
    method: "PUT",
    path: "/account/sub",
    body: fields.subAccountCreate,
    answer: fields.account,
    class: "create",
    scopes: ["account"],
  }),
  /** Reads a sub-account. */
  get: operation({
    method: "GET",
    path: "/account/sub/{accountId}",
    ids: { accountId },
    answer: fields.account,
    class: "read",
    scopes: ["account"],
  }),
  /** Changes a sub-account. */
  update: operation({
    method: "POST",
    path: "/account/sub/{accountId}",
    ids: { accountId },
    body: fields.subAccountUpdate,
    answer: none,
    class: "write",
    scopes: ["account"],
  }),
  /** Deletes a sub-account. */
  remove: operation({
    method: "DELETE",
    path: "/account/sub/{accountId}",
    ids: { accountId },
    answer: none,
    class: "write",
    scopes: ["account"],
  }),
};
