import { badSteering, type Subject } from "../subject";
import { accountId, locks } from "../world";

export const address: Subject = {
  kind: "Address",
  form: "",
  collection: "addresses",
  inputs: (n) => ({
    name: `House ${n}`,
    smartlockIds: [locks.garage, locks.front].sort((left, right) => left - right),
    settings: { wifi: "guests", heating: { degrees: 19 } },
  }),
  record: (inputs, n, creationDate) => ({
    addressId: 9_000 + n,
    accountId,
    ...inputs,
    creationDate,
    updateDate: creationDate,
  }),
  idOf: ({ addressId }) => String(addressId),
  idOutputs: ({ addressId }) => ({ addressId }),
  identity: ({ name }) => String(name),
  changes: [
    { field: "name", to: (n) => `House ${n} by the sea`, operation: "update" },
    {
      field: "smartlockIds",
      to: () => [locks.office],
      operation: "update",
      said: { found: "Office", declared: "Garage, Front door" },
    },
    {
      field: "settings",
      to: () => ({ wifi: "open" }),
      // Keys that are not declared keep their value.
      stored: () => ({ wifi: "open", heating: { degrees: 19 } }),
      operation: "update",
    },
    {
      field: "settings",
      to: () => undefined,
      stored: () => ({ wifi: "guests", heating: { degrees: 19 } }),
      operation: "same",
      outside: "impossible",
    },
    { field: "deleteContents", to: () => true, operation: "update", outside: "impossible" },
    { field: "adopt", to: () => "always", operation: "same", outside: "impossible" },
  ],
  bad: [
    { field: "name", value: undefined, says: /is required/ },
    { field: "name", value: "", says: /must not be empty/ },
    { field: "name", value: 5, says: /must be text/ },
    { field: "smartlockIds", value: undefined, says: /is required/ },
    { field: "smartlockIds", value: "front", says: /must be a list/ },
    { field: "smartlockIds", value: [1.5], says: /must be the id of a lock, which is a number/ },
    { field: "smartlockIds", value: [-1], says: /must be the id of a lock/ },
    { field: "smartlockIds", value: [locks.front, locks.front], says: /must not name a lock twice/ },
    {
      field: "smartlockIds",
      value: [locks.front, 987_654],
      says: /a lock that the account does not have \(987654\)/,
      asksService: true,
    },
    { field: "settings", value: "open", says: /must be an object/ },
    ...badSteering("adopt", "deleteContents"),
  ],
  secrets: [],
  writeOnly: [],
  different: { smartlockIds: [locks.office] },
  adoption: { young: true, old: false, same: true },
  deletion: "DELETE /address/{addressId}",
};
