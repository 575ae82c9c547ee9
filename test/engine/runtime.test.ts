import { handlers } from "../../provider/runtime";

/** The state of every stack refers to these by name. Names may be added, but never changed or removed. */
it("exports a handler for every name that stored state may hold", () => {
  expect(Object.keys(handlers)).toEqual([
    "Address",
    "AddressUnit",
    "AccountUser",
    "SubAccount",
    "Authorization",
    "AuthorizationSet",
    "Webhook",
    "Notification",
  ]);
  for (const handler of Object.values(handlers)) {
    expect(Object.keys(handler)).toEqual([
      "configure",
      "check",
      "diff",
      "create",
      "read",
      "update",
      "delete",
    ]);
  }
});
