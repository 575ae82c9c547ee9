import type { Address, AddressUnit, SmartlockClient } from "../api";
import { claimOf, numberPart } from "../engine/kind/ids";
import type { Listed, Parent, Reader } from "../engine/kind/listed";
import type { Content } from "../engine/kind/spec";
import { UnprovenError } from "../engine/lists/absence";
import { ifAllowed } from "../engine/lists/allowed";
import { textPart } from "./fields";

export type UnitOfAddress = AddressUnit & { addressId: number };

const addressId = {
  /** The number that the service gave the address. */
  addressId: numberPart,
};

/** How the service lists addresses. */
export const addresses = {
  type: "Address",
  id: addressId,
  list: (api: SmartlockClient) => api.addresses.list(),
  witness: (api: SmartlockClient, { addressId }: { readonly addressId: number }) =>
    api.addresses.listUnits({ addressId }),
  idOf: ({ addressId }: Address) => ({ addressId }),
} satisfies Listed<typeof addressId, Address>;

const unitId = {
  /** The address it belongs to. */
  addressId: numberPart,
  /** The id that the service gave the unit. */
  unitId: textPart,
};

const addressAsParent: Parent = {
  noun: "address",
  kind: addresses,
  keyFrom: ({ addressId }) => String(addressId),
  accountOf: async (reader, key) =>
    (await ifAllowed(reader.collection(addresses, {}).known()))?.get(key)?.accountId ?? undefined,
};

/** How the service lists units. */
export const units = {
  type: "AddressUnit",
  id: unitId,
  parent: addressAsParent,
  byParent: "only",
  list: (api: SmartlockClient, addressId: string) => listUnits(api, Number(addressId)),
  idOf: ({ addressId, id: unitId }: UnitOfAddress) => ({ addressId, unitId }),
} satisfies Listed<typeof unitId, UnitOfAddress>;

/** A unit does not always name its address, so the address is taken from the list that the unit is in. */
async function listUnits(api: SmartlockClient, addressId: number): Promise<UnitOfAddress[]> {
  const listed = await api.addresses.listUnits({ addressId });
  return listed.map((unit) => ({ ...unit, addressId }));
}

/** The units that would be lost with the address: all that have not been deleted in this run. */
export async function unitsOfAddress(
  reader: Reader,
  { addressId }: { readonly addressId: number },
): Promise<Content[]> {
  const { collection } = reader.collection(units, { addressId });
  // A unit that is missing from one list may still exist and would be deleted too, so look twice.
  await collection.lookAgain("", undefined, () => listUnits(reader.api, addressId));
  if (collection.isPartial) {
    throw new UnprovenError("the list of its units leaves out some that exist");
  }
  return [...(await collection.known())].map(([id, unit]) => ({
    object: claimOf(units, id),
    words: `the unit "${unit.name}" (id ${id})`,
  }));
}
