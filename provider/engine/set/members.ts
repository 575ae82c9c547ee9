import { createHash } from "node:crypto";
import { Kind } from "../kind/kind";
import type { SetSpec } from "../kind/set-spec";
import { steeringFields } from "../kind/steering";
import { storedAgain } from "../pending/sent-forms";
import type { BoundKind } from "../run/bound-kind";
import type { Session } from "../run/session";
import { type Bag, hidden, isBag, names, ownerOf, pick, visible } from "../values/bag";
import { equal } from "../values/equality";
import { sanitise, STATE_VERSION } from "../values/outputs";
import { asSecret } from "../values/secret-value";
import { holdsUnknown } from "../values/unknown";
import { namingAt } from "./naming";

/** An object of a set, in the form in which a separate resource would be stored. */
export interface Member {
  readonly handle: string;
  readonly state: Bag;
  /** The same, limited to what the set as a whole records. Pulumi compares the program with this. */
  readonly common: Bag;
}

/** By place, such as the id of a lock. */
export type Members = ReadonlyMap<string, Member>;

/** Translates between one resource that stands for many objects and the single objects that the engine manages. */
export class SetKind {
  readonly spec: SetSpec;
  readonly member: Kind;
  readonly #own: readonly string[];

  constructor(spec: SetSpec) {
    this.spec = spec;
    this.member = new Kind(spec.each, namingAt(spec));
    this.#own = [spec.places.field, spec.idsAs, "pending", ...Object.keys(spec.id)];
  }

  label(fields: Bag): string {
    const name = fields["name"];
    return typeof name === "string" ? `${this.spec.type} ${JSON.stringify(name)}` : this.spec.type;
  }

  /** The word for a place in a sentence. */
  get noun(): string {
    return this.member.spec.parent?.noun ?? "place";
  }

  /** The declared places that are already known. A state that somebody edited may contain something that is not a place. */
  places(inputs: Bag): string[] {
    const places = inputs[this.spec.places.field];
    const isKnown = (place: unknown): boolean => !holdsUnknown(place);
    return Array.isArray(places)
      ? places
          .filter(isKnown)
          .map((place: unknown) => (typeof place === "string" ? place : JSON.stringify(place)))
      : [];
  }

