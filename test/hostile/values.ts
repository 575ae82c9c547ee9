import fc from "fast-check";

export type Bag = Record<string, unknown>;

/** Text that somebody may put into a name to break whatever shows it, or into an id to misdirect a request. */
const traps = [
  "",
  " ",
  "\u0000",
  "\u001b[2J\u001b[1;1H",
  "\u009b31m",
  "\u001b]8;;https://evil.example.com\u0007click\u001b]8;;\u0007",
  "\u202eeert si rood eht\u202c",
  "\u2066\u200b\u2069",
  "\u2028\u2029",
  "\ufeff",
  "\ud800",
  "\udfffx",
  "line\r\nerror: everything is fine\n~~~~\n# Approved",
  "</details><img src=x onerror=alert(1)>",
  "| a | b |\n|---|---|",
  "```\n@everyone",
  "::set-output name=artifact::evil",
  "..",
  "../../account",
  "a/b",
  "%2e%2e%2f",
  "%00",
  "?x=1#y",
  "-1",
  "1e3",
  "0x10",
  "__proto__",
  "constructor",
  "toString",
  "__owner",
  "__provider",
  "pending-0",
  "04da6b54-80e4-46f7-96ec-b56ff0331ba9",
  "2026-02-31T25:61:00Z",
  "+275760-09-13T00:00:00.001Z",
  "x".repeat(100_000),
  "\u202e".repeat(50_000),
];

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: fc.constantFrom(...traps), weight: 4 },
  { arbitrary: fc.string({ unit: "binary" }), weight: 2 },
  // Single code units, so that halves of surrogate pairs occur.
  {
    arbitrary: fc
      .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 8 })
      .map((units) => String.fromCharCode(...units)),
    weight: 1,
  },
);

const edges = [
  0,
  -0,
  1,
  -1,
  0.5,
  1440,
  1441,
  2 ** 31,
  2 ** 32 + 1,
  Number.MAX_SAFE_INTEGER,
  2 ** 53 + 2,
  -(2 ** 63),
  1e308,
  -1e308,
  5e-324,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  Number.NaN,
];

export const hostileNumber: fc.Arbitrary<number> = fc.oneof(fc.constantFrom(...edges), fc.double());

/** Pulumi's mark of a secret. A provider that does not ask for it never gets it. */
const wrappedSecret = {
  "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
  value: "482913",
};

const shallow: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  hostileNumber,
  fc.boolean(),
  fc.constantFrom(null, [], {}, [[]], [{}], wrappedSecret),
);

/** As JSON gives them: `__proto__` is a key like any other. */
function objectOf(entries: readonly (readonly [string, unknown])[]): Bag {
  return Object.fromEntries(entries);
}

const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    { arbitrary: shallow, weight: 4 },
    { arbitrary: fc.array(tie("tree"), { maxLength: 4 }), weight: 1 },
    { arbitrary: fc.array(fc.tuple(hostileText, tie("tree")), { maxLength: 4 }).map(objectOf), weight: 2 },
  ),
}));

/** `[[[…]]]` or `{"a":{"a":…}}`. */
function deep(depth: number, asObjects: boolean): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) {
    value = asObjects ? { a: value } : [value];
  }
  return value;
}

const bulky: fc.Arbitrary<unknown> = fc.oneof(
  fc
    .tuple(fc.constantFrom(10, 70, 1_000, 20_000), fc.boolean())
    .map(([depth, asObjects]) => deep(depth, asObjects)),
  fc
    .tuple(fc.constantFrom(1_000, 30_000), fc.constantFrom<unknown>("x", 1, -1, null, {}, []))
    .map(([length, item]) => Array.from({ length }, () => item)),
  fc
    .constantFrom(1_000, 10_000)
    .map((length) => objectOf(Array.from({ length }, (_, n) => [`key ${n}`, n] as const))),
);

