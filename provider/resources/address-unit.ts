import { z } from "zod";
import { Kind } from "../engine/kind";
import { numberPart } from "../engine/object-id";
import { nameOrId } from "../engine/plan";
import { type Container, defineResource } from "../engine/resource-spec";
import type { Session } from "../engine/session";
import { type ArgsOf, resourceClass } from "../engine/shell";
import { adoptInput, settleInputs } from "../engine/steering";
import type { Address as LiveAddress } from "../api";
import { address } from "./address";
import { doubtsOfName, name, textPart } from "./fields";
import { inWords, sayDate, shownDate } from "./words";
import { listUnits, type UnitOfAddress } from "./units-of-address";

const addressContainer: Container = {
  noun: "address",
  collection: (session) => session.collection(new Kind(address), {}),
  keyFrom: ({ addressId }) => String(addressId),
};

async function addressNames(session: Session): Promise<(field: string, id: unknown) => string | undefined> {
  const addresses = session.collection(new Kind(address), {});
  const listed = addresses.isAtHand ? await addresses.known() : undefined;
  return (field, id) =>
    field === "addressId" ? (listed?.get(String(id)) as LiveAddress | undefined)?.name : undefined;
}

export const addressUnit = defineResource({
  type: "AddressUnit",
  docs: {
    summary: "A part of an address: an apartment, a room.",
    identity: "its address and its name",
    notes: [
      "The service cannot rename a unit: a new name replaces it, and with it the permissions given through it.",
    ],
  },
  inputs: z.object({
    /** The address it belongs to: its id, or the `Address` itself. */
    addressId: z.int().positive("must be the id of an address"),
    /** Shown in the app and to guests. */
    name,
    ...adoptInput,
    ...settleInputs,
  }),
  outputs: z.object({
    /** Anyone who has it can redeem access to the unit. */
    addressTokenId: z.string().optional(),
    /** When the service created the unit. */
    creationDate: z.string().optional(),
  }),
  secrets: ["addressTokenId"],
  id: {
    /** The address it belongs to. */
    addressId: numberPart,
    /** The id that the service gave the unit. */
    unitId: textPart,
  },
  identity: () => ["addressId", "name"],
  inWords: inWords({ creationDate: sayDate }),
  names: addressNames,
  speakAs: { addressId: (value, names) => names("addressId", value) },
  alterable: ["name"],
  duplicates: () => true,
  replacedBy: () => ["addressId", "name"],
  collides: (unit) => [
    {
      key: `unit ${unit.addressId} ${unit.name}`,
      words: (names) =>
        `the unit "${unit.name}" of ${nameOrId(names, "addressId", unit.addressId, "address")}`,
    },
  ],
  async preflight(asked) {
    const { addressId } = asked.wanted;
    const { collection } = asked.session.collection(new Kind(address), {});
    if (addressId !== undefined && (await collection.seemsMissing(String(addressId)))) {
      asked.fail(["addressId"], `names an address that the account does not have (${addressId})`);
    }
  },
  doubts: doubtsOfName,
  container: addressContainer,
  asynchronous: { busy: ({ operationId }) => Boolean(operationId), create: false, update: false },

  listedBy: ({ addressId }) => String(addressId),
  list: (api, addressId) => listUnits(api, Number(addressId)),
  idOf: (live: UnitOfAddress) => ({ addressId: live.addressId, unitId: live.id }),
  accountOf: () => undefined,
  async accountFrom(session, { addressId }) {
    const listed = await addressContainer.collection(session).known();
    const home = listed.get(String(addressId));
    return home && address.accountOf(home as LiveAddress);
  },
  createdAt: (live) => live.creationDate ?? undefined,
  show: (live) => ({
    addressId: live.addressId,
    name: live.name,
    addressTokenId: live.addressTokenId ?? undefined,
    creationDate: shownDate(live.creationDate),
  }),
  create: async (api, { addressId, name }) => ({
    ...(await api.addresses.createUnit({ addressId }, { name })),
    addressId,
  }),
  async remove(api, { addressId, unitId }) {
    const { error } = await api.addresses.removeUnit({ addressId, id: unitId });
    if (error !== undefined && error !== null && error !== "") {
      throw new Error(
        `AddressUnit ${addressId}/${unitId} was not deleted: the service says: ${api.quoted(error)}`,
      );
    }
  },
});

export type AddressUnitArgs = ArgsOf<typeof addressUnit>;

/** A part of an address: an apartment, a room. */
export class AddressUnit extends resourceClass(addressUnit) {}
