import { execFileSync } from "node:child_process";
import { ProviderProcess } from "../protocol/provider-process";
import type { Declared } from "../protocol/test-engine";
import { subjectOf, subjects } from "./kinds";
import { sentInputs } from "./program";
import { nameOf, recordsOf } from "./subject";
import { keypadCode, World } from "./world";

const address = subjectOf("Address");
const code = subjectOf("Authorization (keypad code)");

describe("Configuration", () => {
  let world: World;

  beforeAll(async () => {
    world = await World.start();
  });

  afterAll(() => world.stop());

  /** Hides the developer's own token and URL. */
  const nothing = { SMARTLOCK_TOKEN: "", SMARTLOCK_BASE_URL: "" };
  const stack = (): Record<string, string> => ({
    "smartlock:token": world.simulator.token,
    "smartlock:baseUrl": world.simulator.url,
  });

  it("is known to the very first calls of all kinds, although they do not wait for it", async () => {
    const provider = await ProviderProcess.start(nothing, stack());
    const checks = subjects.map((subject) =>
      provider.check({}, sentInputs(subject.kind, subject.inputs(0), nameOf(subject))),
    );
    const failures = (await Promise.all(checks)).flatMap((checked) => checked.failures);
    expect(failures).toEqual([]);
    await provider.stop();
  });

  it("that is wrong fails every call with its name, and never runs unconfigured", async () => {
    const provider = await ProviderProcess.start(nothing, { ...stack(), "smartlock:adopt": "perhaps" });
    for (const attempt of [1, 2]) {
      const check = provider.check({}, sentInputs("Address", address.inputs(attempt)));
      await expect(check).rejects.toThrow(/stack configuration smartlock:adopt/);
    }
    await provider.stop();
  });

  it("does not have a token from the environment sent where only the stack says", async () => {
    const elsewhere = { ...stack(), "smartlock:baseUrl": "https://locks.example.com" };
    const provider = await ProviderProcess.start(
      { ...nothing, SMARTLOCK_TOKEN: "invented-token" },
      elsewhere,
    );
    await expect(provider.check({}, sentInputs("Address", address.inputs(1)))).rejects.toThrow(
      /environment variable SMARTLOCK_TOKEN is not sent to .* stack configuration smartlock:baseUrl names/,
    );
    expect(provider.output).not.toContain("invented-token");
    await provider.stop();
  });

  it("takes the environment before the stack, and a refused token is told by its source and place", async () => {
    const wrong = { ...stack(), "smartlock:token": "expired-token" };
    const good = await ProviderProcess.start({ ...nothing, SMARTLOCK_TOKEN: world.simulator.token }, wrong);
    const { failures } = await good.check({}, sentInputs("Address", address.inputs(1)));
    expect(failures).toEqual([]);
    await good.stop();

    const bad = await ProviderProcess.start(nothing, wrong);
    const read = bad.read("7801", sentInputs("Address", {}));
    await expect(read).rejects.toThrow(/stack configuration smartlock:token/);
    await expect(bad.read("7801", sentInputs("Address", {}))).rejects.toThrow(world.simulator.url);
    // Refresh and destroy use the token that the state saved. It usually fails because it has expired.
    await expect(bad.read("7801", sentInputs("Address", {}))).rejects.toThrow(/saved/);
    expect(bad.output).not.toContain("expired-token");
    await bad.stop();
  });
});

describe("Secrets", () => {
  it("are taken out of what the service says, in every verb", async () => {
    const world = await World.start();
    const { engine, simulator } = world;
    const quoted = (operation: string): void =>
      simulator.setFaults([
        {
          kind: "error",
          operation,
          status: 400,
          message: `Bad: ${keypadCode(0)}, ${keypadCode(9)}`,
          count: "always",
        },
      ]);
    const program = (value: number): Declared[] => [
      { type: "Authorization", name: "Guest", inputs: { ...code.inputs(0), code: value } },
    ];
    quoted("PUT /smartlock/{smartlockId}/auth");
    const created = await engine.up(program(keypadCode(0)));
    simulator.clearFaults();
    expect((await engine.up(program(keypadCode(0)))).errors).toEqual({});
    quoted("POST /smartlock/{smartlockId}/auth/{id}");
    const updated = await engine.up(program(keypadCode(9)));
    expect(created.errors["Guest"]).toContain("The service says");
    expect(created.errors["Guest"]).not.toContain(String(keypadCode(0)));
    expect(updated.errors["Guest"]).toContain("The service says");
    expect(updated.errors["Guest"]).not.toContain(String(keypadCode(9)));
    await world.stop();
  });
});

describe("The process", () => {
  it("prints nothing while it loads, since the first line belongs to the protocol", () => {
    const folder = process.env["SMARTLOCK_TEST_PACKAGE"] ?? "";
    const load = ["-e", 'require("pulumi-smartlock/runtime")'];
    expect(execFileSync(process.execPath, load, { cwd: folder, encoding: "utf8" })).toBe("");
  });

  it("ends when its engine has died, with a request under way, and sends nothing more", async () => {
    const world = await World.start();
    const provider = await ProviderProcess.start(world.environment);
    const { inputs } = await provider.check({}, sentInputs("Address", address.inputs(0)));
    world.simulator.setFaults([{ kind: "slow", operation: "PUT /address", ms: 60_000, clock: "real" }]);
    const create = provider.create(inputs).catch(String);
    while (!world.writes().includes("PUT /address")) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    provider.abandon();
    const abandonedAt = Date.now();
    // Nobody is left to answer.
    expect(await create).toContain("Connection dropped");
    expect(Date.now() - abandonedAt).toBeLessThan(1_000);
    await expect(provider.create(inputs)).rejects.toThrow("No connection established");
    expect(world.writes()).toEqual(["PUT /address"]);
    await provider.stop();
    await world.stop();
  });

  it("ends at once when it is told to, with a request under way", async () => {
    const world = await World.start();
    const provider = await ProviderProcess.start(world.environment);
    const { inputs } = await provider.check({}, sentInputs("Address", address.inputs(0)));
    world.simulator.setFaults([{ kind: "slow", operation: "PUT /address", ms: 60_000, clock: "real" }]);
    const create = provider.create(inputs).catch((error: unknown) => error);
    while (!world.writes().includes("PUT /address")) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    const asked = Date.now();
    await provider.stop();
    // Pulumi waits 5 s before it kills the provider.
    expect(Date.now() - asked).toBeLessThan(3_000);
    expect(await create).toBeInstanceOf(Error);
    await world.stop();
  });

  it("two kinds of one process share one account, one list and one claim", async () => {
    const world = await World.start();
    const provider = await ProviderProcess.start(world.environment);
    await provider.check({}, sentInputs("Authorization", code.inputs(1), "a"));
    await provider.check({}, sentInputs("Address", address.inputs(1), "b"));
    const twice = await provider.check({}, sentInputs("Authorization", code.inputs(1), "c"));
    expect(twice.failures.map(({ reason }) => reason).join()).toMatch(
      / and Authorization "a" declare the same /,
    );
    expect(world.repeatedReads()).toEqual([]);
    expect(recordsOf(world, code).some((record) => record["code"] === keypadCode(1))).toBe(false);
    await provider.stop();
    await world.stop();
  });
});
