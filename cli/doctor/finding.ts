/** What the doctor looked at, and what it found. */
export interface Finding {
  /** A `problem` makes something fail. A `hint` may be meant, or may become a problem. */
  readonly level: "ok" | "hint" | "problem";
  readonly what: string;
  /** What to do about it. */
  readonly remedy?: string;
}

export function ok(what: string): Finding {
  return { level: "ok", what };
}

export function hint(what: string, remedy: string): Finding {
  return { level: "hint", what, remedy };
}

export function problem(what: string, remedy: string): Finding {
  return { level: "problem", what, remedy };
}
