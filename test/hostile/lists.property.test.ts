import fc from "fast-check";
import type { World } from "../contract/world";
import { idsOf } from "./known-paths";
import { type Asked, drawnLie, LyingService } from "./lying-service";
import { changedSince, type Managed, manageOneOfEach, objectsOf, recordsOf } from "./managed";
import { ended, expectError, expectPlain, expectReadable } from "./oracle";
import { HostileRun } from "./provider";
import { holds } from "./runs";
import type { Bag } from "./values";

const verbs = ["check", "diff", "read", "create", "adopt", "update", "delete"] as const;

/** A service that lists objects nobody has created, and a correct program. */
describe("Whatever the lists of the service hold", () => {
  let world: World;
  let managed: Managed[];
  let service: LyingService;
  let account: ReturnType<World["simulator"]["state"]>;
  let records: Map<string, string>;

  beforeAll(async () => {
    ({ world, managed } = await manageOneOfEach());
    service = await LyingService.start(world.simulator);
    account = world.simulator.state();
    world.simulator.setState(account);
    records = recordsOf(world.simulator);
  });

  afterAll(async () => {
    await service.stop();
    await world.stop();
  });

  it("every request is one that was meant, what is said is readable, and nothing else is touched", async () => {
    const hostile = fc.record({
      name: fc.constantFrom(...managed.map(({ name }) => name)),
      verb: fc.constantFrom(...verbs),
      seed: fc.integer(),
      liesAbout: fc.constantFrom("its list", "its list", "the locks", "every list", "writes"),
      adopt: fc.constantFrom("recover", "same", "always", "never"),
    });
    await holds("lists of the service", 150, hostile, async ({ name, verb, seed, liesAbout, adopt }) => {
      const about = managed.find((one) => one.name === name) as Managed;
      if (world.writes().length > 0) {
        world.simulator.setState(account);
      }
      world.simulator.clearRequests();
      Object.assign(service, { asked: [], given: [], shown: [] });
      const lie = drawnLie(seed);
      service.lie = (asked, truth) => (isAbout(liesAbout, about, asked) ? lie(asked, truth) : truth);
      const run = new HostileRun(service);
      try {
        const outcome = await ended(call(run, about, verb, adopt));
        if ("error" in outcome) {
          expectError(outcome.error);
        }
      } finally {
        await run.end();
      }
      expectMeant(about, verb);
      const touched = changedSince(records, world.simulator).filter((key) => records.has(key));
      const own = new Set(objectsOf(about));
      expect(touched.filter((key) => !own.has(key))).toEqual([]);
    });
  });

  async function call(run: HostileRun, about: Managed, verb: (typeof verbs)[number], adopt: string) {
    const { id, inputs, outs, another } = about;
    const handlers = run.handlers[about.kind];
    switch (verb) {
      case "check": {
        const { failures } = await handlers.check({}, { ...another, adopt });
        failures.forEach(({ reason }) => expectReadable(reason));
        return;
      }
      case "diff":
        await handlers.diff(id, outs, inputs);
        return;
      case "read": {
        const { props = {}, inputs: read = {} } = await handlers.read(id, outs);
        expectPlain(props);
        expectPlain(read);
        return;
      }
      case "create":
      case "adopt": {
        const made = await handlers.create({ ...(verb === "create" ? another : inputs), adopt });
        expectPlain(made.outs);
        return;
      }
      case "update": {
        const { outs: updated } = await handlers.update(id, outs, { ...inputs, ...changeOf(about) });
        expectPlain(updated);
        return;
      }
      case "delete":
        await handlers.delete(id, outs);
    }
  }

  /** Every path belongs to the interface, and every write names what the call is about. */
  function expectMeant({ id, inputs, outs, another, kind }: Managed, verb: string): void {
    const own = valuesIn([id.split("/"), inputs, outs, another]);
    for (const { method, target, body } of service.asked) {
      const ids = idsOf(method, target);
      expect({ method, target, isKnown: ids !== undefined }).toEqual({ method, target, isKnown: true });
      if (method === "GET") {
        continue;
      }
      expect(["create", "adopt", "update", "delete"]).toContain(verb);
      // A new object has an id that nobody knew before.
      const made = verb === "create" || kind === "AuthorizationSet" ? newIds() : [];
      // An adopted object has the id from the list, true or not.
      const found = verb === "adopt" ? shownAs(inputs) : [];
      const named = [...(ids ?? []), ...idsInBody(body)];
      const foreign = named.filter(
        (one) => ![own, made, found, service.given].some((allowed) => allowed.includes(one)),
      );
      expect({ method, target, foreign }).toEqual({ method, target, foreign: [] });
    }
  }

  /** All values in the listed objects that have the declared name. */
  function shownAs({ email, name, webhookUrl, pushId }: Bag): string[] {
    const identity = String(email ?? webhookUrl ?? name ?? pushId);
    return service.shown
      .map(valuesIn)
      .filter((values) => values.includes(identity))
      .flat();
  }

  function newIds(): string[] {
    return changedSince(records, world.simulator).map((key) => key.split(" ")[1] ?? "");
  }
});

const lists: Readonly<Record<Managed["kind"], RegExp>> = {
  Address: /^\/address$/,
  AddressUnit: /^\/address\/\d+\/unit$/,
  AccountUser: /^\/account\/user\b/,
  SubAccount: /^\/account\/sub\b/,
  Authorization: /\/auth$/,
  AuthorizationSet: /\/auth$/,
  Webhook: /^\/api\/decentralWebhook$/,
  Notification: /^\/notification$/,
};

function isAbout(liesAbout: string, { kind }: Managed, { method, target }: Asked): boolean {
  if (method !== "GET" || liesAbout === "writes") {
    return method !== "GET" && liesAbout === "writes";
  }
  return (
    liesAbout === "every list" ||
    (liesAbout === "the locks" && target === "/smartlock") ||
    (liesAbout === "its list" && lists[kind].test(target))
  );
}

/** All strings and numbers at any depth, as strings. */
function valuesIn(value: unknown): string[] {
  return typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => [key, ...valuesIn(inner)])
    : [String(value)];
}

/** The ids in the body of a request about many objects. */
function idsInBody(body: unknown): string[] {
  if (!Array.isArray(body)) {
    return [];
  }
  return body.map((item: unknown) => (typeof item === "string" ? item : String((item as Bag)["id"])));
}

/** A change that an update has to send. */
function changeOf({ kind, inputs }: Managed): Bag {
  switch (kind) {
    case "AddressUnit":
    case "Webhook":
      return {};
    case "Notification":
      return { language: "fr" };
    default:
      return { name: `${String(inputs["name"])} 2` };
  }
}
