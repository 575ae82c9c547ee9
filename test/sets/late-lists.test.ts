import "../protocol/passing-time";
import { momentInWords } from "../../provider/http/moment";
import { until } from "../promises/every-kind";
import type { Bag } from "../protocol/plugin";
import type { Declared } from "../protocol/test-engine";
import { Doors, grants, set } from "./doors";

const fob = grants.fob;
const GIVEN_UP =
  /Warning: Authorization .* was sent .*, and no list shows it as it was sent\. It has been given up/;

describe("A fob that lists show late", () => {
  let doors: Doors;

  beforeEach(async () => {
    doors = await Doors.start(1, { settleMs: 4_000 }, { SMARTLOCK_SETTLE_TIMEOUT: "10" });
  });
  afterEach(() => doors.stop());

  const hide = (...ids: string[]): void => doors.hide(ids);
  const single = (name: string, fields: Bag = {}): Declared => ({
    type: "Authorization",
    name,
    inputs: { ...fob, ...fields, smartlockId: doors.id(0) },
  });
  const asSet = (name: string, fields: Bag = {}): Declared =>
    set(name, { ...fob, ...fields, smartlockIds: [doors.id(0)] });
  const onDoor = (): string[] => doors.on(0, fob.name).map(({ id }) => id);
  const sends = (): number => doors.simulator.requests().filter(({ method }) => method === "PUT").length;

  it.each([
    ["a resource", single],
    ["a set", asSet],
  ])("is given up in words if %s that waits for it gets another name in the program", async (_, old) => {
    hide();
    await doors.engine.up([old("old")]);
    const [first = ""] = onDoor();
    hide(first);
    const { errors, output } = await doors.engine.up([single("new")]);
    expect([errors, doors.engine.state.has("old"), onDoor().length]).toEqual([{}, false, 2]);
    expect(output).toMatch(GIVEN_UP);
  });

  it.each([
    ["a resource", single],
    ["a set", asSet],
  ])("is given up in words if it was sent twice, and %s hands the second one over", async (_, old) => {
    doors.simulator.setFaults([
      { kind: "lacking", operation: "GET /smartlock/auth", count: "always" },
      { kind: "drop", operation: "PUT *", when: "after" },
    ]);
    await doors.engine.up([old("old")], async () => {
      await until(() => sends() === 2);
      hide(onDoor()[0] ?? "");
    });
    const { errors, output } = await doors.engine.up([single("new")]);
    expect([errors, onDoor().length]).toEqual([{}, 2]);
    expect(output).toMatch(GIVEN_UP);
  });

  it.each([
    ["a resource", single, 3_600_000],
    ["a resource", single, 400 * 86_400_000],
    ["a set", asSet, 400 * 86_400_000],
  ])(
    "is not sent again if its lock dates it back: %s names it, and can adopt it",
    async (_, form, backMs) => {
      hide();
      await doors.engine.up([form("mine")]);
      const creationDate = new Date(doors.simulator.clock.now() - backMs).toISOString();
      doors.change(0, fob.name, { creationDate });
      doors.simulator.setFaults([]);
      const [id = ""] = onDoor();
      for (const program of [[form("mine")], [form("mine")], []]) {
        const { errors } = await doors.engine.up(program);
        expect(errors["mine"]).toMatch(/ that may be it: Authorization "Crew's fob"/);
        const made = momentInWords(Date.parse(creationDate));
        expect(errors["mine"]).toContain(` (id ${doors.id(0)}/${id}), dated ${made}.`);
        expect(onDoor()).toEqual([id]);
      }
      expect((await doors.engine.up([form("mine", { adopt: "same" })])).errors).toEqual({});
      expect((await doors.engine.up([])).errors).toEqual({});
      expect(onDoor()).toEqual([]);
    },
  );

  it.each<["" | " and the answer is lost", string]>([
    ["", "never"],
    [" and the answer is lost", "never"],
    [" and the answer is lost", "recover"],
  ])(
    "is not taken for a new one, if it is somebody's of last year%s, with adopt: %s",
    async (fault, adopt) => {
      doors.add({ ...fob, smartActionsEnabled: undefined, creationDate: "2025-01-01T00:00:00.000Z" });
      const [theirs] = onDoor();
      hide();
      if (fault !== "") {
        doors.simulator.setFaults([
          { kind: "lacking", operation: "GET /smartlock/auth", count: "always" },
          { kind: "drop", operation: "PUT *", when: "before" },
        ]);
      }
      await doors.engine.up([single("mine", { adopt })], async () => {
        await until(() => sends() > 0);
        doors.simulator.setFaults([]);
      });
      expect(doors.outputs("mine")["authorizationId"]).not.toBe(theirs);
      await doors.engine.up([]);
      expect(onDoor()).toEqual([theirs]);
    },
  );
});
