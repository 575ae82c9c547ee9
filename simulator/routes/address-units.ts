import {
  absent,
  answer,
  fieldsOf,
  integerParam,
  textParam,
  type Answer,
  type Call,
  type Handlers,
} from "../call";
import { alteredName } from "../alterations";
import { asTexts } from "../body";
import { invalid } from "../errors";
import { objectId, uuid } from "../ids";
import type { AddressUnitRecord } from "../records";
import { addressOfPath } from "./addresses";

/** Accepts the deletion of all of them or of none. They are gone after the settle time. */
function deleteUnits(call: Call, ids: readonly string[]): Answer {
  const { account, simulation } = call;
  const { addressId } = addressOfPath(call);
  const units = ids.map((id) => {
    const found = account.addressUnits.find((unit) => unit.id === id && unit.addressId === addressId);
    if (found === undefined) {
      throw absent(call, "id", id);
    }
    return found;
  });
  if (units.some(({ operationId }) => operationId !== undefined)) {
    throw simulation.locked();
  }
  const due = simulation.clock.now() + account.behaviour.settleMs;
  for (const unit of units) {
    unit.operationId = objectId(account.ids);
    simulation.agenda.plan({ due, kind: "remove unit", id: unit.id });
  }
  return answer({ requestId: uuid(account.ids) });
}

export const addressUnitRoutes = {
  "GET /address/{addressId}/unit": (call) => {
    const addressId = integerParam(call, "addressId");
    if (!call.account.addresses.some((address) => address.addressId === addressId)) {
      throw invalid("addressId", addressId);
    }
    return answer(call.account.addressUnits.filter((unit) => unit.addressId === addressId));
  },

  "PUT /address/{addressId}/unit": (call) => {
    const { account } = call;
    const { addressId } = addressOfPath(call);
    const name = alteredName(fieldsOf(call).requiredText("name"), account.behaviour.alters);
    const creationDate = call.simulation.clock.iso();
    const addressTokenId = objectId(account.ids);
    const unit: AddressUnitRecord = {
      id: objectId(account.ids),
      name,
      addressId,
      addressTokenId,
      creationDate,
      redeemDate: null,
    };
    account.addressUnits.push(unit);
    account.addressTokens.push({
      id: addressTokenId,
      addressId,
      creationDate,
      redeemDate: null,
      redeemAccountId: null,
    });
    return answer(unit);
  },

  "DELETE /address/{addressId}/unit": (call) => deleteUnits(call, [...new Set(asTexts(call.body, "ids"))]),

  "DELETE /address/{addressId}/unit/{id}": (call) => deleteUnits(call, [textParam(call, "id")]),
} satisfies Partial<Handlers>;
