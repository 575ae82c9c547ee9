import type { AddressUnit, SmartlockClient } from "../api";
import { tellsAbsence, UnprovenError } from "../engine/absence";
import type { Content } from "../engine/resource-spec";
import type { Session } from "../engine/session";

export type UnitOfAddress = AddressUnit & { addressId: number };

/** The unit does not always tell its address; the list that it is in does. */
export async function listUnits(api: SmartlockClient, addressId: number): Promise<UnitOfAddress[]> {
  const units = await api.addresses.listUnits({ addressId });
  return units.map((unit) => ({ ...unit, addressId }));
}

/** The service answers with the units of an address only while it has the address. */
export async function answersForUnits(api: SmartlockClient, addressId: number): Promise<boolean> {
  try {
    await api.addresses.listUnits({ addressId });
    return true;
  } catch (error) {
    if (await tellsAbsence(error, () => Promise.resolve(true))) {
      return false;
    }
    throw error;
  }
}

/** What an address would lose: units that nobody has deleted in this run. */
export async function unitsOfAddress(
  session: Session,
  { addressId }: { readonly addressId: number },
): Promise<Content[]> {
  const units = session.list(`AddressUnit ${addressId}`, {
    list: () => listUnits(session.api, addressId),
    keyOf: (unit) => `${addressId}/${unit.id}`,
  });
  // One list that lacks something is not enough to let it go along.
  await units.lookAgain("", undefined, () => listUnits(session.api, addressId));
  if (units.isPartial) {
    throw new UnprovenError("the list of its units lacks some that are there");
  }
  return [...(await units.known())].map(([id, unit]) => ({
    object: `AddressUnit ${id}`,
    words: `the unit "${unit.name}" (id ${id})`,
  }));
}
