import { z } from "zod";
import type { Listing } from "../lists/listing";
import { isNobodyNamed, keepUnnamed } from "../messages/kept-secret";
import type { Names } from "../messages/names";
import { type Bag, hidden, isBag, isHidden, names, ownerOf, pick, visible } from "../values/bag";
import { canonical, equal } from "../values/equality";
import { sanitise, STATE_VERSION } from "../values/outputs";
import { asSecret } from "../values/secret-value";
import { holdsUnknown, NOT_KNOWN_YET, partsWithin, UNKNOWN } from "../values/unknown";
import { nameIn } from "../values/urn";
import { factsAbout, fieldsThat, valuesOf } from "./field-facts";
import { claimOf, idOf, partsOf, serviceId } from "./ids";
import type { Device, IdParts, IdValues } from "./listed";
import type { AdoptionWords, ResourceSpec } from "./spec";
import { steeringFields } from "./steering";

/** An identity that a resource gives up for another one. */
export interface Move {
  /** What changes, in words. */
  readonly what: string;
  readonly from: string;
  readonly to: string;
}

/** How messages speak about the objects of a kind. */
export interface Naming {
  /** Where an object is, if that is always told, even without its name. */
  placeOf?(fields: Bag): string;
  /** What a person can do instead of waiting for what is pending. */
  readonly howToGiveUp: string;
}

const ALONE: Naming = {
  howToGiveUp: "give this one up with `pulumi state delete`",
};

/** Everything about a kind of resource and its objects that needs no request. */
export class Kind {
  readonly spec: ResourceSpec;
  readonly naming: Naming;

  constructor(spec: ResourceSpec, naming: Naming = ALONE) {
    this.spec = spec;
    this.naming = naming;
  }

  /** The fields that a program declares, with the values that the service should hold. */
  wanted(inputs: Bag): Bag {
    const declared = pick(
      inputs,
      Object.keys(visible(inputs)).filter((field) => !steeringFields.includes(field)),
    );
    return { ...this.defaults, ...declared };
  }

  show(live: object): Bag {
    const shown = this.spec.show(live);
    if (isNobodyNamed()) {
      this.peopleIn(shown).forEach(([, text]) => keepUnnamed(text));
    }
    return shown;
  }

  /** The values of fields that are not declared, for kinds that are managed as a whole. */
  get defaults(): Bag {
    return valuesOf(this.spec, "default");
  }

  /** The texts that name people, with their fields. */
  peopleIn(fields: Bag): [field: string, text: string][] {
    return fieldsThat(this.spec, "namesPeople").flatMap((field) =>
      this.textsIn(field, fields[field]).map((text): [string, string] => [field, text]),
    );
  }

  /** When the service created the object, if it says so. */
  createdAt(live: object): string | undefined {
    return this.spec.origin?.(live).createdAt ?? undefined;
  }

  idOf(live: object): string {
    return idOf(this.spec, live);
  }

  parts(id: string): IdValues<IdParts> {
    return partsOf(this.spec, id);
  }

  /** The service's id for the object of a state; undefined while nobody knows it. */
  serviceId(handle: string, state: Bag): string | undefined {
    return serviceId(this.spec, handle, state);
  }

  /** The id of what the object belongs to; undefined if it belongs to nothing, or if the fields do not say. */
  parentOf(fields: Bag): string | undefined {
    return this.spec.parent?.keyFrom(fields);
  }

  identity(wanted: Bag): readonly string[] {
    return this.spec.identity(wanted);
  }

  get alterable(): readonly string[] {
    return fieldsThat(this.spec, "isAlterable");
  }

  /** The fields whose change needs a replacement, for these values. */
  replacedBy(wanted: Bag): readonly string[] {
    return fieldsThat(this.spec, "replaces", wanted);
  }

  /** The fields that the service never shows. */
  get writeOnly(): readonly string[] {
    return fieldsThat(this.spec, "isWriteOnly");
  }

  /** The part of an identity that the service cannot alter. */
  fixedIdentity(wanted: Bag): readonly string[] {
    return this.identity(wanted).filter((field) => !this.alterable.includes(field));
  }

  /** Whether the service may alter the object's identity. */
  isIdentityAlterable(wanted: Bag): boolean {
    return this.fixedIdentity(wanted).length < this.identity(wanted).length;
  }

  /** What to say about an existing object that has the identity of a declaration. */
  adoptionWords(wanted: Bag): AdoptionWords {
    return {
      onlyAlways: this.spec.adoption?.onlyAlways,
      isTellableByName: this.isTellableByName(wanted),
      taken: this.spec.adoption?.taken?.(wanted),
    };
  }

