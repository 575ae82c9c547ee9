import type { SmartlockClient } from "../../provider/api";
import { failure, startFakeService, type FakeService } from "./fake-service";

let service: FakeService;
let client: SmartlockClient;

beforeAll(async () => {
  service = await startFakeService();
  client = service.client;
});
afterAll(() => service.stop());

const lock = (n: number) => ({ smartlockId: n + 1, type: 4, name: `Door ${n}`, serverState: 0 });
const locks = (count: number) => Array.from({ length: count }, (_, n) => lock(n));
const wrongAt = (count: number, ...places: readonly number[]) =>
  locks(count).map((one, n) => (places.includes(n) ? { ...one, name: 7 } : one));

describe("a long list in an answer", () => {
  it.each([0, 1, 499, 500, 501, 1000, 1001, 1500])("of %i comes whole, in its order", async (count) => {
    service.answer = () => ({ body: locks(count) });
    await expect(client.smartlocks.list()).resolves.toEqual(locks(count));
  });

  it.each([0, 499, 500, 501, 999, 1000, 1200])(
    "names the element that is wrong by its place: %i",
    async (place) => {
      service.answer = () => ({ body: wrongAt(1201, place) });
      const { message } = await failure(client.smartlocks.list());
      expect(message).toContain(`the expected form: answer[${place}].name: `);
      expect(message).not.toContain("answer[0].answer");
    },
  );

  it("tells the first of many mistakes, and how many more there are near them", async () => {
    service.answer = () => ({ body: wrongAt(400, 1, 2, 3, 4, 5) });
    const five = (await failure(client.smartlocks.list())).message;
    expect(five.match(/answer\[\d\]\.name/g)).toHaveLength(5);
    expect(five).toMatch(/answer\[1\]\.name: [^;]+; answer\[2\]/);
    expect(five).not.toContain("more");
    service.answer = () => ({ body: wrongAt(400, 1, 2, 3, 4, 5, 6, 7) });
    const seven = (await failure(client.smartlocks.list())).message;
    expect(seven.match(/answer\[\d\]\.name/g)).toHaveLength(5);
    expect(seven).toContain("; and 2 more");
  });

  it("says what an element lacks, wherever it is", async () => {
    service.answer = () => ({
      body: locks(1201).map((one, n) => (n === 700 ? { ...one, name: undefined } : one)),
    });
    const { message } = await failure(client.smartlocks.list());
    expect(message).toContain("answer[700].name: missing, expected string");
  });

  it("that is no list, but an object, is told as such", async () => {
    service.answer = () => ({ body: { length: 700 } });
    expect((await failure(client.smartlocks.list())).message).toContain("answer: ");
  });
});
