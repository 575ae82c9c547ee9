import type { AccountState } from "../../simulator";
import { alteredGrant, alteredName } from "../../simulator/alterations";
import type { Bag } from "../protocol/plugin";
import type { Column } from "./columns";

export type Alters = AccountState["behaviour"]["alters"];

/** The service alters only the name of these. */
const named = ["users", "subAccounts", "addresses", "addressUnits"];

/** What an object becomes in a service that alters what it is sent. */
export function kept(fields: Bag, { collection }: Column, alters: Alters): Bag {
  if (collection === "authorizations") {
    const altered: Bag = alteredGrant(fields as Parameters<typeof alteredGrant>[0], alters);
    return Object.fromEntries(Object.keys(fields).map((field) => [field, altered[field]]));
  }
  return named.includes(collection)
    ? { ...fields, name: alteredName(String(fields["name"]), alters) }
    : fields;
}

/** The declared fields of a column that the service alters. */
export function alteredFields(column: Column, alters: Alters): string[] {
  const fields = column.wanted(column.program).flatMap((wanted) => {
    const shown = kept(wanted, column, alters);
    return Object.keys(wanted).filter((field) => shown[field] !== wanted[field]);
  });
  return [...new Set(fields)];
}
