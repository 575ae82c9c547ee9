import { InvalidRequestError, type SmartlockClient } from "../../provider/api";
import { failure, startFakeService, type FakeService } from "./fake-service";

export type Refusal = [what: string, call: (client: SmartlockClient) => Promise<unknown>, told: RegExp];

/** An argument that bypasses the types, as in a JavaScript program. */
export const untyped = (value: unknown) => value as never;

/** Each call is refused with an error that says why, and the service never sees it. */
export function itRefuses(cases: readonly Refusal[]): void {
  describe("is refused before anything is sent:", () => {
    let service: FakeService;
    beforeAll(async () => {
      service = await startFakeService();
    });
    beforeEach(() => {
      service.requests.length = 0;
    });
    afterAll(() => service.stop());

    it.each(cases)("%s", async (_, call, told) => {
      const error = await failure(call(service.client));
      expect(error).toBeInstanceOf(InvalidRequestError);
      expect(error.message).toMatch(told);
      expect(error).toMatchObject({ attempts: 0, outcomeUnknown: false });
      expect(service.requests).toEqual([]);
    });
  });
}