  /** The declaration of the object at a place. */
  inputsAt(place: string, inputs: Bag): Bag {
    return { ...this.#common(inputs), [this.spec.places.of]: Number(place) };
  }

  /**
   * The objects that a state records: those with an id, and those that are pending. Somebody may have edited the state
   * by hand.
   */
  members(state: Bag): Members {
    const ids = bagIn(state, this.spec.idsAs);
    const pending = bagIn(state, "pending");
    const details = bagIn(state, hidden.members);
    const [, idPart = ""] = Object.keys(this.member.spec.id);
    const declared = names(state[hidden.declared]);
    const shared: Bag = {
      ...this.#common(state),
      ...(state[hidden.declared] !== undefined && {
        [hidden.declared]: declared.map((field) =>
          field === this.spec.places.field ? this.spec.places.of : field,
        ),
      }),
    };
    const members = new Map<string, Member>();
    for (const place of new Set([...Object.keys(ids), ...Object.keys(pending)])) {
      const id = textIn(ids, place);
      if (id !== undefined || isBag(pending[place])) {
        const own = {
          [this.spec.places.of]: Number(place),
          ...(id !== undefined && { [idPart]: id }),
          ...(isBag(pending[place]) && { pending: pending[place] }),
        };
        members.set(place, {
          handle: `${place}/${id ?? pendingHandle(state)}`,
          state: { ...shared, ...bagIn(details, place), ...own },
          common: { ...shared, ...own },
        });
      }
    }
    return members;
  }

  /** Places for which the state has no object. The provider never writes such a state. */
  placesWithoutId(state: Bag): string[] {
    const members = this.members(state);
    return this.places(state).filter((place) => !members.has(place));
  }

  /** The state to store for a set: once what its objects have in common, and for each object what is its own. */
  outs(inputs: Bag, states: ReadonlyMap<string, Bag>, accountBefore?: unknown): Bag {
    const [, idPart = ""] = Object.keys(this.member.spec.id);
    const all = [...states];
    const fields = Object.keys(this.member.spec.inputs.shape).filter(
      (field) => field !== this.spec.places.of,
    );
    const common = commonFields(this.member.wanted(this.#common(inputs)), [...states.values()], fields);
    const entries = (field: string): [string, unknown][] =>
      all.flatMap(([place, state]) => (state[field] === undefined ? [] : [[place, state[field]]]));
    const pending = entries("pending");
    return sanitise({
      ...common,
      ...pick(inputs, steeringFields),
      [this.spec.places.field]: all.map(([place]) => Number(place)).sort((left, right) => left - right),
      [this.spec.idsAs]: Object.fromEntries(entries(idPart)),
      pending: pending.length === 0 ? undefined : Object.fromEntries(pending),
      [hidden.members]: Object.fromEntries(
        all.map(([place, state]) => [place, deviations(this.member, common, state)]),
      ),
      [hidden.declared]: Object.keys(visible(inputs)),
      [hidden.account]: accountOf(states) ?? accountBefore,
      [hidden.version]: STATE_VERSION,
      ...pick(inputs, [hidden.owner, hidden.secret]),
    });
  }

  /** The inputs that a stored set was declared with. */
  inputsOf(state: Bag): Bag {
    const declared = state[hidden.declared];
    const fields = declared === undefined ? Object.keys(this.spec.inputs.shape) : names(declared);
    return { ...pick(state, fields), ...pick(state, [hidden.owner, hidden.secret]) };
  }

  #common(bag: Bag): Bag {
    return pick(
      bag,
      Object.keys(bag).filter((field) => !this.#own.includes(field) && field !== hidden.members),
    );
  }
}

/** A set in the account of a run. */
export class BoundSet extends SetKind {
  override readonly member: BoundKind;

  constructor({ spec }: SetKind, member: BoundKind) {
    super(spec);
    this.member = member;
  }

  get session(): Session {
    return this.member.session;
  }
}

/** The account of the objects, as one of them names it. */
function accountOf(states: ReadonlyMap<string, Bag>): unknown {
  return [...states.values()].map((state) => state[hidden.account]).find((account) => account !== undefined);
}

/** The values that all objects share, in the service's form. Where they differ, the declared value. */
function commonFields(wanted: Bag, states: readonly Bag[], fields: readonly string[]): Bag {
  const [first] = states;
  return Object.fromEntries(
    fields.map((field) => {
      const isAgreed = states.every((state) => equal(state[field], first?.[field]));
      return [field, first !== undefined && isAgreed ? first[field] : wanted[field]];
    }),
  );
}

/**
 * The fields in which an object differs from the set. This includes secrets: a code that is still on its way to one
 * lock could not be found there, and removed, without knowing it.
 */
function deviations(kind: Kind, common: Bag, state: Bag): Bag {
  const different = Object.keys(common).filter((field) => !equal(state[field], common[field]));
  const isSecret = (field: string): boolean =>
    kind.isSecret(field) || names(state[hidden.secret]).includes(field);
  const kept = (field: string): unknown =>
    isSecret(field) && state[field] !== undefined ? asSecret(state[field]) : (state[field] ?? null);
  return {
    ...pick(state, ["creationDate", hidden.madeAt, hidden.unsure, hidden.underWay, hidden.notIt]),
    // What is pending is known by the fields that were declared when it was sent.
    ...(state["pending"] !== undefined && pick(state, [hidden.declared])),
    // Secrets already if this run made them, and in the clear if they come from the state before.
    ...pick(state, [hidden.altered, hidden.earlier]),
    ...storedAgain(state),
    ...Object.fromEntries(different.map((field) => [field, kept(field)])),
  };
}

/** Each set has its own handle: if two sets wait for something on one lock, these are two objects. */
function pendingHandle(state: Bag): string {
  return `pending-${createHash("sha256").update(ownerOf(state)).digest("hex").slice(0, 16)}`;
}

function textIn(bag: Bag, field: string): string | undefined {
  const value = bag[field];
  return typeof value === "string" ? value : undefined;
}

function bagIn(bag: Bag, field: string): Bag {
  const value = bag[field];
  return isBag(value) ? value : {};
}
