import { badSteering, type Subject } from "../subject";
import { addresses, hexId } from "../world";

export const addressUnit: Subject = {
  kind: "AddressUnit",
  form: "",
  collection: "addressUnits",
  inputs: (n) => ({ addressId: addresses.harbour, name: `Flat ${n}` }),
  record: (inputs, n, creationDate) => ({
    id: hexId("ad1", n),
    addressTokenId: hexId("ad2", n),
    ...inputs,
    creationDate,
    redeemDate: null,
  }),
  idOf: ({ addressId, id }) => `${String(addressId)}/${String(id)}`,
  idOutputs: ({ addressId, id }) => ({ addressId, unitId: id }),
  identity: ({ addressId, name }) => `${String(addressId)} ${String(name)}`,
  changes: [
    { field: "name", to: (n) => `Flat ${n} with a view`, operation: "replace" },
    {
      field: "addressId",
      to: () => addresses.station,
      operation: "replace",
      // Its address is part of its id.
      outside: "impossible",
    },
    { field: "settleTimeout", to: () => 60, operation: "update", outside: "impossible" },
    { field: "adopt", to: () => "same", operation: "same", outside: "impossible" },
  ],
  bad: [
    { field: "addressId", value: undefined, says: /is required/ },
    { field: "addressId", value: 0, says: /must be the id of an address/ },
    { field: "addressId", value: "harbour", says: /must be the id of an address, which is a number/ },
    {
      field: "addressId",
      value: 987_654,
      says: /an address that the account does not have \(987654\)/,
      asksService: true,
    },
    { field: "name", value: undefined, says: /is required/ },
    { field: "name", value: "", says: /must not be empty/ },
    ...badSteering("adopt", "settleTimeout"),
  ],
  secrets: ["addressTokenId"],
  writeOnly: [],
  adoption: { young: true, old: false, same: true },
  deletion: "DELETE /address/{addressId}/unit/{id}",
};
