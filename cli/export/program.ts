import { canonical } from "../../provider/engine/values/equality";
import type { Bag } from "../../provider/engine/values/bag";
import { timeZoneOf, type TimeZone } from "../access/local-time";
import type { Account } from "./account";
import type { Declared } from "./declare";
import {
  type Field,
  type Json,
  type Lock,
  type LoopField,
  plain,
  type Program,
  type Resource,
  type SecretPlace,
  type SourceFile,
  type Statement,
  type Value,
} from "./model";
import { localMoment } from "./moments";
import { type Named, Names, settingName } from "./names";
import { authorizationId, lockOf, type Planned, planned } from "./plan";

/** The words of a language that nothing in the program may be called. */
export interface Taken {
  readonly variables: readonly string[];
  readonly files: readonly string[];
}

export interface BuiltProgram {
  readonly program: Program;
  /** Each resource of the program with what it stands for. */
  readonly resources: readonly BuiltResource[];
  readonly secrets: Secrets;
}

export interface BuiltResource {
  readonly planned: Planned;
  readonly name: string;
}

/** The secrets of the stack's configuration. They are nowhere in the program. */
export interface Secrets {
  readonly codes: ReadonlyMap<string, Json>;
  readonly texts: ReadonlyMap<string, Json>;
  /** Settings that a person must give a value, because the service does not show it. */
  readonly missing: readonly string[];
}

/** The order in which fields are written. */
const ORDER = [
  "addressId",
  "smartlockId",
  "smartlockIds",
  "accountUserId",
  "type",
  "code",
  "referenceId",
  "os",
  "pushId",
  "secret",
  "name",
  "email",
  "password",
  "rights",
  "language",
  "profile",
  "webhookUrl",
  "webhookFeatures",
  "remoteAllowed",
  "enabled",
  "allowedWeekDays",
  "allowedFromTime",
  "allowedUntilTime",
  "allowedFromDate",
  "allowedUntilDate",
];

/** What differs between grants of one loop. */
const VARYING = ["accountUserId", "name"];

/** Files that hold what belongs to no address. */
const kindFiles = {
  users: { name: "users", about: "The people who can be given access.", prefix: "users" },
  subAccounts: { name: "sub-accounts", about: "Logins of their own under the account." },
  integrations: { name: "integrations", about: "Who is told what happens at the doors." },
  grants: { name: "grants", about: "Who may open which door." },
  otherLocks: { name: "other-locks", about: "Who may open the locks that are at no address." },
  acrossAddresses: { name: "across-addresses", about: "Who may open locks of more than one address." },
} as const;

const ABOUT_ADDRESS = "An address, its parts, and who may open its locks.";

type FileStart = Omit<SourceFile, "statements">;

export function buildProgram(account: Account, declared: readonly Declared[], taken: Taken): BuiltProgram {
  return new Builder(account, declared, taken).build();
}

class Builder {
  readonly #account: Account;
  readonly #plan: readonly Planned[];
  readonly #variables: Names;
  readonly #names = new Names();
  readonly #locks = new Map<number, Lock>();
  readonly #zones: ReadonlyMap<number, TimeZone>;
  readonly #files = new Map<string, { start: FileStart; statements: Statement[] }>();
  /** The file of the address that a lock is at. */
  readonly #homes = new Map<number, FileStart>();
  /** By the id of the object. */
  readonly #users = new Map<number, Resource>();
  readonly #addresses = new Map<number, Resource>();
  readonly #authorizations = new Map<string, Resource>();
  readonly #referred: ReadonlySet<string>;
  readonly #built: BuiltResource[] = [];
  readonly #codes = new Map<string, Json>();
  readonly #texts = new Map<string, Json>();
  readonly #missing: string[] = [];
  readonly #settings = new Names(["codes", "secrets"]);
  readonly #fileNames: Names;

