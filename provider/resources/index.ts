import type { SetSpec } from "../engine/kind/set-spec";
import type { ResourceSpec } from "../engine/kind/spec";
import { accountUser } from "./account-user";
import { address } from "./address";
import { addressUnit } from "./address-unit";
import { authorization } from "./authorization/authorization";
import { authorizationSet } from "./authorization/authorization-set";
import { notification } from "./notification";
import { subAccount } from "./sub-account";
import { webhook } from "./webhook";

/** Every kind of resource. Users' states hold these names: new ones can be added, but existing ones must never change. */
export const registry = {
  Address: address,
  AddressUnit: addressUnit,
  AccountUser: accountUser,
  SubAccount: subAccount,
  Authorization: authorization,
  AuthorizationSet: authorizationSet,
  Webhook: webhook,
  Notification: notification,
} as const satisfies Record<string, ResourceSpec | SetSpec>;
