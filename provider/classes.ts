import { type ArgsOf, resourceClass } from "./engine/program/resource-class";
import { setClass } from "./engine/program/set-class";
import { accountUser } from "./resources/account-user";
import { address } from "./resources/address";
import { addressUnit } from "./resources/address-unit";
import { authorization } from "./resources/authorization/authorization";
import { authorizationSet } from "./resources/authorization/authorization-set";
import { notification } from "./resources/notification";
import { subAccount } from "./resources/sub-account";
import { webhook } from "./resources/webhook";

/** A place with locks: a house, a flat, an office. */
export const Address = resourceClass(address);
export type Address = InstanceType<typeof Address>;
export type AddressArgs = ArgsOf<typeof address>;

/** A part of an address: an apartment, a room. */
export const AddressUnit = resourceClass(addressUnit);
export type AddressUnit = InstanceType<typeof AddressUnit>;
export type AddressUnitArgs = ArgsOf<typeof addressUnit>;

/** A person who can be given access to locks. */
export const AccountUser = resourceClass(accountUser);
export type AccountUser = InstanceType<typeof AccountUser>;
export type AccountUserArgs = ArgsOf<typeof accountUser>;

/** A separate login under the account, with its own rights. */
export const SubAccount = resourceClass(subAccount);
export type SubAccount = InstanceType<typeof SubAccount>;
export type SubAccountArgs = ArgsOf<typeof subAccount>;

/** The right of a person, a fob or a keypad code to open a lock. */
export const Authorization = resourceClass(authorization);
export type Authorization = InstanceType<typeof Authorization>;
export type AuthorizationArgs = ArgsOf<typeof authorization>;

/** The right of one person, fob or keypad code to open several locks, with the same limits on each. */
export const AuthorizationSet = setClass(authorizationSet);
export type AuthorizationSet = InstanceType<typeof AuthorizationSet>;
export type AuthorizationSetArgs = ArgsOf<typeof authorizationSet>;

/** A URL that the service reports events to. */
export const Webhook = resourceClass(webhook);
export type Webhook = InstanceType<typeof Webhook>;
export type WebhookArgs = ArgsOf<typeof webhook>;

/** Tells a phone or a URL what happens at the doors. */
export const Notification = resourceClass(notification);
export type Notification = InstanceType<typeof Notification>;
export type NotificationArgs = ArgsOf<typeof notification>;
