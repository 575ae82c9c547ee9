import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import type { Smartlock } from "../api";
import { nearest } from "../engine/messages/nearest";
import { lookUp, type LookupOptions, lookUpOutput } from "../engine/program/lookup";
import type { Session } from "../engine/run/session";
import { hasKeypad, isReachable, locksOf } from "../resources/locks";
import { oneWord } from "../resources/words";

/** The service has one number for several generations. */
const model = oneWord({
  "smart-lock-1-2": 0,
  box: 1,
  opener: 2,
  "smart-door": 3,
  "smart-lock-3-4": 4,
  "smart-lock-5": 5,
});

export type SmartlockModel = z.output<typeof model.schema>;

/** A lock: what the service shows, and some of it in words. */
export interface SmartlockInfo extends Smartlock {
  /** Whether the service can reach the lock. */
  readonly online: boolean;
  /** Whether a keypad of either generation is paired, so that the lock takes codes. */
  readonly hasKeypad: boolean;
  /** The kind of device; undefined if this release does not know it. */
  readonly model: SmartlockModel | undefined;
  /** The battery, as far as the lock says. */
  readonly battery: {
    /** Whether it is nearly empty. */
    readonly isCritical: boolean;
    /** How full it is, in percent; undefined if the lock does not say. */
    readonly charge: number | undefined;
  };
}

export interface GetSmartlockArgs {
  /** The lock's name as the app shows it. Names are not unique: it is an error if two locks have this name. */
  readonly name?: string;
  /** The lock's id. */
  readonly smartlockId?: number;
}

export interface GetSmartlockOutputArgs {
  /** The lock's name as the app shows it. Names are not unique: it is an error if two locks have this name. */
  readonly name?: pulumi.Input<string>;
  /** The lock's id. */
  readonly smartlockId?: pulumi.Input<number>;
}

export interface ListSmartlocksArgs {
  /** Only devices of this kind. It is compared with `model` of the result; `type` there is the service's number. */
  readonly type?: SmartlockModel;
  /** Only locks with a keypad, or only locks without one. */
  readonly hasKeypad?: boolean;
  /** Only locks that the service can reach, or only those that it cannot. */
  readonly online?: boolean;
  /** Only locks whose name contains this, ignoring case, or matches a regular expression, without its flags g and y. One that is empty or also matches an empty name, such as `""` or `/^/`, is an error. */
  readonly nameMatches?: string | RegExp;
}

export interface ListSmartlocksOutputArgs {
  /** Only devices of this kind. It is compared with `model` of the result; `type` there is the service's number. */
  readonly type?: pulumi.Input<SmartlockModel>;
  /** Only locks with a keypad, or only locks without one. */
  readonly hasKeypad?: pulumi.Input<boolean>;
  /** Only locks that the service can reach, or only those that it cannot. */
  readonly online?: pulumi.Input<boolean>;
  /** Only locks whose name contains this, ignoring case. An empty text is an error. */
  readonly nameMatches?: pulumi.Input<string>;
}

/** Finds one lock, by its name or its id. A preview asks the service as well. */
export function getSmartlock(args: GetSmartlockArgs, options: LookupOptions = {}): Promise<SmartlockInfo> {
  return lookUp("getSmartlock", args, options, findOne);
}

/** The same for arguments that come from other resources. */
export function getSmartlockOutput(
  args: GetSmartlockOutputArgs,
  options: LookupOptions = {},
): pulumi.Output<SmartlockInfo> {
  return lookUpOutput(args, options, findOne);
}

/** Lists the locks of the account. */
export function listSmartlocks(
  args: ListSmartlocksArgs = {},
  options: LookupOptions = {},
): Promise<SmartlockInfo[]> {
  return lookUp("listSmartlocks", args, options, findAll);
}

/** The same for arguments that come from other resources. */
export function listSmartlocksOutput(
  args: ListSmartlocksOutputArgs = {},
  options: LookupOptions = {},
): pulumi.Output<SmartlockInfo[]> {
  return lookUpOutput(args, options, findAll);
}

const whichLock = z.strictObject({
  name: z.string("must be text").optional(),
  smartlockId: z.int("must be the id of a lock").optional(),
});

