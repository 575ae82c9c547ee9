import { invalid, unprocessable } from "./errors";

/**
 * Reads the fields of a request as tolerantly as the service does: unknown fields are ignored, numbers may come as
 * text, and a field may have a second spelling. `undefined` is "not sent", `null` is "sent as null".
 */
export class BodyFields {
  readonly #fields: Readonly<Record<string, unknown>>;

  constructor(body: unknown) {
    if (typeof body !== "object" || body === null || Array.isArray(body)) {
      throw unprocessable("The body must be a JSON object");
    }
    this.#fields = body as Record<string, unknown>;
  }

  raw(...names: string[]): unknown {
    for (const name of names) {
      if (this.#fields[name] !== undefined) {
        return this.#fields[name];
      }
    }
    return undefined;
  }

  text(name: string): string | null | undefined {
    const value = this.raw(name);
    if (value === undefined || value === null) {
      return value;
    }
    if (typeof value === "string") {
      return value;
    }
    if (typeof value === "number" || typeof value === "boolean") {
      return String(value);
    }
    throw unprocessable(`'${name}' must be text`);
  }

  requiredText(name: string): string {
    const value = this.text(name);
    if (value === undefined || value === null || value.trim() === "") {
      throw invalid(name, value ?? null);
    }
    return value;
  }

  integer(name: string, range: { min?: number; max?: number } = {}): number | null | undefined {
    const value = this.raw(name);
    if (value === undefined || value === null) {
      return value;
    }
    const number = asInteger(value);
    if (number === undefined) {
      throw unprocessable(`'${name}' must be an integer`);
    }
    if (number < (range.min ?? -Infinity) || number > (range.max ?? Infinity)) {
      throw invalid(name, value);
    }
    return number;
  }

  requiredInteger(name: string, range?: { min?: number; max?: number }): number {
    const value = this.integer(name, range);
    if (value === undefined || value === null) {
      throw invalid(name, null);
    }
    return value;
  }

  boolean(...names: string[]): boolean | null | undefined {
    const value = this.raw(...names);
    if (value === undefined || value === null || typeof value === "boolean") {
      return value;
    }
    if (value === "true" || value === "false") {
      return value === "true";
    }
    throw unprocessable(`'${names[0] ?? ""}' must be true or false`);
  }

  requiredBoolean(name: string): boolean {
    const value = this.boolean(name);
    if (value === undefined || value === null) {
      throw invalid(name, null);
    }
    return value;
  }

  /** Any offset is accepted. The service keeps UTC with milliseconds. */
  date(name: string): string | null | undefined {
    const value = this.raw(name);
    if (value === undefined || value === null) {
      return value;
    }
    const normal = typeof value === "string" || typeof value === "number" ? normalDate(value) : undefined;
    if (normal === undefined) {
      throw invalid(name, value);
    }
    return normal;
  }

  integers(...names: string[]): number[] | undefined {
    const value = this.raw(...names);
    if (value === undefined || value === null) {
      return undefined;
    }
    const numbers = Array.isArray(value) ? value.map(asInteger) : [undefined];
    if (!numbers.every((number) => number !== undefined)) {
      throw unprocessable(`'${names[0] ?? ""}' must be an array of integers`);
    }
    return numbers;
  }

  texts(...names: string[]): string[] | undefined {
    const value = this.raw(...names);
    if (value === undefined || value === null) {
      return undefined;
    }
    return asTexts(value, names[0] ?? "");
  }

  object(name: string): Record<string, unknown> | null | undefined {
    const value = this.raw(name);
    if (value === undefined || value === null) {
      return value;
    }
    if (typeof value !== "object" || Array.isArray(value)) {
      throw unprocessable(`'${name}' must be an object`);
    }
    return value as Record<string, unknown>;
  }
}

export function asTexts(value: unknown, name: string): string[] {
  if (!Array.isArray(value) || !value.every((item) => typeof item === "string")) {
    throw unprocessable(`'${name}' must be an array of strings`);
  }
  return value;
}

export function asInteger(value: unknown): number | undefined {
  if (typeof value === "number") {
    return Number.isSafeInteger(value) ? value : undefined;
  }
  if (typeof value === "string" && /^-?\d{1,16}$/.test(value)) {
    return asInteger(Number(value));
  }
  return undefined;
}

export function normalDate(value: string | number): string | undefined {
  const withoutOffset = typeof value === "string" && /^\d{4}-\d\d-\d\dT[\d:.]+$/.test(value);
  const date = new Date(withoutOffset ? `${value}Z` : value);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

export function isEmail(value: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value);
}
