import { NOT_KNOWN_YET, UNKNOWN } from "../../provider/engine/values/unknown";
import type { Fields } from "./objects";

/** Stands for a value that a preview does not tell. */
export class NotKnown {
  /** @param why such as `kept secret by the program` */
  constructor(readonly why: string) {}

  toString(): string {
    return NOT_KNOWN_YET;
  }
}

/** What Pulumi prints in place of a secret. */
const SECRET = "[secret]";

const NOT_YET = new NotKnown("not known before the run");
const KEPT = new NotKnown("kept secret by the program");

/** The fields of a preview, with values that cannot be taken for real ones where it does not tell them. */
export function notKnownOf(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map(known) : known(value),
    ]),
  );
}

function known(value: unknown): unknown {
  return value === UNKNOWN ? NOT_YET : value === SECRET ? KEPT : value;
}

/** Why a value is not known, or a part of a list. Undefined if all of it is. */
export function whyNotKnown(value: unknown): string | undefined {
  const parts: readonly unknown[] = [value, ...(Array.isArray(value) ? (value as unknown[]) : [])];
  const not = parts.find((part) => part instanceof NotKnown);
  return not instanceof NotKnown ? not.why : undefined;
}
