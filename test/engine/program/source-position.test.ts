import * as pulumi from "@pulumi/pulumi";
import * as smartlock from "../../../provider";

interface Position {
  readonly uri: string;
}

/** Where the SDK looks for the line that declares a resource. Its types do not show it. */
interface Positions {
  stackTrace: (skip: number) => (Position | undefined)[];
}

const sdk = pulumi.Resource as unknown as Positions;
const real = sdk.stackTrace;
const found: (Position | undefined)[] = [];

beforeAll(() => {
  sdk.stackTrace = (skip) => {
    // This function is one more call.
    const calls = real.call(sdk, skip + 1);
    found.push(calls[0]);
    return calls;
  };
  return pulumi.runtime.setMocks({
    newResource: ({ inputs }) => ({ id: "7", state: inputs as Record<string, unknown> }),
    call: () => ({}),
  });
});
afterAll(() => {
  sdk.stackTrace = real;
});

it("the engine's messages point at the line of the program that declares a resource", () => {
  new smartlock.Address("house", { name: "House", smartlockIds: [1] });
  new smartlock.AuthorizationSet("cleaners", { name: "Cleaners", remoteAllowed: false, smartlockIds: [1] });
  expect(found.map((position) => position?.uri.split("/").at(-1))).toEqual([
    "source-position.test.ts",
    "source-position.test.ts",
  ]);
});
