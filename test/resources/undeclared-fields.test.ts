import type { AccountState } from "../../simulator";
import "../protocol/passing-time";
import { locks, World } from "../contract/world";

type Bag = Record<string, unknown>;

interface Undeclared {
  readonly type: string;
  readonly inputs: Bag;
  /** Another declaration, which causes an update. */
  readonly change: Bag;
  readonly record: (account: AccountState) => Bag | undefined;
  /** Fields that somebody set in the app and the program does not declare. */
  readonly set: Bag;
}

const profile = {
  firstName: "Demo",
  lastName: "Desk",
  address: "Harbour Street 5",
  zip: "1010",
  city: "Vienna",
  country: "AT",
};

const kinds: readonly Undeclared[] = [
  {
    type: "AccountUser",
    inputs: { email: "guest-1@example.com", name: "Guest" },
    change: { name: "Guest of the house" },
    record: ({ users }) => users.find(({ email }) => email === "guest-1@example.com"),
    set: { language: "fr" },
  },
  {
    type: "SubAccount",
    inputs: {
      email: "desk-1@example.com",
      password: "demo-password",
      name: "Desk",
      rights: ["operate"],
      language: "en",
    },
    change: { name: "Reception" },
    record: ({ subAccounts }) => subAccounts.find(({ email }) => email === "desk-1@example.com"),
    set: { profile },
  },
  {
    type: "Notification",
    inputs: { referenceId: "bell", pushId: "https://hooks.example.com/bell", os: 2, settings: [] },
    change: { settings: [{ smartlockId: locks.front, triggerEvents: ["ring"] }] },
    record: ({ notifications }) => notifications.find(({ referenceId }) => referenceId === "bell"),
    set: { language: "fr" },
  },
  {
    type: "Address",
    inputs: { name: "Beach house", smartlockIds: [] },
    change: { smartlockIds: [locks.front] },
    record: ({ addresses }) => addresses.find(({ name }) => name === "Beach house"),
    set: { settings: { wifi: "open" } },
  },
];

describe("what a program does not declare", () => {
  it.each(kinds.map((kind) => [Object.keys(kind.set)[0], kind.type, kind] as const))(
    "the %s of an %s, is no difference and outlives an update of the rest",
    async (field = "", _type, { type, inputs, change, record, set }) => {
      const world = await World.start();
      try {
        const program = (more: Bag = {}) => [{ type, name: "it", inputs: { ...inputs, ...more } }];
        const held = () => record(world.simulator.state())?.[field];
        expect((await world.engine.up(program())).errors).toEqual({});
        world.outside((state) => Object.assign(record(state) ?? {}, set));
        expect(await world.engine.up(program())).toMatchObject({ steps: { it: "same" }, errors: {} });
        expect(held()).toEqual(set[field]);
        expect(await world.engine.up(program(change))).toMatchObject({ steps: { it: "update" }, errors: {} });
        expect(held()).toEqual(set[field]);
      } finally {
        await world.stop();
      }
    },
  );

  it.each(kinds.map((kind) => [Object.keys(kind.set)[0], kind.type, kind] as const))(
    "any more, the %s of an %s, keeps its value and is no change",
    async (field = "", _type, { type, inputs, record, set }) => {
      const world = await World.start();
      try {
        const program = (more: Bag = {}) => [{ type, name: "it", inputs: { ...inputs, ...more } }];
        expect((await world.engine.up(program(set))).errors).toEqual({});
        expect(await world.engine.up(program())).toMatchObject({ steps: { it: "same" }, errors: {} });
        expect(record(world.simulator.state())?.[field]).toEqual(set[field]);
      } finally {
        await world.stop();
      }
    },
  );

  const grant = (fields: Bag) => [
    {
      type: "Authorization",
      name: "it",
      inputs: { smartlockId: locks.front, remoteAllowed: false, ...fields },
    },
  ];

  it("any more, the user of a keypad code, keeps its value and outlives an update of the rest", async () => {
    const world = await World.start();
    try {
      const program = (more: Bag = {}) => grant({ type: "code", code: 593847, name: "Code", ...more });
      const held = () => world.simulator.state().authorizations.filter(({ code }) => code === 593847);
      expect((await world.engine.up(program({ accountUserId: 4003 }))).errors).toEqual({});
      expect(await world.engine.up(program())).toMatchObject({ steps: { it: "same" }, errors: {} });
      expect(held()).toMatchObject([{ name: "Code", accountUserId: 4003 }]);
      const renamed = await world.engine.up(program({ name: "Renamed" }));
      expect(renamed).toMatchObject({ steps: { it: "update" }, errors: {} });
      expect(held()).toMatchObject([{ name: "Renamed", accountUserId: 4003 }]);
    } finally {
      await world.stop();
    }
  });

  it("any more, the limit of a grant, is cleared: a grant is managed as a whole", async () => {
    const world = await World.start();
    try {
      const program = (more: Bag = {}) => grant({ type: "fob", accountUserId: 4003, name: "Fob", ...more });
      const held = () => world.simulator.state().authorizations.filter(({ name }) => name === "Fob");
      const fob = {
        smartlockId: locks.front,
        type: 2,
        accountUserId: 4003,
        remoteAllowed: false,
        enabled: true,
      };
      expect((await world.engine.up(program({ allowedWeekDays: ["mon"] }))).errors).toEqual({});
      expect(held()).toMatchObject([{ ...fob, allowedWeekDays: 64 }]);
      const [before] = held();
      expect(await world.engine.up(program())).toMatchObject({ steps: { it: "update" }, errors: {} });
      expect(held()).toMatchObject([{ ...fob, id: before?.id, allowedWeekDays: undefined }]);
    } finally {
      await world.stop();
    }
  });
});
