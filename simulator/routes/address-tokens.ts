import { answer, integerParam, noContent, queryBoolean, textParam, type Call, type Handlers } from "../call";
import { invalid, notFound } from "../errors";
import { secret } from "../ids";
import type { AddressTokenRecord } from "../records";

function tokenOfPath(call: Call): AddressTokenRecord {
  const token = call.account.addressTokens.find(({ id }) => id === textParam(call, "tokenId"));
  if (token === undefined) {
    throw notFound("Token");
  }
  return token;
}

export const addressTokenRoutes = {
  "GET /address/{addressId}/token": (call) => {
    const addressId = integerParam(call, "addressId");
    if (!call.account.addresses.some((address) => address.addressId === addressId)) {
      throw invalid("addressId", addressId);
    }
    return answer(call.account.addressTokens.filter((token) => token.addressId === addressId));
  },

  "GET /address/token/{tokenId}": (call) => {
    const { id, addressId } = tokenOfPath(call);
    const address = call.account.addresses.find((candidate) => candidate.addressId === addressId);
    if (address === undefined) {
      throw notFound("Token");
    }
    const locks = call.account.smartlocks.filter(({ smartlockId }) =>
      address.smartlockIds.includes(smartlockId),
    );
    return answer({ id, addressName: address.name, smartlockNames: locks.map(({ name }) => name) });
  },

  "GET /address/token/{tokenId}/redeem": (call) => {
    const token = tokenOfPath(call);
    if (token.redeemDate === null) {
      throw notFound("Redeemed token");
    }
    return answer(token);
  },

  "POST /address/token/{tokenId}/redeem": (call) => {
    const { account, simulation } = call;
    const token = tokenOfPath(call);
    if (token.redeemDate !== null) {
      throw invalid("id", token.id);
    }
    const address = account.addresses.find(({ addressId }) => addressId === token.addressId);
    const redeemDate = simulation.clock.iso();
    token.redeemDate = redeemDate;
    token.redeemAccountId = account.account.accountId;
    token.redeemResult = "ok";
    token.inviteKeys = (address?.smartlockIds ?? []).map(() => secret(account.ids));
    for (const unit of account.addressUnits) {
      if (unit.addressTokenId === token.id) {
        Object.assign(unit, { redeemDate, redeemResult: "ok" });
      }
    }
    if (queryBoolean(call, "email") !== false) {
      simulation.mail("address token", account.account.email);
    }
    return noContent();
  },
} satisfies Partial<Handlers>;
