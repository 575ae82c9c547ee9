export {
  AccountUser,
  type AccountUserArgs,
  Address,
  type AddressArgs,
  AddressUnit,
  type AddressUnitArgs,
  Authorization,
  type AuthorizationArgs,
  AuthorizationSet,
  type AuthorizationSetArgs,
  Notification,
  type NotificationArgs,
  SubAccount,
  type SubAccountArgs,
  Webhook,
  type WebhookArgs,
} from "./classes";
export {
  getSmartlock,
  type GetSmartlockArgs,
  getSmartlockOutput,
  type GetSmartlockOutputArgs,
  listSmartlocks,
  type ListSmartlocksArgs,
  listSmartlocksOutput,
  type ListSmartlocksOutputArgs,
  type SmartlockInfo,
  type SmartlockModel,
} from "./lookups/smartlocks";
export { Provider, type ProviderArgs } from "./engine/program/provider";
export type { LookupOptions } from "./engine/program/lookup";
export type { Smartlock } from "./api";
