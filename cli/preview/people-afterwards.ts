import type { Account } from "../access/account";
import { type Person, personInWords } from "../access/people";
import { ignoredBy } from "./objects";
import { whyNotKnown } from "./not-known";
import type { Preview, Step } from "./preview";

/** People as they are called after a preview is applied. */
export interface PeopleAfterwards {
  /** The same person, with the name and the address that the program gives. */
  renamed(person: Person): Person;
  /** The person that a resource declares. */
  declaredBy(urn: string): Person | undefined;
  /** Whose e-mail address changes: another person may get all that they have. */
  readonly newHolders: readonly string[];
}

export function peopleAfterwards({ steps }: Preview, account: Account): PeopleAfterwards {
  const byUrn = new Map<string, Person>();
  const byKey = new Map<string, Person>();
  const newHolders: string[] = [];
  for (const step of steps.filter(({ kind, wanted }) => kind === "AccountUser" && wanted !== undefined)) {
    const known = step.before && account.names.user(step.before.id);
    const person = personIn(step, known);
    byUrn.set(step.urn, person);
    byKey.set(person.key, person);
    if (known !== undefined && known.email.toLowerCase() !== person.email?.toLowerCase()) {
      newHolders.push(
        `${personInWords(known)} becomes ${personInWords(person)}, with all that this user has`,
      );
    }
  }
  return {
    renamed: (person) => byKey.get(person.key) ?? person,
    declaredBy: (urn) => byUrn.get(urn),
    newHolders,
  };
}

/** @param known the user as the account shows it */
function personIn(
  { urn, name: resource, before, wanted = {} }: Step,
  known: { readonly name: string; readonly email: string } | undefined,
): Person {
  const ignored = ignoredBy(wanted);
  const of = (field: "name" | "email"): unknown =>
    known !== undefined && ignored.includes(field) ? known[field] : wanted[field];
  const [name, email] = [of("name"), of("email")];
  return {
    key: before === undefined ? `new ${urn}` : `user ${before.id}`,
    name: typeof name === "string" ? name : secretName(resource, name),
    ...(typeof email === "string" && { email }),
  };
}

/** Stands for a name that the preview does not tell, and is nobody's name. */
export function secretName(resource: string, name: unknown): string {
  return `${resource} (name ${whyNotKnown(name) ?? "not told"})`;
}
