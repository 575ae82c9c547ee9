import type { AddressUnit, SmartlockClient } from "../api";
import type { Content } from "../engine/resource-spec";
import type { Session } from "../engine/session";
import { InvalidRequestError, NotFoundError } from "../http";

export type UnitOfAddress = AddressUnit & { addressId: number };

/** The unit does not always tell its address; the list that it is in does. */
export async function listUnits(api: SmartlockClient, addressId: number): Promise<UnitOfAddress[]> {
  const units = await api.addresses.listUnits({ addressId });
  return units.map((unit) => ({ ...unit, addressId }));
}

/** An address that the service does not know has no units to lose: it answers 400 to the question. */
function noneIfUnknown(error: unknown): ReadonlyMap<string, UnitOfAddress> {
  if (error instanceof InvalidRequestError || error instanceof NotFoundError) {
    return new Map();
  }
  throw error;
}

/** What an address would lose: units that nobody has deleted in this run. */
export async function unitsOfAddress(
  session: Session,
  { addressId }: { readonly addressId: number },
): Promise<Content[]> {
  const listed = await session
    .list(
      `AddressUnit ${addressId}`,
      () => listUnits(session.api, addressId),
      (unit) => `${addressId}/${unit.id}`,
    )
    .known()
    .catch(noneIfUnknown);
  return [...listed].map(([id, unit]) => ({
    object: `AddressUnit ${id}`,
    words: `the unit "${unit.name}" (id ${id})`,
  }));
}
