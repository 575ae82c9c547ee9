import { z } from "zod";
import type { Reader } from "../engine/kind/listed";
import { defineResource } from "../engine/kind/spec";
import { RefusedError } from "../engine/kind/refused-error";
import { adoptInput, settleInputs } from "../engine/kind/steering";
import { addresses, units } from "./address-list";
import { longName, name } from "./fields";
import { sayDate, shownDate } from "./words";

async function addressNames(reader: Reader): Promise<(field: string, id: unknown) => string | undefined> {
  const view = reader.collection(addresses, {});
  const listed = view.isAtHand ? await view.known() : undefined;
  return (field, id) => (field === "addressId" ? listed?.get(String(id))?.name : undefined);
}

export const addressUnit = defineResource({
  ...units,
  docs: {
    summary: "A part of an address: an apartment, a room.",
    all: "the units of the address",
    identity: "its address and its name",
    notes: [
      "The service cannot rename a unit: a new name replaces it, and with it the permissions given through it.",
    ],
  },
  inputs: z.object({
    /** The address it belongs to: its id, or the `Address` itself. */
    addressId: z
      .int("must be the id of an address, which is a number, or the Address itself")
      .positive("must be the id of an address"),
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
  fields: {
    addressId: { replaces: true, speakAs: (value, names) => names("addressId", value) },
    name: { replaces: true, isAlterable: true, doubt: longName },
    addressTokenId: { isSecret: true },
    creationDate: { inWords: sayDate },
  },
  identity: () => ["addressId", "name"],
  names: addressNames,
  duplicates: () => true,
  async preflight(asked) {
    const { addressId } = asked.wanted;
    const { collection } = asked.reader.collection(addresses, {});
    if (addressId !== undefined && (await collection.seemsMissing(String(addressId)))) {
      asked.fail(["addressId"], `names an address that the account does not have (${addressId})`);
    }
  },
  asynchronous: { busy: ({ operationId }) => Boolean(operationId), create: false, update: false },

  origin: (live) => ({ createdAt: live.creationDate }),
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
      throw new RefusedError(
        `the service says "${api.quoted(error)}". Look at it in the app, then run again.`,
      );
    }
  },
});
