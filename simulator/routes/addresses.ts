import { alteredName } from "../alterations";
import { absent, answer, fieldsOf, integerParam, noContent, type Call, type Handlers } from "../call";
import { invalid } from "../errors";
import { nextNumber } from "../ids";
import type { AddressRecord } from "../records";
import { findLock } from "./authorizations";

export function addressOfPath(call: Call): AddressRecord {
  const addressId = integerParam(call, "addressId");
  const address = call.account.addresses.find((candidate) => candidate.addressId === addressId);
  if (address === undefined) {
    throw absent(call, "addressId");
  }
  return address;
}

function checkLocks(call: Call, smartlockIds: readonly number[]): void {
  const unknown = smartlockIds.find((smartlockId) => findLock(call.account, smartlockId) === undefined);
  if (unknown !== undefined) {
    throw invalid("smartlockIds", unknown);
  }
}

export const addressRoutes = {
  "GET /address": (call) => answer(call.account.addresses),

  // Only an update accepts settings. Here they are ignored like any unknown field.
  "PUT /address": (call) => {
    const { account, simulation } = call;
    const fields = fieldsOf(call);
    const name = alteredName(fields.requiredText("name"), account.behaviour.alters);
    const smartlockIds = fields.integers("smartlockIds", "smartlock_ids");
    if (smartlockIds === undefined) {
      throw invalid("smartlockIds", null);
    }
    checkLocks(call, smartlockIds);
    const now = simulation.clock.iso();
    const address: AddressRecord = {
      addressId: nextNumber(
        account.ids,
        account.addresses.map(({ addressId }) => addressId),
      ),
      accountId: account.account.accountId,
      name,
      smartlockIds,
      creationDate: now,
      updateDate: now,
    };
    account.addresses.push(address);
    return answer(address);
  },

  "POST /address/{addressId}": (call) => {
    const address = addressOfPath(call);
    const fields = fieldsOf(call);
    const name = fields.text("name") ?? address.name;
    if (name.trim() === "") {
      throw invalid("name", name);
    }
    const smartlockIds = fields.integers("smartlockIds", "smartlock_ids") ?? address.smartlockIds;
    checkLocks(call, smartlockIds);
    const settings = fields.object("settings");
    address.name = alteredName(name, call.account.behaviour.alters);
    address.smartlockIds = smartlockIds;
    if (settings !== undefined) {
      address.settings = settings ?? undefined;
    }
    address.updateDate = call.simulation.clock.iso();
    return noContent();
  },

  "DELETE /address/{addressId}": (call) => {
    const { account } = call;
    const { addressId } = addressOfPath(call);
    const elsewhere = (item: { addressId: number }): boolean => item.addressId !== addressId;
    account.addresses = account.addresses.filter(elsewhere);
    account.addressUnits = account.addressUnits.filter(elsewhere);
    account.addressTokens = account.addressTokens.filter(elsewhere);
    account.reservations = account.reservations.filter(elsewhere);
    return noContent();
  },
} satisfies Partial<Handlers>;
