import "../protocol/passing-time";
import type { Bag, LivingPlugin } from "../protocol/plugin";
import { startProvider } from "../protocol/under-test";
import { Doors, grants, set } from "./doors";

describe("The state of a set that somebody edited by hand", () => {
  let doors: Doors;
  let provider: LivingPlugin;
  let inputs: Bag;
  let outputs: Bag;

  beforeAll(async () => {
    doors = await Doors.start(3);
    await doors.engine.up([set("cleaners", { ...grants.code, smartlockIds: doors.ids })]);
    inputs = doors.engine.state.get("cleaners")?.inputs ?? {};
    outputs = doors.outputs("cleaners");
    provider = await startProvider({
      SMARTLOCK_TOKEN: doors.simulator.token,
      SMARTLOCK_BASE_URL: doors.simulator.url,
    });
  });

  afterAll(async () => {
    await provider.stop();
    await doors.stop();
  });

  const ids = () => doors.idsOf("Cleaners");
  const edits: Readonly<Record<string, (state: Bag) => Bag>> = {
    "without __members": (state) => ({ ...state, __members: undefined }),
    "with other __members": (state) => ({ ...state, __members: { [doors.id(0)]: "x", [doors.id(1)]: null } }),
    "with __members as a list": (state) => ({ ...state, __members: [1] }),
    "without authorizationIds": (state) => ({ ...state, authorizationIds: undefined }),
    "with an id that is a number": (state) => ({
      ...state,
      authorizationIds: { ...ids(), [doors.id(1)]: 7 },
    }),
    "with an id of null": (state) => ({ ...state, authorizationIds: { ...ids(), [doors.id(1)]: null } }),
    "with pending as a word": (state) => ({ ...state, pending: "yes" }),
    "with pending that says nothing": (state) => ({ ...state, pending: { [doors.id(1)]: true } }),
    "without __declared and __account": (state) => ({
      ...state,
      __declared: undefined,
      __account: undefined,
    }),
    "without locks": (state) => ({ ...state, smartlockIds: undefined }),
    "with the __declared of somebody else": (state) => ({ ...state, __declared: [5, "nonsense"] }),
  };

  it.each(Object.keys(edits))(
    "%s is compared and read without a word about the provider's insides",
    async (name) => {
      const state = edits[name]?.(outputs) ?? {};
      const answers = await Promise.allSettled([
        provider.diff("0123456789abcdef", state, inputs),
        provider.read("0123456789abcdef", state),
      ]);
      const failures = answers.flatMap((answer) =>
        answer.status === "rejected" ? [String(answer.reason)] : [],
      );
      expect(failures).toEqual([]);
    },
  );

  it.each(["without authorizationIds", "with an id of null"])(
    "%s is not deleted as if nothing were there",
    async (name) => {
      const state = edits[name]?.(outputs) ?? {};
      doors.simulator.clearRequests();
      await expect(provider.delete("0123456789abcdef", state)).rejects.toThrow(
        /the state does not have its id/,
      );
      expect(doors.on(1, "Cleaners")).toHaveLength(1);
    },
  );
});