  /** Whether another name makes two objects with the same identity different. */
  isTellableByName(wanted: Bag): boolean {
    return this.identity(wanted).includes("name");
  }

  /** Whether the service allows only one object with the identity of a declaration. For other kinds, each create makes another one. */
  isUnique(wanted: Bag): boolean {
    return this.spec.duplicates?.(wanted) !== true;
  }

  /** The same for two declarations of the same object. */
  identityKey(wanted: Bag): string {
    const forms = this.identity(wanted).map(
      (field) => this.#form(field, wanted[field], () => wanted) ?? null,
    );
    return canonical([this.spec.type, ...forms]);
  }

  /** The identity in a sentence: `smartlockId Front door, type code and the same code`. */
  identityInWords(wanted: Bag, names: Names): string {
    const parts = this.identity(wanted).map((field) =>
      this.isUnseen(field) ? `the same ${field}` : `${field} ${this.words(field, wanted[field], names)}`,
    );
    const [last = "", ...before] = parts.reverse();
    return before.length === 0 ? last : `${before.reverse().join(", ")} and ${last}`;
  }

  /**
   * The identity that an object gives up for another one, where the service allows each only once. If a field of it
   * replaces the object, that is deleted first, and waits for nobody.
   */
  move(shown: Bag, wanted: Bag): Move | undefined {
    const fields = this.identity(wanted);
    const isKnown = fields.every((field) =>
      [shown, wanted].every((bag) => (bag[field] ?? undefined) !== undefined),
    );
    const changed =
      isKnown && this.isUnique(wanted) ? fields.filter((field) => this.differsIn(field, wanted, shown)) : [];
    const replaced = this.replacedBy(wanted);
    return changed.length === 0 || changed.some((field) => replaced.includes(field))
      ? undefined
      : {
          what: this.spec.adoption?.taken?.(wanted)?.what ?? changed.join(" and "),
          from: this.identityKey(shown),
          to: this.identityKey(wanted),
        };
  }

