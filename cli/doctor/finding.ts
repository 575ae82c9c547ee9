import type { SmartlockError } from "../../provider/api";

/** What the doctor looked at, and what it found. */
export interface Finding {
  /** A `problem` makes something fail. A `hint` may be meant, or may become a problem. */
  readonly level: "ok" | "hint" | "problem";
  readonly what: string;
  /** What to do about it, unless that has been said already. */
  readonly remedy?: string;
}

export function ok(what: string): Finding {
  return { level: "ok", what };
}

export function hint(what: string, remedy: string): Finding {
  return { level: "hint", what, remedy };
}

export function problem(what: string, remedy?: string): Finding {
  return { level: "problem", what, ...(remedy !== undefined && { remedy }) };
}

/** The message of such an error ends with the remedy, which has a line of its own here. */
export function failure(what: string, { message, nextStep }: SmartlockError): Finding & { remedy: string } {
  const isAtEnd = message.endsWith(nextStep);
  const why = isAtEnd ? message.slice(0, message.length - nextStep.length).trim() : message;
  return { level: "problem", what: `${what} ${why}`, remedy: nextStep };
}
