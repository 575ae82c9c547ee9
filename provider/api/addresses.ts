import { z } from "zod";
import { secret, secretId } from "../http";
import {
  answerList,
  answerObject,
  confirmation,
  minuteOfDay,
  numericId,
  requestObject,
  smartlockId,
  textId,
} from "./fields";
import { none, operation } from "./operation";

const addressId = numericId;

/** Anyone who knows the id of an address token can redeem it, so the id itself is a secret. */
const tokenId = textId.transform(secretId);

const address = answerObject({
  addressId: z.int(),
  accountId: z.int().nullish(),
  name: z.string(),
  smartlockIds: answerList(z.int()),
  serviceId: z.string().nullish(),
  timeZone: z.string().nullish(),
  checkInTime: z.int().nullish(),
  checkOutTime: z.int().nullish(),
  settings: z.record(z.string(), z.unknown()).nullish(),
  creationDate: z.string().nullish(),
  updateDate: z.string().nullish(),
});

const addressUnit = answerObject({
  id: z.string(),
  name: z.string(),
  addressId: z.int().nullish(),
  addressTokenId: secret(z.string().nullish()),
  operationId: z.string().nullish(),
  creationDate: z.string().nullish(),
  redeemDate: z.string().nullish(),
  redeemResult: z.string().nullish(),
});

const addressReservation = answerObject({
  id: z.string(),
  addressId: z.int().nullish(),
  accountId: z.int().nullish(),
  email: z.string().nullish(),
  name: z.string().nullish(),
  guests: z.int().nullish(),
  guestsIssued: z.int().nullish(),
  keypadIssued: z.boolean().nullish(),
  state: z.string().nullish(),
  serviceId: z.string().nullish(),
  reference: z.string().nullish(),
  automation: z.int().nullish(),
  checkedIn: z.boolean().nullish(),
  startDate: z.string().nullish(),
  endDate: z.string().nullish(),
  updateDate: z.string().nullish(),
  hasCustomAccessTimes: z.boolean().nullish(),
});

const addressToken = answerObject({
  id: secret(z.string()),
  addressId: z.int().nullish(),
  creationDate: z.string().nullish(),
  redeemDate: z.string().nullish(),
  redeemAccountId: z.int().nullish(),
  inviteKeys: secret(answerList(z.string()).nullish()),
  redeemResult: z.string().nullish(),
});

const addressTokenInfo = answerObject({
  id: secret(z.string()),
  addressName: z.string(),
  smartlockNames: answerList(z.string()).nullish(),
});

const addressCreate = requestObject({ name: z.string().min(1), smartlockIds: z.array(smartlockId) });

const addressUpdate = requestObject({
  name: z.string().min(1).optional(),
  smartlockIds: z.array(smartlockId).optional(),
  settings: z.record(z.string(), z.unknown()).optional(),
});

const addressUnitCreate = requestObject({ name: z.string().min(1) });

const accessTimes = requestObject({ checkInTime: minuteOfDay, checkOutTime: minuteOfDay });

export type Address = z.output<typeof address>;
export type AddressUnit = z.output<typeof addressUnit>;
export type AddressReservation = z.output<typeof addressReservation>;
export type AddressToken = z.output<typeof addressToken>;
export type AddressTokenInfo = z.output<typeof addressTokenInfo>;
export type AddressCreate = z.input<typeof addressCreate>;
export type AddressUpdate = z.input<typeof addressUpdate>;
export type AddressUnitCreate = z.input<typeof addressUnitCreate>;
export type ReservationAccessTimes = z.input<typeof accessTimes>;

