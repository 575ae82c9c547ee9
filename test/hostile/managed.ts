import type { Simulator } from "../../simulator";
import { subjects } from "../contract/kinds";
import { nameOf } from "../contract/subject";
import { keypadCode, locks, World } from "../contract/world";
import { asSent } from "../protocol/as-sent";
import { HostileRun, type KindName } from "./provider";
import type { Bag } from "./values";

/** An object that the provider has created, as a state holds it. */
export interface Managed {
  readonly name: string;
  readonly kind: KindName;
  readonly id: string;
  readonly inputs: Bag;
  readonly outs: Bag;
  /** The state of another object of the kind. */
  readonly twin: Bag;
  /** The declaration of an object that does not exist yet. */
  readonly another: Bag;
}

/** One declaration of every kind and form. No two numbers share an identity. */
export function declarations(number: number): { name: string; kind: KindName; inputs: Bag }[] {
  const single = subjects.map((subject, n) => ({
    name: nameOf(subject),
    kind: subject.kind,
    inputs: subject.inputs(number + n),
  }));
  const grant = { name: "Crew", type: 13, remoteAllowed: false, allowedFromTime: 480 };
  const smartlockIds = [locks.front, locks.office].sort((left, right) => left - right);
  const set = { ...grant, code: keypadCode(500 + number), smartlockIds };
  return [...single, { name: "AuthorizationSet", kind: "AuthorizationSet" as const, inputs: set }].map(
    ({ name, kind, inputs }) => ({
      name,
      kind,
      inputs: asSent(kind, `${name} ${number}`, inputs),
    }),
  );
}

/** An account with one managed object of every kind and form, besides unmanaged ones. */
export async function manageOneOfEach(): Promise<{ world: World; managed: Managed[] }> {
  const world = await World.start();
  const managed: Managed[] = [];
  const run = new HostileRun(world.simulator);
  const checked = async (kind: KindName, news: Bag): Promise<Bag> => {
    const { inputs, failures } = await run.handlers[kind].check({}, news);
    if (failures.length > 0) {
      throw new Error(JSON.stringify(failures));
    }
    return inputs;
  };
  const made = async (kind: KindName, inputs: Bag): Promise<{ id: string; outs: Bag }> => {
    const { id, outs } = await run.handlers[kind].create(inputs);
    return { id, outs: JSON.parse(JSON.stringify(outs)) as Bag };
  };
  const twins = declarations(20);
  const others = declarations(40);
  for (const [n, { name, kind, inputs: declared }] of declarations(0).entries()) {
    const inputs = await checked(kind, declared);
    const { id, outs } = await made(kind, inputs);
    const { outs: twin } = await made(kind, await checked(kind, twins[n]?.inputs ?? {}));
    const another = await checked(kind, others[n]?.inputs ?? {});
    managed.push({ name, kind, id, inputs, outs, twin, another });
  }
  await run.end();
  // An object that was just created counts as "not yet there" rather than gone.
  world.pass(48);
  return { world, managed };
}

/** The collections of objects that a provider could have created, with the name of each id field. */
const collections: Readonly<Record<string, string>> = {
  addresses: "addressId",
  addressUnits: "id",
  users: "accountUserId",
  subAccounts: "accountId",
  authorizations: "id",
  webhooks: "id",
  notifications: "notificationId",
};

/** Each object as text. */
export function recordsOf(simulator: Simulator): Map<string, string> {
  const state = simulator.state() as unknown as Record<string, readonly Bag[]>;
  return new Map(
    Object.entries(collections).flatMap(([collection, id]) =>
      (state[collection] ?? []).map(
        (item) => [`${collection} ${String(item[id])}`, JSON.stringify(item)] as const,
      ),
    ),
  );
}

/** Objects that are gone, new or changed. */
export function changedSince(before: ReadonlyMap<string, string>, simulator: Simulator): string[] {
  const now = recordsOf(simulator);
  return [...new Set([...before.keys(), ...now.keys()])].filter((key) => before.get(key) !== now.get(key));
}

/** The keys of the service's objects that belong to a managed one. */
export function objectsOf({ kind, id, outs }: Managed): string[] {
  const last = id.split("/").at(-1) ?? "";
  switch (kind) {
    case "Address":
      return [`addresses ${last}`];
    case "AddressUnit":
      return [`addressUnits ${last}`];
    case "AccountUser":
      return [`users ${last}`];
    case "SubAccount":
      return [`subAccounts ${last}`];
    case "Authorization":
      return [`authorizations ${last}`];
    case "Webhook":
      return [`webhooks ${last}`];
    case "Notification":
      return [`notifications ${last}`];
    case "AuthorizationSet":
      return Object.values(outs["authorizationIds"] as Bag).map((one) => `authorizations ${String(one)}`);
  }
}
