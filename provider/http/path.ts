import { inspect } from "node:util";
import { SECRET_MARK } from "./secrets/secret";

/** An id that is itself a secret: whoever knows an address token's id can redeem it. */
export class SecretId {
  readonly #value: string | number;

  constructor(value: string | number) {
    this.#value = value;
  }

  reveal(): string | number {
    return this.#value;
  }

  toString(): string {
    return SECRET_MARK;
  }

  toJSON(): string {
    return SECRET_MARK;
  }

  [inspect.custom](): string {
    return SECRET_MARK;
  }
}

export function secretId(value: string | number): SecretId {
  return new SecretId(value);
}

export type PathId = string | number | SecretId;

/** A path of the service, made only by {@link path} and {@link pathFrom}, so that every id in it is encoded. */
export class Path {
  readonly #text: string;
  readonly #secrets: readonly string[];
  /** For logs and errors: secret ids are hidden. */
  readonly shown: string;
  /** Whether it names an object, which may be missing. A path without ids is always there. */
  readonly hasIds: boolean;

  /** @internal */
  constructor(text: string, shown: string, secrets: readonly string[], hasIds: boolean) {
    this.#text = text;
    this.#secrets = secrets;
    this.shown = shown;
    this.hasIds = hasIds;
  }

  /** For sending: encoded, with secret ids in plain text. */
  get text(): string {
    return this.#text;
  }

  /** The secret ids in it, so that they can be removed from the service's answers. */
  get secrets(): readonly string[] {
    return this.#secrets;
  }

  toString(): string {
    return this.shown;
  }

  toJSON(): string {
    return this.shown;
  }

  [inspect.custom](): string {
    return this.shown;
  }
}

/** `` path`/address/${addressId}/unit/${id}` `` */
export function path(literals: TemplateStringsArray, ...ids: readonly PathId[]): Path {
  return join(literals, ids);
}

/** The same from a declared template: `pathFrom("/address/{addressId}/unit/{id}", { addressId, id })`. */
export function pathFrom(template: string, ids: Readonly<Record<string, PathId>>): Path {
  // split() with a group puts literals at even and names at odd positions
  const parts = template.split(/\{([^{}]*)\}/);
  const names = parts.filter((_, index) => index % 2 === 1);
  const wanted = new Set(names);
  const unused = Object.keys(ids).filter((name) => !wanted.has(name));
  if (unused.length > 0) {
    throw new TypeError(`The path ${template} has no place for: ${unused.join(", ")}.`);
  }
  return join(
    parts.filter((_, index) => index % 2 === 0),
    names.map((name) => {
      const id = Object.hasOwn(ids, name) ? ids[name] : undefined;
      if (id === undefined) {
        throw new TypeError(`The path ${template} needs the id ${name}, which was not given.`);
      }
      return id;
    }),
  );
}

function join(literals: readonly string[], ids: readonly PathId[]): Path {
  const template = literals.join("{id}");
  let text = "";
  let shown = "";
  const secrets: string[] = [];
  literals.forEach((literal, index) => {
    text += literal;
    shown += literal;
    if (index >= ids.length) {
      return;
    }
    const id = ids[index];
    const hidden = id instanceof SecretId;
    const encoded = encodeId(hidden ? id.reveal() : id, template, hidden);
    text += encoded;
    shown += hidden ? SECRET_MARK : encoded;
    if (hidden) {
      secrets.push(String(id.reveal()));
    }
  });
  // ids cannot break the path, but a mistyped template still could
  if (!/^\/[^?#\\\s]*$/.test(text) || text.split("/").some(isDotSegment)) {
    throw new TypeError(`The path template ${template} is not an absolute path without query.`);
  }
  return new Path(text, shown, secrets, ids.length > 0);
}

/** Control, format (zero width, bidirectional) and line separator characters: none of them is part of an id. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** Takes `unknown`, because an id often comes from a program's untyped configuration. */
function encodeId(id: unknown, template: string, hidden: boolean): string {
  const refuse = (why: string): never => {
    const value = hidden ? SECRET_MARK : quote(id);
    throw new TypeError(`${value} cannot be an id in the path ${template}: ${why}. Nothing was sent.`);
  };
  if (typeof id === "number") {
    return Number.isSafeInteger(id)
      ? String(id)
      : refuse("it is not a whole number that can be held exactly");
  }
  if (typeof id !== "string") {
    return refuse("it is neither text nor a number");
  }
  if (id === "") {
    return refuse("it is empty");
  }
  if (INVISIBLE.test(id)) {
    return refuse("it contains a control or invisible character");
  }
  if (/\p{Cs}/u.test(id)) {
    return refuse("it contains half of a surrogate pair");
  }
  // some gateways decode %2F before they resolve dots, so the pieces between slashes count too
  if (id.split(/[/\\]/).some(isDotSegment)) {
    return refuse("a dot segment would lead to another object");
  }
  return encodeURIComponent(id);
}

function isDotSegment(segment: string): boolean {
  return /^(?:\.|%2e){1,2}$/i.test(segment);
}

function quote(id: unknown): string {
  return typeof id === "string" ? JSON.stringify(id.slice(0, 60)) : inspect(id, { depth: 0 }).slice(0, 60);
}
