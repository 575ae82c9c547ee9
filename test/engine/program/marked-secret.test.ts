import * as pulumi from "@pulumi/pulumi";
import { markedSecret } from "../../../provider/engine/program/marked-secret";

/** Pulumi passes secret values in the clear. Only the program's side can tell which are secret. */
describe("The fields that a program marked as secret", () => {
  const secret = (): pulumi.Output<string> => pulumi.secret("an invented name");
  const circle: Record<string, unknown> = {};
  circle["self"] = circle;

  it.each<[string, () => unknown]>([
    ["a value", secret],
    ["what is known later", () => Promise.resolve(secret())],
    ["a part of a list", () => ["open", [secret()]]],
    ["a part of an object", () => ({ a: undefined, b: null, c: { d: secret() } })],
    ["a part of what is known later", () => [Promise.resolve({ a: secret() })]],
    ["a part of what contains itself", () => [circle, secret()]],
  ])("are known by %s", async (_what, value) => {
    expect(await markedSecret({ name: value(), email: pulumi.output("open") })).toEqual(["name"]);
  });

  it.each<[string, unknown]>([
    ["text", "open"],
    ["nothing", null],
    ["parts", { a: undefined, b: null, c: [7, true] }],
    ["an output", pulumi.output("open")],
    ["what is known later", Promise.resolve(["open"])],
    ["what contains itself", circle],
  ])("are none for %s", async (_what, value) => {
    expect(await markedSecret({ name: value })).toBeUndefined();
  });

  it("are none for what fails: the registration reports that", async () => {
    const failing = (): Promise<never> => Promise.reject(new Error("an invented failure"));
    const failed = Object.assign(pulumi.output("open"), { isSecret: failing() });
    expect(await markedSecret({ name: failing(), email: failed })).toBeUndefined();
  });

  it("are also those that the options of the resource name, if they are declared", async () => {
    expect(await markedSecret({ name: "open", email: undefined }, ["name", "email", "code"])).toEqual([
      "name",
    ]);
  });
});
