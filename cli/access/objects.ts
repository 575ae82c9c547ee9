/** What a program wants of a resource, or what the state says of it. */
export type Fields = Readonly<Record<string, unknown>>;

/** What the state says of a resource. */
export interface Stored {
  readonly id: string;
  readonly fields: Fields;
}

/** The objects of the service that a resource stands for, such as `17698070561/8f7fb13e721bdcb3`: one for each lock of a set. */
export function objectsOf(type: string, { id, fields }: Stored): string[] {
  if (type !== "AuthorizationSet") {
    return [id];
  }
  const ids = asFields(fields["authorizationIds"]);
  const pending = Object.keys(asFields(fields["pending"])).filter((lock) => ids[lock] === undefined);
  return [
    ...Object.entries(ids).map(([lock, one]) => `${lock}/${String(one)}`),
    ...pending.map((lock) => `${lock}/pending`),
  ];
}

export function asFields(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}
