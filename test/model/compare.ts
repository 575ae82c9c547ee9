import { isDeepStrictEqual } from "node:util";
import type { Bag } from "../protocol/plugin";
import type { Expected } from "./program";

/** Of an authorization every field that can be written is declared: those that are not named have these values. */
const grantDefaults = {
  enabled: true,
  accountUserId: undefined,
  code: undefined,
  allowedFromDate: undefined,
  allowedUntilDate: undefined,
  allowedWeekDays: undefined,
  allowedFromTime: undefined,
  allowedUntilTime: undefined,
  operationId: undefined,
  ghost: undefined,
};

/** What a create cannot set, or sets otherwise at first. */
const setLater: Readonly<Record<string, readonly string[]>> = {
  addresses: ["settings"],
  subAccounts: ["rights", "password"],
};

/** The fields in which an object is not what is declared. */
export function differences({ collection, fields }: Expected, record: Bag): string[] {
  const declared = collection === "authorizations" ? { ...grantDefaults, ...fields } : fields;
  return Object.keys(declared).filter(
    (field) => !isDeepStrictEqual(form(declared[field]), form(partOf(record[field], declared[field]))),
  );
}

/** The same without fields that a run which died may not have got to. */
export function differencesAtCreation(expected: Expected, record: Bag): string[] {
  const { collection, fields } = expected;
  const isClosed = collection === "authorizations" && fields["enabled"] === false;
  return differences(expected, record).filter(
    (field) =>
      !(setLater[collection] ?? []).includes(field) &&
      !(collection === "authorizations" && ["enabled", "operationId"].includes(field)) &&
      !(isClosed && field.startsWith("allowed")),
  );
}

/** Keys of settings that are not declared belong to others. */
function partOf(value: unknown, declared: unknown): unknown {
  if (!isBag(value) || !isBag(declared)) {
    return value;
  }
  return Object.fromEntries(Object.keys(declared).map((key) => [key, value[key]]));
}

/** Lists are without order, and what is undefined is not there. */
function form(value: unknown): unknown {
  const plain: unknown = value === undefined ? undefined : JSON.parse(JSON.stringify(value));
  return Array.isArray(plain) ? plain.map((item) => JSON.stringify(sorted(item))).sort() : plain;
}

function sorted(value: unknown): unknown {
  return isBag(value) ? Object.fromEntries(Object.entries(value).sort()) : value;
}

function isBag(value: unknown): value is Bag {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
