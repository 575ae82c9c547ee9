import { isDeepStrictEqual } from "node:util";
import type { Bag } from "../protocol/plugin";
import type { Expected } from "./program";

/** Every writable field of an authorization counts as declared: fields that are not named have these values. */
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

/** The fields where an object differs from its declaration. */
export function differences({ collection, fields }: Expected, record: Bag): string[] {
  const declared = collection === "authorizations" ? { ...grantDefaults, ...fields } : fields;
  return Object.keys(declared).filter(
    (field) => !isDeepStrictEqual(form(declared[field]), form(partOf(record[field], declared[field]))),
  );
}

/** A disabled grant is created with a window that is already closed. */
const closed = {
  ...grantDefaults,
  allowedFromDate: "2000-01-01T00:00:00.000Z",
  allowedUntilDate: "2000-01-02T00:00:00.000Z",
};

/**
 * The same for an object that a run may have created before it died: fields that only an update can set may still be as
 * the create left them.
 */
export function differencesAtCreation(expected: Expected, record: Bag): string[] {
  const { collection, fields } = expected;
  switch (collection) {
    case "subAccounts":
      return differences(expected, record).filter((field) => !["rights", "password"].includes(field));
    case "addresses":
      return differences(expected, record).filter((field) => field !== "settings" || !isEmpty(record[field]));
    case "authorizations": {
      const left = fields["enabled"] === false ? { ...fields, ...windowOf(closed), enabled: true } : fields;
      const isAsLeft = differences({ ...expected, fields: left }, record).every(
        (field) => field === "operationId",
      );
      return isAsLeft ? [] : differences(expected, record).filter((field) => field !== "operationId");
    }
    default:
      return differences(expected, record);
  }
}

function windowOf(grant: Bag): Bag {
  return Object.fromEntries(Object.entries(grant).filter(([field]) => field.startsWith("allowed")));
}

function isEmpty(settings: unknown): boolean {
  return Object.keys(settings ?? {}).length === 0;
}

/** Settings keys that are not declared belong to others. */
function partOf(value: unknown, declared: unknown): unknown {
  if (!isBag(value) || !isBag(declared)) {
    return value;
  }
  return Object.fromEntries(Object.keys(declared).map((key) => [key, value[key]]));
}

/** The order of a list does not matter, and an undefined field counts as absent. */
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
