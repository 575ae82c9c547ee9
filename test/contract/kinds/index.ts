import { type KindName, nameOf, type Subject } from "../subject";
import { accountUser } from "./account-user";
import { address } from "./address";
import { addressUnit } from "./address-unit";
import { authorization } from "./authorization";
import { notification } from "./notification";
import { subAccount } from "./sub-account";
import { webhook } from "./webhook";

/** The promises of every kind, as tables. A registered kind without a table does not compile, and fails a test. */
export const tables: Readonly<Record<KindName, readonly Subject[]>> = {
  Address: [address],
  AddressUnit: [addressUnit],
  AccountUser: [accountUser],
  SubAccount: [subAccount],
  Authorization: authorization,
  Webhook: [webhook],
  Notification: notification,
};

export const subjects: readonly Subject[] = Object.values(tables).flat();

export function subjectOf(name: string): Subject {
  const subject = subjects.find((candidate) => nameOf(candidate) === name);
  if (subject === undefined) {
    throw new Error(`There is no table for ${name}.`);
  }
  return subject;
}
