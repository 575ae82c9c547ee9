import type { Account } from "../access/account";
import { type Person, personInWords } from "../access/people";
import type { Preview } from "./preview";

/** What people are called after a preview is applied. */
export interface People {
  /** The same person, as the program calls them. */
  as(person: Person): Person;
  /** The person that a resource declares. */
  declaredAs(urn: string): Person | undefined;
  /** Whose e-mail address changes: another person may get all that they have. */
  readonly passes: readonly string[];
}

export function peopleAfterwards({ steps }: Preview, { names }: Account): People {
  const byUrn = new Map<string, Person>();
  const byKey = new Map<string, Person>();
  const passes: string[] = [];
  for (const { type, urn, name: resource, before, wanted } of steps) {
    if (type === "AccountUser" && wanted !== undefined) {
      const { name, email } = wanted;
      const key = before === undefined ? `new ${urn}` : `user ${before.id}`;
      const person = {
        key,
        name: typeof name === "string" ? name : resource,
        ...(typeof email === "string" && { email }),
      };
      byUrn.set(urn, person);
      byKey.set(key, person);
      const known = before && names.user(before.id);
      if (known !== undefined && known.email.toLowerCase() !== person.email?.toLowerCase()) {
        passes.push(`${personInWords(known)} becomes ${personInWords(person)}, with all that this user has`);
      }
    }
  }
  return {
    as: (person) => byKey.get(person.key) ?? person,
    declaredAs: (urn) => byUrn.get(urn),
    passes,
  };
}