/** Addresses, their units, reservations and tokens. */
export const addresses = {
  /** Lists all addresses. There is no way to read a single one. */
  list: operation({
    method: "GET",
    path: "/address",
    answer: z.array(address),
    class: "read",
    scopes: ["account"],
  }),
  /** Creates an address and returns it. Settings can only be set by an update. */
  create: operation({
    method: "PUT",
    path: "/address",
    body: addressCreate,
    answer: address,
    class: "create",
    scopes: ["account"],
  }),
  /** Changes the given fields of an address. */
  update: operation({
    method: "POST",
    path: "/address/{addressId}",
    ids: { addressId },
    body: addressUpdate,
    answer: none,
    class: "write",
    scopes: ["account"],
  }),
  /** Deletes an address. */
  remove: operation({
    method: "DELETE",
    path: "/address/{addressId}",
    ids: { addressId },
    answer: none,
    class: "write",
    scopes: ["account"],
  }),
  /** Lists the units of an address. */
  listUnits: operation({
    method: "GET",
    path: "/address/{addressId}/unit",
    ids: { addressId },
    answer: z.array(addressUnit),
    class: "read",
    scopes: ["account"],
  }),
  /** Creates a unit and returns it. A unit cannot be changed later. */
  createUnit: operation({
    method: "PUT",
    path: "/address/{addressId}/unit",
    ids: { addressId },
    body: addressUnitCreate,
    answer: addressUnit,
    class: "create",
    scopes: ["account"],
  }),
  /** Deletes several units and the permissions given through them. The answer confirms the request; the work is done later. */
  removeUnits: operation({
    method: "DELETE",
    path: "/address/{addressId}/unit",
    ids: { addressId },
    body: z.array(textId).min(1),
    answer: confirmation,
    class: "write",
    scopes: ["account"],
  }),
  /** Deletes a unit and the permissions given through it. The answer confirms the request; the work is done later. */
  removeUnit: operation({
    method: "DELETE",
    path: "/address/{addressId}/unit/{id}",
    ids: { addressId, id: textId },
    answer: confirmation,
    class: "write",
    scopes: ["account"],
  }),
  /** Lists the reservations of an address. */
  listReservations: operation({
    method: "GET",
    path: "/address/{addressId}/reservation",
    ids: { addressId },
    answer: z.array(addressReservation),
    class: "read",
    scopes: ["account"],
  }),
  /** Gives the guests of a reservation their authorizations. */
  issueReservation: operation({
    method: "POST",
    path: "/address/{addressId}/reservation/{id}/issue",
    ids: { addressId, id: textId },
    answer: none,
    class: "action",
    scopes: ["account"],
  }),
  /** Revokes the authorizations of a reservation's guests. */
  revokeReservation: operation({
    method: "POST",
    path: "/address/{addressId}/reservation/{id}/revoke",
    ids: { addressId, id: textId },
    answer: none,
    class: "action",
    scopes: ["account"],
  }),
  /** Sets when the guests of a reservation may arrive and must leave, in minutes from midnight. */
  setReservationAccessTimes: operation({
    method: "POST",
    path: "/address/{addressId}/reservation/{id}/update/accesstimes",
    ids: { addressId, id: textId },
    body: accessTimes,
    answer: none,
    class: "write",
    scopes: ["account"],
  }),
  /** Reads which address and locks a token stands for. */
  getToken: operation({
    method: "GET",
    path: "/address/token/{tokenId}",
    ids: { tokenId },
    answer: addressTokenInfo,
    class: "read",
    scopes: [],
  }),
  /** Reads a redeemed token, with its invite keys. */
  getRedeemedToken: operation({
    method: "GET",
    path: "/address/token/{tokenId}/redeem",
    ids: { tokenId },
    answer: addressToken,
    class: "read",
    scopes: ["account"],
  }),
  /** Redeems a token: the account of the caller gets access. An e-mail is sent unless `email` is false. */
  redeemToken: operation({
    method: "POST",
    path: "/address/token/{tokenId}/redeem",
    ids: { tokenId },
    query: requestObject({ email: z.boolean().optional() }),
    answer: none,
    class: "action",
    scopes: ["account"],
  }),
  /** Lists the tokens of an address. */
  listTokens: operation({
    method: "GET",
    path: "/address/{addressId}/token",
    ids: { addressId },
    answer: z.array(addressToken),
    class: "read",
    scopes: ["account"],
  }),
};
