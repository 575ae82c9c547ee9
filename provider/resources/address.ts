import { z } from "zod";
import type { Address as LiveAddress } from "../api";
import { defineResource } from "../engine/kind/spec";
import { adoptInput, contentsInput } from "../engine/kind/steering";
import { addresses, unitsOfAddress } from "./address-list";
import { longName, smartlockIds } from "./fields";
import { lockNames, requireLocks, speakLocks } from "./locks";
import { sayDate, sayTime, shownDate, shownTime } from "./words";

export const address = defineResource({
  ...addresses,
  docs: {
    summary: "A place with locks: a house, a flat, an office.",
    all: "the addresses of the account",
    identity: "its name",
    notes: [
      "Deleting an address takes its units away. If it still has units that the run has not deleted, the delete is refused.",
    ],
  },
  inputs: z.object({
    /** Shown in the app and to guests. */
    name: z.string().min(1, "must not be empty"),
    /** The locks at this address, in any order. */
    smartlockIds,
    /** Settings of the address. The service does not document their keys, so every key is sent as it is. Keys that are not declared keep their value. */
    settings: z.record(z.string(), z.json()).optional(),
    ...adoptInput,
    ...contentsInput,
  }),
  outputs: z.object({
    /** Time zone of the address, if the service knows it. */
    timeZone: z.string().optional(),
    /** When guests may arrive, such as `"15:00"`. */
    checkInTime: z.string().optional(),
    /** When guests must leave. */
    checkOutTime: z.string().optional(),
    /** The booking service that the address comes from. */
    serviceId: z.string().optional(),
    /** When the service created the address. */
    creationDate: z.string().optional(),
  }),
  fields: {
    name: { isAlterable: true, doubt: longName },
    smartlockIds: { speakAs: speakLocks },
    settings: { isOpen: true, isSetAfterCreation: true, leftByCreate: undefined },
    checkInTime: { inWords: sayTime },
    checkOutTime: { inWords: sayTime },
    creationDate: { inWords: sayDate },
  },
  identity: () => ["name"],
  names: lockNames,
  duplicates: () => true,
  contents: unitsOfAddress,
  preflight: (asked) => requireLocks(asked, "smartlockIds", asked.wanted.smartlockIds ?? []),

  origin: (live: LiveAddress) => ({ account: live.accountId, createdAt: live.creationDate }),
  show: (live) => ({
    name: live.name,
    smartlockIds: [...new Set(live.smartlockIds)].sort((left, right) => left - right),
    settings: (live.settings ?? undefined) as Record<string, z.core.util.JSONType> | undefined,
    timeZone: live.timeZone ?? undefined,
    checkInTime: shownTime(live.checkInTime),
    checkOutTime: shownTime(live.checkOutTime),
    serviceId: live.serviceId ?? undefined,
    creationDate: shownDate(live.creationDate),
  }),
  create: (api, { name, smartlockIds }) => api.addresses.create({ name, smartlockIds }),
  async update(api, live, wanted) {
    const changed = {
      ...wanted,
      ...(wanted.settings && { settings: { ...live.settings, ...wanted.settings } }),
    };
    await api.addresses.update({ addressId: live.addressId }, changed);
    return { ...live, ...changed };
  },
  remove: (api, { addressId }) => api.addresses.remove({ addressId }),
});
