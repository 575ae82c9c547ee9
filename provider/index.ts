export { AccountUser, type AccountUserArgs } from "./resources/account-user";
export { Address, type AddressArgs } from "./resources/address";
export { AddressUnit, type AddressUnitArgs } from "./resources/address-unit";
export { Authorization, type AuthorizationArgs } from "./resources/authorization";
export { AuthorizationSet, type AuthorizationSetArgs } from "./resources/authorization-set";
export { Notification, type NotificationArgs } from "./resources/notification";
export { SubAccount, type SubAccountArgs } from "./resources/sub-account";
export { Webhook, type WebhookArgs } from "./resources/webhook";
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
export { Provider, type ProviderArgs } from "./engine/provider";
export type { LookupOptions } from "./engine/program";
export type { Smartlock } from "./api";
