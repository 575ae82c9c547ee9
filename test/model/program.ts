import type { AccountState } from "../../simulator";
import type { Bag } from "../protocol/plugin";
import type { Declared } from "../protocol/test-engine";
import {
  type Belonging,
  identitiesOf,
  inputsOf,
  isSet,
  kinds,
  objectFields,
  type Resource,
} from "./declaration";
import { type CollectionName, identityOf, type LiveObject, objectsOf } from "./objects";

/** A resource and its place in the program. */
export interface Placed {
  readonly name: string;
  readonly alias?: string;
  readonly forceReplace?: boolean;
  readonly resource: Resource;
}

export const PLACES = 8;

const NOBODY: Belonging = { accountUserId: NaN, addressId: NaN };

/** What one object of the service has to look like. */
export interface Expected {
  readonly name: string;
  readonly collection: CollectionName;
  readonly identity: string;
  readonly fields: Bag;
}

/** The program of one stack. Edits must leave it valid: an edit that would not is ignored. */
export class Program {
  #places: readonly (Placed | undefined)[] = Array.from({ length: PLACES }, () => undefined);
  #names = 0;

  constructor(
    readonly stack: string,
    /** Two stacks have separate identities. */
    private readonly firstIdentity: number,
  ) {}

  get resources(): readonly Placed[] {
    return this.#places.filter((placed) => placed !== undefined);
  }

  /** Another resource of the same type keeps the name of the one before; to Pulumi it is the same resource, changed. */
  declare(place: number, given: Resource): void {
    const resource = { ...given, n: this.firstIdentity + given.n };
    const before = this.#places[place];
    const isSame = before !== undefined && canBecome(before.resource, resource);
    this.#change(place, isSame ? { ...before, resource } : { name: this.#newName(resource), resource });
  }

  remove(place: number): void {
    this.#change(place, undefined);
  }

  rename(place: number, hasAlias: boolean): void {
    const placed = this.#places[place];
    if (placed !== undefined) {
      const alias = hasAlias ? { alias: placed.name } : {};
      this.#change(place, { name: this.#newName(placed.resource), resource: placed.resource, ...alias });
    }
  }

  /** Whether a run has to create it again: a replacement of it, or of what it belongs to, is forced. */
  isMadeAnew(placed: Placed): boolean {
    return placed.forceReplace === true || this.holderOf(placed)?.forceReplace === true;
  }

  forceReplace(place: number): void {
    const placed = this.#places[place];
    if (placed !== undefined) {
      this.#change(place, { ...placed, forceReplace: true });
    }
  }

  /** A run has done everything: former names are no longer needed. */
  applied(): void {
    this.#places = this.#places.map((placed) => placed && { name: placed.name, resource: placed.resource });
  }

  /** A run was attempted: forced replacements are valid only for its own command line. */
  attempted(): void {
    this.#places = this.#places.map((placed) => placed && { ...placed, forceReplace: false });
  }

  declared(): Declared[] {
    return this.#places.flatMap((placed) => {
      if (placed === undefined) {
        return [];
      }
      const { resource, name, alias, forceReplace } = placed;
      const holder = this.holderOf(placed);
      const inputs =
        holder === undefined
          ? inputsOf(resource, {})
          : (outputs: Readonly<Record<string, Bag>>) => inputsOf(resource, outputs[holder.name] ?? {});
      return [
        {
          type: typeOf(resource),
          name,
          inputs,
          ...(alias !== undefined && { alias }),
          ...(forceReplace === true && { forceReplace }),
        },
      ];
    });
  }

  /**
   * What the service has to hold, with the service's own ids for the users and addresses of the program. If the holder
   * of a resource is gone, the resource belongs to nobody, unless `past` still has that holder.
   */
  expected(state: AccountState, past: readonly LiveObject[] = []): Expected[] {
    const objects = objectsOf(state);
    return this.resources.flatMap((placed) => {
      const { name, resource } = placed;
      const { collection } = kinds[resource.kind];
      const holder = this.holderOf(placed);
      const [identity] = holder === undefined ? [] : identitiesOf(holder.resource, {});
      const isHolder = (object: LiveObject): boolean => object.identity === identity;
      const held = objects.find(isHolder) ?? past.findLast(isHolder);
      const belonging = holder === undefined ? {} : (held?.record ?? NOBODY);
      return objectFields(resource, belonging).map((fields) => ({
        name,
        collection,
        identity: identityOf(collection, fields),
        fields,
      }));
    });
  }

  /** The resource it belongs to, if that is declared before it. */
  holderOf({ resource }: Placed, places = this.#places): Placed | undefined {
    const holder = places[resource.of];
    const isBefore = places.findIndex((placed) => placed?.resource === resource) > resource.of;
    return isBefore && holder?.resource.kind === kinds[resource.kind].belongsTo ? holder : undefined;
  }

  #change(place: number, placed: Placed | undefined): void {
    const places = this.#places.map((before, index) => (index === place ? placed : before));
    const identities = places.flatMap((each) => {
      if (each === undefined) {
        return [];
      }
      const holder = this.holderOf(each, places);
      const belonging: Belonging =
        holder === undefined ? {} : { accountUserId: holder.name, addressId: holder.name };
      return identitiesOf(each.resource, belonging);
    });
    if (new Set(identities).size === identities.length) {
      this.#places = places;
    }
  }

  #newName({ kind }: Resource): string {
    this.#names += 1;
    return `${this.stack}-${kind}-${this.#names}`;
  }
}

/** A field that is no longer declared keeps its value: a notification does not lose its reference. */
function canBecome(before: Resource, after: Resource): boolean {
  return typeOf(before) === typeOf(after) && (before.kind === "alert") === (after.kind === "alert");
}

export function typeOf(resource: Resource): string {
  return isSet(resource) ? "AuthorizationSet" : kinds[resource.kind].type;
}
