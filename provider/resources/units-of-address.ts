import type { AddressUnit, SmartlockClient } from "../api";
import { UnprovenError } from "../engine/absence";
import type { Content } from "../engine/resource-spec";
import type { Session } from "../engine/session";

export type UnitOfAddress = AddressUnit & { addressId: number };

/** A unit does not always name its address, so the address is taken from the list that the unit is in. */
export async function listUnits(api: SmartlockClient, addressId: number): Promise<UnitOfAddress[]> {
  const units = await api.addresses.listUnits({ addressId });
  return units.map((unit) => ({ ...unit, addressId }));
}

/** The units that would be lost with the address: all that have not been deleted in this run. */
export async function unitsOfAddress(
  session: Session,
  { addressId }: { readonly addressId: number },
): Promise<Content[]> {
  const units = session.list(`AddressUnit ${addressId}`, {
    list: () => listUnits(session.api, addressId),
    keyOf: (unit) => `${addressId}/${unit.id}`,
  });
  // A unit that is missing from one list may still exist and would be deleted too, so look twice.
  await units.lookAgain("", undefined, () => listUnits(session.api, addressId));
  if (units.isPartial) {
    throw new UnprovenError("the list of its units leaves out some that exist");
  }
  return [...(await units.known())].map(([id, unit]) => ({
    object: `AddressUnit ${id}`,
    words: `the unit "${unit.name}" (id ${id})`,
  }));
}
