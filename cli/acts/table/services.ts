import { readFile } from "node:fs/promises";
import type { SmartlockClient } from "../../../provider/api";
import { findOne } from "../../access/find";
import { CommandError } from "../../command-error";
import { type Act, type Given, plan } from "../act";
import { request } from "../request";

const serviceArguments = [
  { name: "service", description: "the service, by its id, such as airbnb" },
] as const;

const serviceOptions = [
  {
    flags: "--request <file>",
    description:
      "a file with the JSON object that this service wants; it may hold a credential, and is not shown",
  },
] as const;

async function serviceFrom(client: SmartlockClient, given: Given): Promise<string> {
  const found = findOne(await client.services.list(), given.text("service"), {
    noun: "service",
    id: ({ serviceId }) => serviceId ?? "",
    names: () => [],
  });
  return found.serviceId ?? given.text("service");
}

/** Each service defines its own request. What is in the file never reaches a message. */
async function bodyFrom(given: Given): Promise<Record<string, unknown> | undefined> {
  const file = given.optional("request");
  if (file === undefined) {
    return undefined;
  }
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    throw new CommandError(`Nothing was sent. ${file} cannot be read: ${(error as Error).message}.`);
  });
  const body = objectIn(text);
  if (body === undefined) {
    throw new CommandError(`Nothing was sent. ${file} does not hold a JSON object.`);
  }
  return body;
}

function objectIn(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

export const serviceActs: readonly Act[] = [
  {
    name: "link",
    operations: ["services.link"],
    summary: "Links a third-party service, such as a booking portal, to the account.",
    arguments: serviceArguments,
    options: serviceOptions,
    example: "link guesty",
    async plan(client, given) {
      const serviceId = await serviceFrom(client, given);
      return plan({
        deed: `link ${serviceId} to the account`,
        means: ["The service can then give its guests access to the addresses that are connected with it."],
        request: request("services", "link", { serviceId }, await bodyFrom(given)),
        answered: (next) =>
          next === undefined ? {} : { words: `What to do next: ${next}`, fields: { next } },
      });
    },
  },
  {
    name: "unlink",
    operations: ["services.unlink"],
    summary: "Removes the link to a third-party service.",
    arguments: serviceArguments,
    options: serviceOptions,
    example: "unlink guesty",
    async plan(client, given) {
      const serviceId = await serviceFrom(client, given);
      return plan({
        deed: `unlink ${serviceId} from the account`,
        means: ["New bookings there no longer arrive here, so their guests get no access."],
        request: request("services", "unlink", { serviceId }, await bodyFrom(given)),
      });
    },
  },
  {
    name: "sync-service",
    operations: ["services.sync"],
    summary: "Has the data of a third-party service read again.",
    arguments: serviceArguments,
    options: serviceOptions,
    example: "sync-service airbnb",
    async plan(client, given) {
      const serviceId = await serviceFrom(client, given);
      return plan({
        deed: `have the data of ${serviceId} read again`,
        means: [],
        asks: false,
        request: request("services", "sync", { serviceId }, await bodyFrom(given)),
      });
    },
  },
];
