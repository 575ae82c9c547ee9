import { Batch } from "../../../provider/engine/writes/batch";
import { passCurrentWrite, BatchTiming } from "../../../provider/engine/writes/batch-timing";
import {
  BusyError,
  ConflictError,
  CredentialError,
  InvalidRequestError,
  ServiceError,
  systemClock,
} from "../../../provider/http";

interface Item {
  readonly id: number;
  readonly group: string;
}

const facts = { operation: "many", object: "PUT /many", nextStep: "", attempts: 1, outcomeUnknown: false };

function batch(most = 100) {
  const timing = new BatchTiming(systemClock);
  const sent: string[] = [];
  const answers: { many?: () => Promise<unknown>; one?: (item: Item) => Promise<unknown> } = {};
  const subject = new Batch<Item>({
    timing,
    most,
    groupOf: ({ group }) => group,
    sendOne: (item) => {
      sent.push(String(item.id));
      return answers.one?.(item) ?? Promise.resolve();
    },
    sendMany: (items) => {
      sent.push(items.map(({ id }) => id).join("+"));
      return answers.many?.() ?? Promise.resolve();
    },
  });
  /** A write as the engine's parallel calls start it, with something to do before it sends. */
  const write = (id: number, group = "", before: Promise<unknown> = Promise.resolve(), afterMs = 0) =>
    timing.run(async () => {
      await before;
      await subject.send({ id, group });
      await later(afterMs);
    });
  return { timing, sent, answers, write };
}