  isMatch(wanted: Bag, shown: Bag): boolean {
    return this.identity(wanted).every((field) => this.#same(field, wanted, shown));
  }

  /** The objects in a list that have the identity of a declaration. */
  matching(listed: Listing<object>, wanted: Bag): [string, object][] {
    return this.alike(listed, wanted, this.identity(wanted));
  }

  /** The objects in a list that have the same values as a declaration in these fields. */
  alike(listed: Listing<object>, wanted: Bag, fields: readonly string[]): [string, object][] {
    const wordOf = (bag: Bag): string =>
      canonical(fields.map((field) => this.#form(field, bag[field], () => bag) ?? null));
    return listed
      .where(fields.join(), (live) => wordOf(this.show(live)), wordOf(wanted))
      .filter(([, live]) => fields.every((field) => this.#same(field, wanted, this.show(live))));
  }

  /** The wanted fields that differ. Fields that the service never shows are left out. */
  differences(wanted: Bag, shown: Bag): string[] {
    return Object.keys(wanted).filter((field) => this.differsIn(field, wanted, shown));
  }

  /** Whether a wanted field differs. What a value means may depend on the other fields. */
  differsIn(field: string, wanted: Bag, shown: Bag): boolean {
    return !this.isWriteOnly(field) && !this.#same(field, wanted, shown);
  }

  /** The same for the fields that only the state records. Fields that are unsure always count as different. */
  unshownDifferences(wanted: Bag, state: Bag): string[] {
    const isRecorded = (field: string): boolean => (state[field] ?? undefined) !== undefined;
    return Object.keys(wanted).filter(
      (field) =>
        this.isWriteOnly(field) &&
        isRecorded(field) &&
        (unsureIn(state).includes(field) || !this.#same(field, wanted, state)),
    );
  }

  /** What the state records of the fields that the service never shows. It stays true until one of them is set again. */
  unshownIn(state: Bag): Bag {
    return pick(state, this.writeOnly);
  }

  /** The fields that only the state records, that the last run declared, and that the program no longer declares. */
  releasedUnshown(state: Bag, inputs: Bag): string[] {
    const declared = names(state[hidden.declared]);
    return Object.keys(this.unshownIn(state)).filter(
      (field) => declared.includes(field) && !Object.hasOwn(inputs, field),
    );
  }

  /** Secrets that the service shows and that are missing from the state. */
  unrecordedSecrets(shown: Bag, state: Bag): string[] {
    return fieldsThat(this.spec, "isSecret").filter(
      (field) => shown[field] !== undefined && !Object.hasOwn(state, field),
    );
  }

  /** The object's value of a field. In open objects, only the declared keys count. */
  comparable(field: string, wanted: Bag, shown: Bag): unknown {
    const declared = wanted[field];
    const value = shown[field];
    if (!this.#is("isOpen", field) || !isBag(declared) || !isBag(value)) {
      return value;
    }
    return Object.fromEntries(Object.keys(declared).map((key) => [key, value[key]]));
  }

  isSecret(field: string): boolean {
    return this.#is("isSecret", field);
  }

  /** Whether no line shows the field's value. The program may mark more fields as secret than the kind does. */
  isUnseen(field: string): boolean {
    return this.isSecret(field);
  }

  isWriteOnly(field: string): boolean {
    return this.#is("isWriteOnly", field);
  }

  #is(fact: "isSecret" | "isWriteOnly" | "isOpen", field: string): boolean {
    return factsAbout(this.spec, field)[fact] === true;
  }

  /**
   * The wanted fields that differ. The fields that a create does not take are either all as the create leaves them, or
   * all as a later update set them. A mixture was made by somebody else.
   */
  differencesFromCreate(wanted: Bag, shown: Bag): string[] {
    const late = fieldsThat(this.spec, "isSetAfterCreation", wanted);
    const left = valuesOf(this.spec, "leftByCreate");
    const sent = Object.keys(wanted).filter((field) => !late.includes(field));
    const known = late.filter((field) => Object.hasOwn(left, field) && Object.hasOwn(wanted, field));
    const isLeft = (field: string): boolean =>
      this.#same(field, left, shown) || (left[field] === undefined && equal(shown[field], {}));
    const isSet = (field: string): boolean => this.#same(field, wanted, shown);
    const mixed = known.every(isLeft) ? [] : known.filter((field) => !isSet(field));
    return [...this.differences(pick(wanted, sent), shown), ...mixed];
  }

  /** The inputs that a stored object was declared with. */
  inputsOf(state: Bag): Bag {
    const declared = state[hidden.declared];
    const fields = declared === undefined ? Object.keys(this.spec.inputs.shape) : names(declared);
    return { ...pick(state, fields), ...pick(state, [hidden.owner, hidden.secret]) };
  }

  /** The state to store for an object. */
  outs(
    live: object,
    inputs: Bag,
    {
      account,
      madeAt,
      altered = {},
    }: { readonly account: number | undefined; readonly madeAt: unknown; readonly altered?: Altered },
  ): Bag {
    const shown = this.show(live);
    const declared = visible(inputs);
    const spoken = Object.keys(shown).map((field) => [field, this.comparable(field, declared, shown)]);
    return sanitise({
      ...this.#kept(inputs),
      ...(Object.fromEntries(spoken) as Bag),
      ...this.spec.idOf(live),
      [hidden.account]: account,
      [hidden.madeAt]: this.createdAt(live) === undefined ? madeAt : undefined,
      [hidden.altered]: Object.keys(altered).length === 0 ? undefined : asSecret(altered),
    });
  }

  /** The same for an object that the service has accepted but does not show yet. */
  pendingOuts(
    inputs: Bag,
    idFields: Bag,
    { since, notIt, account }: { since: string; notIt: readonly string[]; account: number | undefined },
  ): Bag {
    return sanitise({
      ...this.#kept(inputs),
      ...this.wanted(inputs),
      ...idFields,
      pending: { since },
      [hidden.notIt]: notIt.length === 0 ? undefined : notIt,
      [hidden.account]: account,
    });
  }

  #kept(inputs: Bag): Bag {
    return {
      ...pick(inputs, steeringFields),
      ...pick(inputs, this.writeOnly),
      [hidden.declared]: Object.keys(inputs).filter((field) => !isHidden(field)),
      [hidden.version]: STATE_VERSION,
      ...pick(inputs, [hidden.owner, hidden.secret]),
    };
  }

  /** The object's name in claims. */
  object(id: string): string {
    return claimOf(this.spec, id);
  }

  /** The object's name in messages: `Authorization "Cleaner" on Front door`. The service is not asked for the place. */
  label(fields: Bag): string {
    return this.labelOn(fields, undefined);
  }

  /** The same, with the name of the device that holds it. */
  labelOn(fields: Bag, device: Device | undefined): string {
    const place = device?.name ?? this.#placeOf(fields);
    return place === undefined ? this.#ownLabel(fields) : `${this.#ownLabel(fields)} on ${place}`;
  }

  /** The name of what the object is part of, if this program has read it already. */
  #placeOf(fields: Bag): string | undefined {
    const { id, parent } = this.spec;
    const isPart = (field: string): boolean => ["string", "number"].includes(typeof fields[field]);
    const key = parent?.nameSeen && parent.keyFrom(pick(fields, Object.keys(id).filter(isPart)));
    return this.naming.placeOf?.(fields) ?? (key === undefined ? undefined : parent?.nameSeen?.(key));
  }

  #ownLabel(fields: Bag): string {
    const tellable = ["name", ...this.identity(fields)].filter((field) => !this.isSecret(field));
    const field = tellable.find((one) => this.#isName(one, fields[one]));
    const name = field === undefined ? undefined : fields[field];
    const resource = nameIn(ownerOf(fields)) || undefined;
    // Another resource may have the same person's name, and the first one would stand in its place.
    const isPerson =
      field !== undefined && isNobodyNamed() && factsAbout(this.spec, field).namesPeople === true;
    const known = isPerson ? (resource ?? name) : (name ?? resource);
    return known === undefined ? this.spec.type : `${this.spec.type} ${this.#words(known)}`;
  }

  /** A word from a list of words, such as the `os` of a notification, is nobody's name. */
  #isName(field = "", value: unknown): boolean {
    return typeof value === "number" || this.textsIn(field, value).length > 0;
  }

  /** A field's value for use in a sentence. The value of a secret is not shown. */
  words(field: string, value: unknown, names: Names = (_field, id) => String(id)): string {
    if (this.isUnseen(field)) {
      return "another value";
    }
    if (value === UNKNOWN) {
      return names(field, value);
    }
    if (holdsUnknown(value)) {
      const known = Array.isArray(value) ? value.filter((item) => !holdsUnknown(item)) : [];
      return known.length === 0 ? NOT_KNOWN_YET : `${this.words(field, known, names)} and ${NOT_KNOWN_YET}`;
    }
    const { speakAs } = factsAbout(this.spec, field);
    return speakAs === undefined || value === undefined || value === null
      ? this.#words(value)
      : speakAs(value, names);
  }

  /** `size is 3, declared 4`. Undefined for a secret. */
  differenceInWords(field: string, wanted: Bag, shown: Bag, names: Names): string | undefined {
    if (this.isUnseen(field)) {
      return undefined;
    }
    const found = this.words(field, this.comparable(field, wanted, shown), names);
    const isDeclared = (wanted[field] ?? undefined) !== undefined;
    const declared = isDeclared ? `declared ${this.words(field, wanted[field], names)}` : "not declared";
    return `${field} is ${found}, ${declared}`;
  }

  /** The texts in a field that people chose freely. A word from a list of words, such as `code`, tells nothing. */
  textsIn(field: string, value: unknown, numbers?: "with numbers"): string[] {
    const schema = (this.spec.inputs.shape as Record<string, z.ZodType | undefined>)[field];
    const inner = schema instanceof z.ZodOptional ? (schema.unwrap() as z.ZodType) : schema;
    const isFree = inner !== undefined && ["string", "record", "object"].includes(inner.type);
    return isFree ? [...textsWithin(value), ...(numbers === undefined ? [] : longNumbersWithin(value))] : [];
  }

  secretsIn(fields: Bag): string[] {
    return fieldsThat(this.spec, "isSecret")
      .map((field) => fields[field])
      .filter((value) => typeof value === "string" || typeof value === "number")
      .map(String);
  }

  #words(value: unknown): string {
    if (value === undefined || value === null) {
      return "not set";
    }
    const isList = Array.isArray(value) && value.every((item) => typeof item === "string");
    return isList && value.length > 0 ? value.join(", ") : JSON.stringify(value);
  }

  #same(field: string, wanted: Bag, shown: Bag): boolean {
    const [left, right] = [wanted[field], this.comparable(field, wanted, shown)];
    // What a declaration does not manage stays as it is, and may decide what the rest means.
    return equal(
      this.#form(field, left, () => ({ ...shown, ...wanted })),
      this.#form(field, right, () => shown),
    );
  }

  #form(field: string, value: unknown, all: () => Bag): unknown {
    const { compareAs } = factsAbout(this.spec, field);
    return compareAs === undefined ? value : compareAs(value, all());
  }
}

/** A shorter number is in too many sentences that say something else. */
const MIN_DIGITS = 4;

function longNumbersWithin(value: unknown): string[] {
  return partsWithin(value)
    .filter((part) => typeof part === "number")
    .map(String)
    .filter((text) => text.length >= MIN_DIGITS);
}

function textsWithin(value: unknown): string[] {
  return partsWithin(value).filter((part) => typeof part === "string" && part !== UNKNOWN) as string[];
}

/** What the service made of declared values, by field, such as a name that it cut off. */
export type Altered = Readonly<Record<string, { readonly declared: unknown; readonly shown: unknown }>>;

/**
 * Fields that the service never shows, such as a password, and that a failed update may have set. They are sent again,
 * even if the program has gone back to the value in the state.
 */
export function unsureIn(state: Bag): string[] {
  return names(state[hidden.unsure]);
}