  constructor(account: Account, declared: readonly Declared[], taken: Taken) {
    this.#account = account;
    this.#plan = planned(declared);
    this.#variables = new Names(taken.variables);
    this.#fileNames = new Names([...taken.files, ...Object.values(kindFiles).map(({ name }) => name)]);
    this.#zones = new Map(
      account.locks.map((lock) => [lock.smartlockId, timeZoneOf(lock, account.addresses)] as const),
    );
    this.#referred = new Set(
      declared.flatMap(({ inputs }) =>
        Array.isArray(inputs["settings"])
          ? (inputs["settings"] as { authIds?: string[] }[]).flatMap(({ authIds = [] }) => authIds)
          : [],
      ),
    );
  }

  build(): BuiltProgram {
    this.#nameLocks();
    const of = (...types: readonly string[]): Planned[] =>
      this.#plan.filter(({ type }) => types.includes(type));
    of("AccountUser").forEach((one) => this.#user(one));
    of("Address").forEach((one) => this.#address(one));
    of("AddressUnit").forEach((one) => this.#unit(one));
    this.#grants(of("Authorization", "AuthorizationSet"));
    of("SubAccount").forEach((one) => this.#add(kindFiles.subAccounts, this.#resource(one, "login")));
    of("Webhook").forEach((one) => this.#add(kindFiles.integrations, this.#resource(one, "webhook")));
    of("Notification").forEach((one) =>
      this.#add(kindFiles.integrations, this.#resource(one, "notification")),
    );
    const files = [...this.#files.values()].map(({ start, statements }) => ({ ...start, statements }));
    return {
      program: {
        locks: [...this.#locks.values()].sort((left, right) => (left.variable < right.variable ? -1 : 1)),
        files,
      },
      resources: this.#built,
      secrets: { codes: this.#codes, texts: this.#texts, missing: this.#missing },
    };
  }

  /** Only those that something refers to. */
  #nameLocks(): void {
    const used = new Set(this.#plan.flatMap(({ inputs }) => lockIdsIn(inputs)));
    const known = new Map(this.#account.locks.map((lock) => [lock.smartlockId, lock.name]));
    for (const smartlockId of [...used].sort((left, right) => left - right)) {
      const name = known.get(smartlockId);
      const variable = this.#variables.identifier({
        texts: [name ?? ""],
        noun: "lock",
        id: String(smartlockId),
      });
      this.#locks.set(smartlockId, { variable, name, smartlockId });
    }
  }

  #user(one: Planned): void {
    const resource = this.#resource(one, "user", this.#variable(one, "user"));
    this.#users.set(Number(one.members[0].id), resource);
    this.#add(kindFiles.users, resource);
  }

  #address(one: Planned): void {
    const [{ name, id }] = one.members;
    const file: FileStart = {
      name: this.#fileNames.file({ texts: [name], noun: "address", id }),
      about: ABOUT_ADDRESS,
    };
    const resource = this.#resource(one, "address", this.#variable(one, "address"));
    this.#addresses.set(Number(id), resource);
    this.#add(file, resource);
    for (const smartlockId of lockIdsIn(one.inputs)) {
      if (!this.#homes.has(smartlockId)) {
        this.#homes.set(smartlockId, file);
      }
    }
  }

  #unit(one: Planned): void {
    const addressId = Number(one.inputs["addressId"]);
    const address = this.#addresses.get(addressId);
    const home = [...this.#files.values()].find(({ statements }) =>
      statements.some((statement) => statement === address),
    );
    this.#add(home?.start ?? kindFiles.grants, this.#resource(one, "unit"));
  }

  #grants(grants: readonly Planned[]): void {
    const groups = new Map<string, { file: FileStart; of: Planned[] }>();
    for (const one of grants) {
      const file = this.#fileOf(one);
      const isReferred = one.members.some((member) => this.#referred.has(authorizationId(member)));
      const key = isReferred ? `alone ${one.members[0].id}` : loopKey(file, one);
      const group = groups.get(key) ?? { file, of: [] };
      group.of.push(one);
      groups.set(key, group);
    }
    for (const { file, of } of groups.values()) {
      const [first] = of;
      if (first !== undefined && of.length === 1) {
        const [{ id }] = first.members;
        const isReferred = this.#referred.has(authorizationId(first.members[0]));
        const variable = isReferred ? this.#variable(first, "grant") : undefined;
        const resource = this.#resource(first, "grant", variable);
        this.#authorizations.set(id.split("/").at(-1) ?? "", resource);
        this.#add(file, resource);
      } else if (first !== undefined) {
        this.#add(file, this.#loop(first, of));
      }
    }
  }

  #loop(first: Planned, all: readonly Planned[]): Statement {
    const differ = VARYING.filter((field) =>
      all.some(({ inputs }) => canonical(inputs[field]) !== canonical(first.inputs[field])),
    );
    const isVarying = ({ name }: Field): boolean => differ.includes(name);
    const rows = all.map((one) => {
      const { name, fields } = this.#resource(one, "grant");
      return { name, fields: fields.filter(isVarying), all: fields };
    });
    const fields = (rows[0]?.all ?? []).map((field): LoopField =>
      isVarying(field) ? { name: field.name } : field,
    );
    return {
      is: "loop",
      type: first.type,
      rows: rows.map(({ name, fields: own }) => ({ name, fields: own })),
      fields,
    };
  }

  #fileOf({ members }: Planned): FileStart {
    const homes = new Set(members.map((one) => this.#homes.get(lockOf(one))));
    const [home] = homes;
    if (homes.size > 1) {
      return kindFiles.acrossAddresses;
    }
    return home ?? (this.#homes.size === 0 ? kindFiles.grants : kindFiles.otherLocks);
  }

  #add(start: FileStart, statement: Statement): void {
    const file = this.#files.get(start.name) ?? { start, statements: [] };
    file.statements.push(statement);
    this.#files.set(start.name, file);
  }

  #variable(one: Planned, noun: string): string {
    return this.#variables.identifier(this.#named(one, noun));
  }

  #resource(one: Planned, noun: string, variable?: string): Resource {
    const name = this.#names.resource(this.#named(one, noun));
    this.#built.push({ planned: one, name });
    const { writeOnly = [], secrets } = one.members[0].kind.spec;
    const hasPassword = writeOnly.includes("password");
    const given = Object.keys(one.inputs);
    const zone = this.#zoneOf(one);
    const fields = (hasPassword ? [...given, "password"] : given)
      .sort((left, right) => placeOf(left) - placeOf(right))
      .map((field) => ({
        name: field,
        value: secrets.includes(field)
          ? this.#secret(one, name, field)
          : this.#value(field, one.inputs[field], zone),
      }));
    return { is: "resource", type: one.type, name, fields, ...(variable !== undefined && { variable }) };
  }

  /** A grant is named after itself and its lock, a webhook after its URL. */
  #named({ members, type, inputs }: Planned, noun: string): Named {
    const [{ name, id, inputs: own }] = members;
    const named = { noun, id };
    switch (type) {
      case "Authorization":
        return { ...named, texts: [name, this.#locks.get(lockOf(members[0]))?.name ?? ""] };
      case "AuthorizationSet":
        return { ...named, texts: [name, "doors"] };
      case "AddressUnit":
        return { ...named, texts: [name, this.#addressName(Number(own["addressId"]))] };
      case "Webhook":
        return { ...named, texts: [hostOf(inputs["webhookUrl"])] };
      case "Notification":
        return { ...named, texts: [textOf(inputs["referenceId"])] };
      default:
        return { ...named, texts: [name] };
    }
  }

  #addressName(addressId: number): string {
    return this.#account.addresses.find((address) => address.addressId === addressId)?.name ?? "";
  }

  #secret({ inputs }: Planned, resource: string, field: string): Value {
    const place = this.#secretPlace(resource, field);
    if (place.in !== "password") {
      const values = place.in === "codes" ? this.#codes : this.#texts;
      values.set(place.key, inputs[field] as Json);
    }
    return { is: "secret", secret: place };
  }

  #secretPlace(resource: string, field: string): SecretPlace {
    switch (field) {
      case "code":
        return { in: "codes", key: resource };
      case "password": {
        const key = this.#settings.exact(settingName([resource], "login", resource, "password"));
        this.#missing.push(key);
        return { in: "password", key };
      }
      default:
        return { in: "texts", key: `${resource}.${field}` };
    }
  }

  #value(field: string, given: unknown, zone: TimeZone | undefined): Value {
    switch (field) {
      case "smartlockId":
        return this.#lock(given);
      case "smartlockIds":
        return { is: "list", items: (given as readonly unknown[]).map((id) => this.#lock(id)) };
      case "accountUserId":
        return reference(this.#users.get(Number(given)), given);
      case "addressId":
        return reference(this.#addresses.get(Number(given)), given);
      case "allowedFromDate":
      case "allowedUntilDate":
        return plain(localMoment(String(given), zone));
      case "settings":
        return Array.isArray(given)
          ? { is: "list", items: given.map((one: unknown) => this.#setting(one as Bag)) }
          : plain(given as Json);
      default:
        return plain(given as Json);
    }
  }

  /** One of the settings of a notification. */
  #setting(setting: Bag): Value {
    const fields = Object.entries(setting).map(([name, value]): Field => {
      if (name === "smartlockId") {
        return { name, value: this.#lock(value) };
      }
      const items = name === "authIds" ? (value as string[]).map((id) => this.#authorization(id)) : undefined;
      return { name, value: items === undefined ? plain(value as Json) : { is: "list", items } };
    });
    return { is: "record", fields };
  }

  #authorization(id: string): Value {
    const of = this.#authorizations.get(id);
    return of?.variable === undefined ? plain(id) : { is: "resource", of, property: "authorizationId" };
  }

  #lock(id: unknown): Value {
    const lock = this.#locks.get(Number(id));
    return lock === undefined ? plain(id as Json) : { is: "lock", lock };
  }

  /** The time zone of the locks of a grant, if it is certain, and the same for all of them. */
  #zoneOf({ members }: Planned): TimeZone | undefined {
    const zones = members.map((one) => this.#zones.get(lockOf(one)));
    const [zone] = zones;
    return zones.every((other) => other?.assumed === undefined && other?.name === zone?.name)
      ? zone
      : undefined;
  }
}

/** Equal for grants that differ only in what a loop can vary. */
function loopKey({ name: file }: FileStart, { type, inputs }: Planned): string {
  const rest = Object.entries(inputs).filter(([field]) => ![...VARYING, "code"].includes(field));
  const has = VARYING.filter((field) => inputs[field] !== undefined);
  return canonical([file, type, has, Object.fromEntries(rest)]);
}

function reference(of: Resource | undefined, id: unknown): Value {
  return of === undefined ? plain(id as Json) : { is: "resource", of };
}

function placeOf(field: string): number {
  const place = ORDER.indexOf(field);
  return place < 0 ? ORDER.length : place;
}

function lockIdsIn({ smartlockId, smartlockIds, settings }: Bag): number[] {
  const ofSettings = Array.isArray(settings) ? (settings as Bag[]).flatMap(lockIdsIn) : [];
  const own = [smartlockId, smartlockIds].flat().filter((id) => typeof id === "number");
  return [...own, ...ofSettings];
}

function hostOf(url: unknown): string {
  return typeof url === "string" && URL.canParse(url) ? new URL(url).hostname : "";
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
