import { NOT_KNOWN_YET, UNKNOWN } from "../../provider/engine/values/unknown";
import type { Fields } from "../access/objects";

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
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, known(value)]));
}

function known(value: unknown): unknown {
  if (value === UNKNOWN) {
    return NOT_YET;
  }
  if (value === SECRET) {
    return KEPT;
  }
  return Array.isArray(value) ? value.map(known) : value;
}
