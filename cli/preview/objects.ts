import { serviceId } from "../../provider/engine/kind/ids";
import { registry } from "../../provider/resources";

/** What a program wants of a resource, or what the state says of it. */
export type Fields = Readonly<Record<string, unknown>>;

/** What the state says of a resource. */
export interface Stored {
  readonly id: string;
  readonly fields: Fields;
}

/**
 * The objects of the service that a resource stands for, such as `17698070561/8f7fb13e721bdcb3`: one for each lock of a set. One
 * that nobody has seen yet has a handle in place of an id.
 */
export function objectsOf(kind: string, { id, fields }: Stored): string[] {
  if (kind !== "AuthorizationSet") {
    return [id];
  }
  const ids = asFields(fields["authorizationIds"]);
  const pending = Object.keys(asFields(fields["pending"])).filter((lock) => ids[lock] === undefined);
  return [
    ...Object.entries(ids).map(([lock, one]) => `${lock}/${String(one)}`),
    ...pending.map((lock) => `${lock}/pending`),
  ];
}

/** The lock of an object on a lock. */
export function lockOfObject(id: string): string {
  return id.split("/")[0] ?? "";
}

/** The id that the service gave it. Pulumi keeps the first one, which may be a handle from before the object was seen. */
export function idInState(kind: string, id: string, fields: Fields): string {
  const spec = (registry as Readonly<Record<string, (typeof registry)[keyof typeof registry]>>)[kind];
  return (spec === undefined || "each" in spec ? undefined : serviceId(spec, id, { ...fields })) ?? id;
}

/** The fields that the program leaves to others. */
export function ignoredBy(wanted: Fields): string[] {
  const ignored = wanted["__ignore"];
  return Array.isArray(ignored) ? ignored.map(String) : [];
}

/** Whether a resource stands for authorizations. */
export function isOfGrants({ kind }: { readonly kind: string }): boolean {
  return kind === "Authorization" || kind === "AuthorizationSet";
}

export function asFields(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}