const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe("A batch", () => {
  beforeEach(() => jest.useFakeTimers({ doNotFake: ["nextTick", "setImmediate"] }));
  afterEach(() => jest.useRealTimers());

  it("sends what comes together in one request", async () => {
    const { sent, write } = batch();
    const all = Promise.all([1, 2, 3].map((id) => write(id)));
    await jest.advanceTimersByTimeAsync(1_000);
    await all;
    expect(sent).toEqual(["1+2+3"]);
  });

  it("does not keep waiting those who begin together, as those of a set do", async () => {
    const { sent, write } = batch();
    void Promise.all([1, 2, 3].map((id) => write(id)));
    await jest.advanceTimersByTimeAsync(60);
    expect(sent).toEqual(["1+2+3"]);
  });

  it("does not keep waiting who is alone", async () => {
    const { sent, write } = batch();
    void write(1);
    await jest.advanceTimersByTimeAsync(15);
    expect(sent).toEqual(["1"]);
  });

  it("waits for writes that are on their way to it", async () => {
    const { sent, write } = batch();
    const all = Promise.all([write(1), write(2, "", later(900))]);
    await jest.advanceTimersByTimeAsync(890);
    expect(sent).toEqual([]);
    await jest.advanceTimersByTimeAsync(1_000);
    await all;
    expect(sent).toEqual(["1+2"]);
  });

  it("does not wait for writes that wait themselves, nor longer than ten seconds", async () => {
    const { timing, sent, write } = batch();
    void timing.run(async () => {
      passCurrentWrite();
      await later(60_000);
    });
    void write(1);
    await jest.advanceTimersByTimeAsync(600);
    expect(sent).toEqual(["1"]);
    void write(2, "", later(60_000));
    void write(3);
    await jest.advanceTimersByTimeAsync(9_900);
    expect(sent).toEqual(["1"]);
    await jest.advanceTimersByTimeAsync(200);
    expect(sent).toEqual(["1", "3"]);
  });

  it("gathers writes that follow each other slowly, as they do when the engine saves its state after each", async () => {
    const { sent, write } = batch();
    const feed = async (): Promise<void> => {
      for (let id = 1; id <= 40; id++) {
        // Each write continues for a while after it was sent, until a lock confirms.
        void write(id, "", Promise.resolve(), 1_000);
        await later(80);
      }
    };
    void feed();
    await jest.advanceTimersByTimeAsync(10_000);
    const sizes = sent.map((text) => text.split("+").length);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(40);
    expect(sizes.length).toBeLessThanOrEqual(6);
  });

  it("lets them go at once when the engine has no more to send", async () => {
    const { sent, write } = batch();
    const wave = (first: number): Promise<unknown> =>
      Promise.all([first, first + 1, first + 2].map((id) => write(id, "", Promise.resolve(), 2_000)));
    const before = wave(1);
    await jest.advanceTimersByTimeAsync(4_000);
    await before;
    void wave(4);
    await jest.advanceTimersByTimeAsync(30);
    expect(sent).toEqual(["1+2+3", "4+5+6"]);
  });

  it("sends groups apart and cuts them to the size that the service takes", async () => {
    const { sent, write } = batch(2);
    void Promise.all([write(1, "a"), write(2, "b"), write(3, "a"), write(4, "a")]);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(sent).toEqual(["1+3", "4", "2"]);
  });

  it("sends no empty request after a full one", async () => {
    const { sent, write } = batch(2);
    void Promise.all([1, 2, 3, 4].map((id) => write(id)));
    await jest.advanceTimersByTimeAsync(1_000);
    expect(sent).toEqual(["1+2", "3+4"]);
  });

  it("lets those who wait go when one that was on its way ends without sending", async () => {
    const { timing, sent, write } = batch();
    void write(1, "", Promise.resolve(), 60_000);
    void timing.run(() => later(900));
    await jest.advanceTimersByTimeAsync(899);
    expect(sent).toEqual([]);
    await jest.advanceTimersByTimeAsync(11);
    expect(sent).toEqual(["1"]);
  });

  it("counts the ten seconds from the first that came", async () => {
    const { timing, sent, write } = batch();
    void timing.run(() => later(60_000));
    void write(1);
    await jest.advanceTimersByTimeAsync(6_000);
    void write(2);
    await jest.advanceTimersByTimeAsync(3_999);
    expect(sent).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    expect(sent).toEqual(["1+2"]);
  });

  it("plans nothing while nobody waits", async () => {
    const { timing } = batch();
    const planned = jest.spyOn(systemClock, "after");
    await timing.run(() => Promise.resolve());
    expect(planned).not.toHaveBeenCalled();
    planned.mockRestore();
  });

  it.each([
    ["400", new InvalidRequestError("bad", facts)],
    ["409", new ConflictError("taken", facts)],
    ["423", new BusyError("busy", facts)],
  ])(
    "sends each alone when the service refuses them together (%s), so that one bad item fails alone",
    async (_, refusal) => {
      const { sent, answers, write } = batch();
      answers.many = () => Promise.reject(refusal);
      answers.one = ({ id }) =>
        id === 2 ? Promise.reject(new ConflictError("2 is taken", facts)) : Promise.resolve();
      const all = Promise.allSettled([1, 2, 3].map((id) => write(id)));
      await jest.advanceTimersByTimeAsync(1_000);
      const outcomes = await all;
      expect(sent).toEqual(["1+2+3", "1", "2", "3"]);
      expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
      expect(String((outcomes[1] as PromiseRejectedResult).reason)).toContain("2 is taken");
    },
  );

  it.each([
    ["a lost answer or a 5xx", new ServiceError("down", { ...facts, outcomeUnknown: true }, undefined)],
    ["a bad token", new CredentialError("no", facts, { source: "test", baseUrl: "", scopes: [] })],
    ["a refusal of this client's own", new InvalidRequestError("read-only", { ...facts, attempts: 0 })],
  ])("sends nothing again after %s: it is for each item to look first", async (_, error) => {
    const { sent, answers, write } = batch();
    answers.many = () => Promise.reject(error);
    const all = Promise.allSettled([1, 2].map((id) => write(id)));
    await jest.advanceTimersByTimeAsync(1_000);
    expect((await all).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(sent).toEqual(["1+2"]);
  });
});
