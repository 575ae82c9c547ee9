import type { z } from "zod";
import { operations } from "../../provider/api";
import { calls } from "./calls";
import { interfaceList } from "./interface-list";

const line = (method: string, path: string) => `${method} ${path}`;
const wanted = interfaceList.map(([method, path]) => line(method, path));
const declared = Object.values(operations).map(({ method, path }) => line(method, path));

describe("the declared operations", () => {
  it(`are exactly the ${wanted.length} of the interface`, () => {
    process.stdout.write(`interface: ${wanted.length} operations, client: ${declared.length}\n`);
    expect({
      missing: wanted.filter((operation) => !declared.includes(operation)),
      excess: declared.filter((operation) => !wanted.includes(operation)),
    }).toEqual({ missing: [], excess: [] });
    expect(wanted).toHaveLength(103);
  });

  it("are each declared once and listed once", () => {
    expect(declared).toHaveLength(new Set(declared).size);
    expect(wanted).toHaveLength(new Set(wanted).size);
  });

  it("have a valid call each", () => {
    expect(Object.keys(calls).sort()).toEqual(Object.keys(operations).sort());
  });

  it.each(Object.entries(operations))("%s takes no field that it does not know", (_, { body, query }) => {
    expect([body, query].flatMap((schema) => (schema === undefined ? [] : openObjects(schema)))).toEqual([]);
  });

  it.each(Object.entries(operations))(
    "%s keeps fields of an answer that it does not know",
    (_, { answer }) => {
      expect(answer === "none" ? [] : closedObjects(answer)).toEqual([]);
    },
  );

  it.each(Object.entries(operations).filter(([, { method }]) => method === "GET"))(
    "%s is a GET and so a read",
    (_, operation) => expect(operation.class).toBe("read"),
  );

  it.each(Object.entries(operations).filter(([, { method }]) => method !== "GET"))(
    "%s is not a GET and so not a read",
    (_, operation) => expect(operation.class).not.toBe("read"),
  );

  it.each(Object.entries(operations))("%s names only ids of its path", (_, { path, ids }) => {
    expect(Object.keys(ids ?? {}).sort()).toEqual(
      [...path.matchAll(/\{(\w+)\}/g)].map(([, id]) => id).sort(),
    );
  });
});

/** What a retry may cost, and who may call: the operations where a mistake would hurt. */
describe.each([
  ["smartlocks.unlock", "action", ["smartlock.action"]],
  ["smartlocks.lock", "action", ["smartlock.action"]],
  ["smartlocks.action", "action", ["smartlock.action"]],
  ["smartlocks.sync", "write", ["smartlock.action"]],
  ["webhooks.actionAdvanced", "action", ["smartlock.action"]],
  ["webhooks.lockAdvanced", "action", ["smartlock.action"]],
  ["webhooks.unlockAdvanced", "action", ["smartlock.action"]],
  ["webhooks.createAuthorizationsAdvanced", "create", ["smartlock.auth"]],
  ["webhooks.create", "create", ["webhook.decentral"]],
  ["authorizations.create", "create", ["smartlock.auth"]],
  ["authorizations.createMany", "create", ["smartlock.auth"]],
  ["authorizations.createSharedKey", "create", ["smartlock.auth"]],
  ["authorizations.update", "write", ["smartlock.auth"]],
  ["authorizations.updateMany", "bulk", ["smartlock.auth"]],
  ["authorizations.removeMany", "bulk", ["smartlock.auth"]],
  ["smartlocks.list", "read", ["smartlock", "smartlock.readOnly"]],
  ["smartlocks.get", "read", ["smartlock", "smartlock.readOnly"]],
  ["smartlocks.setAdminPin", "write", ["smartlock.config"]],
  ["smartlocks.listLogs", "read", ["smartlock.log"]],
  ["accountUsers.create", "create", ["account", "smartlock.auth"]],
  ["addresses.create", "create", ["account"]],
  ["addresses.createUnit", "create", ["account"]],
  ["addresses.issueReservation", "action", ["account"]],
  ["addresses.revokeReservation", "action", ["account"]],
  ["addresses.redeemToken", "action", ["account"]],
  ["account.changeEmail", "action", ["account"]],
  ["account.verifyEmail", "action", ["account"]],
  ["account.resetPassword", "action", []],
  ["account.createOtpSecret", "create", ["account"]],
  ["account.enableOtp", "action", ["account"]],
  ["account.setSettings", "write", ["account"]],
  ["subAccounts.create", "create", ["account"]],
  ["apiKeys.create", "create", ["account"]],
  ["apiKeys.createToken", "create", ["account"]],
  ["notifications.create", "create", ["smartlock.log"]],
  ["openers.listBrands", "read", []],
])("%s", (name, operationClass, scopes) => {
  it(`is a ${operationClass} for ${scopes.join(" or ") || "anybody"}`, () => {
    expect(operations[name]).toMatchObject({ class: operationClass, scopes });
  });
});

/** Paths of the objects in a request that would accept an unknown field. Free-form records do so on purpose. */
function openObjects(schema: z.ZodType): string[] {
  return objectsIn(schema).flatMap(({ path, catchall }) => (catchall === "never" ? [] : [path]));
}

/** Paths of the objects in an answer that would refuse or drop an unknown field. */
function closedObjects(schema: z.ZodType): string[] {
  return objectsIn(schema).flatMap(({ path, catchall }) => (catchall === "unknown" ? [] : [path]));
}

function objectsIn(schema: z.core.$ZodType, path = ""): { path: string; catchall: string | undefined }[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "object":
      return [
        { path, catchall: (def.catchall as z.core.$ZodTypes | undefined)?._zod.def.type },
        ...Object.entries(def.shape).flatMap(([name, field]) => objectsIn(field, `${path}.${name}`)),
      ];
    case "array":
      return objectsIn(def.element, `${path}[]`);
    case "optional":
    case "nullable":
      return objectsIn(def.innerType, path);
    case "union":
      return def.options.flatMap((option) => objectsIn(option, path));
    case "pipe":
      return objectsIn(def.in, path);
    case "record":
      return objectsIn(def.valueType, `${path}{}`);
    case "string":
    case "number":
    case "boolean":
    case "enum":
    case "literal":
    case "unknown":
    case "transform":
      return [];
    default:
      throw new Error(`A schema of type ${def.type} at ${path} is new here: decide what it means.`);
  }
}