/** Any JSON at all, and the numbers that JSON cannot hold but Pulumi's own encoding can. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { arbitrary: tree, weight: 12 },
  { arbitrary: bulky, weight: 1 },
);

type Place = readonly (string | number)[];

function placesIn(value: unknown): Place[] {
  const below: [string | number, unknown][] = Array.isArray(value)
    ? value.map((item, index) => [index, item])
    : typeof value === "object" && value !== null
      ? Object.entries(value)
      : [];
  return [[], ...below.flatMap(([step, inner]) => placesIn(inner).map((place) => [step, ...place]))];
}

/** The value with one place replaced; `undefined` removes it. A place that no longer exists changes nothing. */
function withAt(value: unknown, [step, ...below]: Place, change: Change): unknown {
  if (step === undefined) {
    return change(value);
  }
  if (Array.isArray(value)) {
    return (value as unknown[]).map((item, index) =>
      index === step ? (withAt(item, below, change) ?? null) : item,
    );
  }
  if (typeof value !== "object" || value === null) {
    return value;
  }
  const entries = Object.entries(value).map(
    ([key, inner]) => [key, key === step ? withAt(inner, below, change) : inner] as const,
  );
  return objectOf(entries.filter(([, inner]) => inner !== undefined));
}

type Change = (before: unknown) => unknown;

const changes: fc.Arbitrary<Change> = fc.oneof(
  {
    arbitrary: hostileValue.map(
      (value): Change =>
        () =>
          value,
    ),
    weight: 6,
  },
  { arbitrary: fc.constant<Change>(() => undefined), weight: 1 },
  {
    arbitrary: fc.tuple(hostileText, hostileValue).map(
      ([key, value]): Change =>
        (before) =>
          Array.isArray(before)
            ? [...(before as unknown[]), value]
            : typeof before === "object" && before !== null
              ? objectOf([...Object.entries(before), [key, value]])
              : value,
    ),
    weight: 3,
  },
  {
    arbitrary: hostileText.map(
      (text): Change =>
        (before) =>
          typeof before === "string" ? before + text : text,
    ),
    weight: 3,
  },
  // The same value twice: duplicate ids, or fields of one object in another.
  {
    arbitrary: fc.constant<Change>((before) =>
      Array.isArray(before) ? [...(before as unknown[]), ...(before as unknown[])] : [before, before],
    ),
    weight: 1,
  },
);

/** A valid value with one or two places spoilt: it gets further than noise does. */
export function spoilt(valid: unknown): fc.Arbitrary<unknown> {
  const places = placesIn(valid);
  return fc
    .array(fc.tuple(fc.constantFrom(...places), changes), { minLength: 1, maxLength: 2 })
    .map((all) => all.reduce<unknown>((value, [place, change]) => withAt(value, place, change), valid));
}

/** Another value of the same type, so that code that checks only the type accepts it. */
const lies: fc.Arbitrary<Change> = fc
  .record({
    text: hostileText,
    number: fc.constantFrom(0, -1, 1, 7, 13, 1440, 2 ** 53 - 1),
    shape: fc.nat({ max: 3 }),
  })
  .map(({ text, number, shape }): Change => (before) => {
    if (typeof before === "string") {
      return shape === 0 ? before + text : text;
    }
    if (typeof before === "number") {
      return shape === 0 ? before + 1 : number;
    }
    if (typeof before === "boolean") {
      return !before;
    }
    if (Array.isArray(before)) {
      const items: readonly unknown[] = before;
      return [[], [...items, ...items], items.slice(1), [...items].reverse()][shape];
    }
    return before === null ? text : objectOf([...Object.entries(before as Bag), [text, number]]);
  });

/** A valid value that is untrue in some places and still has the right form. */
export function untrue(valid: unknown): fc.Arbitrary<unknown> {
  const places = placesIn(valid);
  return fc
    .array(fc.tuple(fc.constantFrom(...places), lies), { minLength: 1, maxLength: 6 })
    .map((all) => all.reduce<unknown>((value, [place, change]) => withAt(value, place, change), valid));
}

/** The same for a value that stays an object. */
export function spoiltBag(valid: Bag): fc.Arbitrary<Bag> {
  return fc
    .oneof({ arbitrary: spoilt(valid), weight: 8 }, { arbitrary: hostileValue, weight: 1 })
    .map((value) =>
      typeof value === "object" && value !== null && !Array.isArray(value)
        ? (value as Bag)
        : { ...valid, name: value },
    );
}

/** Values that JSON cannot express become text that a parser reads as the same value. */
export function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value, (_key, part: unknown) =>
      part === Infinity ? "∞" : Object.is(part, -0) ? "-∅" : part,
    )
      .replaceAll('"∞"', "1e999")
      .replaceAll('"-∅"', "-0");
  } catch {
    // JSON.stringify has its own depth limit.
    return JSON.stringify(deep(500, true));
  }
}