async function findOne(session: Session, args: GetSmartlockArgs = {}): Promise<SmartlockInfo> {
  const { name, smartlockId } = parsed("getSmartlock", "argument", whichLock, args);
  if (name === undefined && smartlockId === undefined) {
    throw new Error("getSmartlock needs either a name or a smartlockId.");
  }
  if (name !== undefined && smartlockId !== undefined) {
    throw new Error("getSmartlock takes either a name or a smartlockId, not both.");
  }
  const locks = await allSmartlocks(session);
  const found = locks.filter((lock) =>
    name === undefined ? lock.smartlockId === smartlockId : lock.name === name,
  );
  const [lock, ...others] = found;
  const wanted = name === undefined ? `the id ${String(smartlockId)}` : `the name "${name}"`;
  if (lock === undefined) {
    throw new Error(`getSmartlock: no lock has ${wanted}. ${whatThereIs(locks, name)}`);
  }
  if (others.length > 0) {
    const ids = found.map((other) => other.smartlockId).join(", ");
    throw new Error(
      `getSmartlock: ${found.length} locks have ${wanted} (ids ${ids}). Name one by its smartlockId.`,
    );
  }
  return lock;
}

/** More names than this are no help. */
const MAX_NAMES = 10;

function whatThereIs(locks: readonly SmartlockInfo[], wanted = ""): string {
  const names = locks.map((lock) => lock.name);
  const meant = nearest(wanted, names);
  const first = names.slice(0, MAX_NAMES).map((name) => `"${name}"`);
  const rest = names.length - first.length;
  return meant !== undefined
    ? `Did you mean "${meant}"?`
    : `The account has ${names.length === 0 ? "no locks" : first.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}.`;
}

const filters = z.strictObject({
  type: model.schema.optional(),
  hasKeypad: z.boolean("must be true or false").optional(),
  online: z.boolean("must be true or false").optional(),
  nameMatches: z
    .union([z.string(), z.instanceof(RegExp)], "must be text or a regular expression")
    .refine(
      excludesEmptyName,
      "would match every lock: it is empty or only spaces, or it also matches an empty name. A variable that should hold a " +
        "name may be empty. For all locks, leave nameMatches out",
    )
    .optional(),
});

async function findAll(session: Session, args: ListSmartlocksArgs): Promise<SmartlockInfo[]> {
  const {
    type,
    hasKeypad: withKeypad,
    online,
    nameMatches,
  } = parsed("listSmartlocks", "filter", filters, args);
  return (await allSmartlocks(session)).filter(
    (lock) =>
      (type === undefined || lock.model === type) &&
      (withKeypad === undefined || lock.hasKeypad === withKeypad) &&
      (online === undefined || lock.online === online) &&
      (nameMatches === undefined || isNamed(lock.name, nameMatches)),
  );
}

/** An argument that is misspelt or has no meaning would find another lock, or every lock of the account. */
function parsed<Shape extends z.ZodRawShape>(
  lookup: string,
  noun: string,
  schema: z.ZodObject<Shape, z.core.$strict>,
  args: unknown,
): z.output<typeof schema> {
  const given = schema.safeParse(args);
  if (given.success) {
    return given.data;
  }
  // What fails has at least one issue.
  const [issue] = given.error.issues as [z.core.$ZodIssue, ...z.core.$ZodIssue[]];
  if (issue.code === "unrecognized_keys") {
    const known = Object.keys(schema.shape);
    const [meant] = issue.keys.flatMap((key) => nearest(key, known) ?? []);
    const hint = meant === undefined ? `; the ${noun}s are ${known.join(", ")}.` : `. Did you mean ${meant}?`;
    throw new Error(`${lookup}: there is no ${noun} ${issue.keys.join(", ")}${hint}`);
  }
  const where = issue.path.join(".");
  throw new Error(
    `${lookup}: ${where === "" ? "the argument must be an object" : `${where} ${issue.message}`}.`,
  );
}

/** A pattern that is an empty variable, or has a part from one, may find every lock. Such a pattern also matches an empty name. */
function excludesEmptyName(wanted: string | RegExp): boolean {
  const text = typeof wanted === "string" ? wanted : wanted.source;
  return text.trim() !== "" && !isNamed("", wanted);
}

function isNamed(name: string, wanted: string | RegExp): boolean {
  return typeof wanted === "string"
    ? name.toLowerCase().includes(wanted.toLowerCase())
    : new RegExp(wanted.source, wanted.flags.replace(/[gy]/g, "")).test(name);
}

/** One request for the whole program, however many lookups it makes. */
async function allSmartlocks(session: Session): Promise<SmartlockInfo[]> {
  return [...(await locksOf(session).known()).values()].map((lock) => ({
    ...lock,
    online: isReachable(lock),
    hasKeypad: hasKeypad(lock),
    model: model.numbers.includes(lock.type) ? (model.say(lock.type) as SmartlockModel) : undefined,
    battery: {
      isCritical: lock.state?.batteryCritical === true,
      charge: lock.state?.batteryCharge ?? undefined,
    },
  }));
}
