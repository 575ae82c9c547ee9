import { badSteering, type Subject } from "../subject";
import { accountId } from "../world";

const profile = {
  firstName: "Demo",
  lastName: "Desk",
  address: "Harbour Street 5",
  zip: "1010",
  city: "Vienna",
  country: "AT",
};

export const subAccount: Subject = {
  kind: "SubAccount",
  form: "",
  collection: "subAccounts",
  inputs: (n) => ({
    email: `desk-${n}@example.com`,
    password: `demo-password-${n}`,
    name: `Desk ${n}`,
    rights: 10,
    language: "en",
    profile,
  }),
  record: (inputs, n, creationDate) => ({
    accountId: 110_000 + n,
    type: 0,
    emailVerified: true,
    masterAccountId: accountId,
    ...inputs,
    creationDate,
    updateDate: creationDate,
  }),
  idOf: (record) => String(record["accountId"]),
  idOutputs: (record) => ({ accountId: record["accountId"] }),
  identity: ({ email }) => String(email).toLowerCase(),
  changes: [
    { field: "email", to: (n) => `reception-${n}@example.com`, operation: "update" },
    { field: "password", to: (n) => `demo-password-${n}-new`, operation: "update", outside: "unseen" },
    { field: "name", to: (n) => `Reception ${n}`, operation: "update" },
    { field: "rights", to: () => ["operate", "logs"], stored: () => 18, operation: "update" },
    { field: "language", to: () => "de", operation: "update" },
    { field: "profile", to: () => ({ ...profile, city: "Graz" }), operation: "update" },
    {
      field: "profile",
      to: () => undefined,
      stored: () => profile,
      operation: "same",
      outside: "impossible",
    },
    { field: "adopt", to: () => "never", operation: "same", outside: "impossible" },
  ],
  bad: [
    { field: "email", value: "desk", says: /must be an e-mail address/ },
    { field: "password", value: undefined, says: /is required/ },
    { field: "password", value: "secre7", says: /must have at least 7 characters/ },
    { field: "password", value: 123_456_789, says: /must be a text/ },
    { field: "name", value: "", says: /must not be empty/ },
    { field: "rights", value: undefined, says: /must be a number from 0 to 127 or a list/ },
    { field: "rights", value: 128, says: /must be a number from 0 to 127 or a list/ },
    { field: "rights", value: ["fly"], says: /must be a number from 0 to 127 or a list of manageLocks/ },
    { field: "language", value: "e", says: /must be a language code/ },
    { field: "profile", value: "me", says: /must be an object/ },
    { field: "profile", value: { ...profile, country: "Austria" }, says: /country.*two letters/ },
    { field: "profile", value: { ...profile, street: "5" }, says: /does not know: street/ },
    ...badSteering("adopt"),
  ],
  secrets: ["password"],
  writeOnly: ["password"],
  different: { name: "Somebody else", password: "another-password" },
  // It sets a real person's password.
  adoption: { young: false, old: false, same: false },
  deletion: "DELETE /account/sub/{accountId}",
};
