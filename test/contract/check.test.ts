import { registry } from "../../provider/resources";
import type { LivingPlugin } from "../protocol/plugin";
import { startProvider } from "../protocol/under-test";
import { UNKNOWN } from "../protocol/test-engine";
import { subjects } from "./kinds";
import { sentInputs } from "./program";
import { type Bad, nameOf, recordOf, type Subject } from "./subject";
import { World } from "./world";

describe("check, of every kind", () => {
  let world: World;
  let provider: LivingPlugin;
  const program = subjects.map((subject) => ({
    type: subject.kind,
    name: nameOf(subject),
    inputs: subject.inputs(0),
  }));

  beforeAll(async () => {
    world = await World.start();
    const created = await world.engine.up(program);
    expect(created.errors).toEqual({});
    provider = await startProvider(world.environment);
  });

  afterAll(async () => {
    await provider.stop();
    await world.stop();
  });

  describe("refuses what is wrong, in words, before anything is sent", () => {
    const bad: readonly (readonly [string, Subject, Bad])[] = subjects.flatMap((subject) =>
      subject.bad.map(
        (value) =>
          [`${nameOf(subject)}: ${value.field} ${JSON.stringify(value.value)}`, subject, value] as const,
      ),
    );

    it.each(bad)("%s", async (_name, subject, { field, value, says, along, asksService }) => {
      world.simulator.clearRequests();
      const inputs = { ...subject.inputs(1), ...along, [field]: value };
      const { failures } = await provider.check(
        {},
        sentInputs(subject.kind, inputs, `bad ${nameOf(subject)}`),
      );
      const [failure] = failures.filter(({ reason }) =>
        [" ", "[", "."].some((end) => reason.startsWith(`${field}${end}`)),
      );
      expect(failure?.reason).toMatch(says);
      expect(failures).toHaveLength(1);
      // Pulumi prints the value of the named property.
      expect(failure?.property).toBe("");
      if (subject.secrets.includes(field) && (typeof value === "number" || value)) {
        expect(JSON.stringify(failures)).not.toContain(JSON.stringify(value));
      }
      expect(world.writes()).toEqual([]);
      if (asksService !== true) {
        expect(world.simulator.requests()).toEqual([]);
      }
    });

    it.each(subjects.map((subject) => [nameOf(subject), subject] as const))(
      "%s: a field that it does not have",
      async (name, subject) => {
        const [known = ""] = Object.keys(subject.inputs(1));
        const misspelt = known.toUpperCase();
        const inputs = { ...subject.inputs(1), [misspelt]: "x", bogus: 1 };
        const { failures } = await provider.check({}, sentInputs(subject.kind, inputs, `${name} misspelt`));
        expect(failures.map(({ reason }) => reason)).toEqual([
          `${misspelt} is not a field of ${subject.kind}. Did you mean ${known}?`,
          expect.stringMatching(/^bogus is not a field of .*\. The fields are .*\.$/),
        ]);
      },
    );

    it.each(subjects.map((subject) => [nameOf(subject), subject] as const))(
      "%s: everything at once",
      async (name, subject) => {
        const wrong = new Map(subject.bad.filter(isPlain).map(({ field, value }) => [field, value]));
        const { failures } = await provider.check(
          {},
          sentInputs(subject.kind, Object.fromEntries(wrong), `${name} all`),
        );
        const named = failures.map(({ reason }) => /^[\w]+/.exec(reason)?.[0]);
        expect(named).toEqual(expect.arrayContaining([...wrong.keys()]));
      },
    );
  });

  describe("lets values pass that are not known yet", () => {
    const unknown: readonly (readonly [string, Subject, string, unknown])[] = subjects.flatMap((subject) =>
      Object.keys(registry[subject.kind].inputs.shape).flatMap((field) =>
        variants(subject.inputs(0)[field]).map(
          (value, index) => [`${nameOf(subject)}: ${field} (${index})`, subject, field, value] as const,
        ),
      ),
    );

    it.each(unknown)("%s of something new", async (_name, subject, field, value) => {
      const given = sentInputs(subject.kind, { ...subject.inputs(0), [field]: value }, nameOf(subject));
      const { inputs, failures } = await provider.check({}, given);
      expect(failures).toEqual([]);
      expect(inputs[field]).toEqual(value);
    });

    it.each(unknown)("%s of something that exists: it may change", async (_name, subject, field, value) => {
      const stored = world.engine.state.get(nameOf(subject));
      const given = sentInputs(subject.kind, { ...subject.inputs(0), [field]: value }, nameOf(subject));
      const { inputs, failures } = await provider.check(stored?.inputs ?? {}, given);
      expect(failures).toEqual([]);
      const diff = await provider.diff(stored?.id ?? "", stored?.outputs ?? {}, inputs);
      const replaces = subject.changes.some(
        (change) => change.field === field && change.operation === "replace",
      );
      // How to adopt is never a difference, known or not.
      expect(diff.changes).toBe(field !== "adopt");
      expect(diff.replaces).toEqual(replaces ? [field] : []);
      if (replaces) {
        expect(diff.deleteBeforeReplace).toBe(subject.kind !== "Webhook");
      }
    });

    it("sends no write, and prints no secret", () => {
      expect(world.writes()).toEqual([]);
      const secrets = subjects.flatMap((subject) =>
        subject.secrets.map((field) => recordOf(world, subject, nameOf(subject))?.[field]),
      );
      const values = secrets.filter((value) => value !== undefined).map(String);
      expect(values.filter((value) => provider.output.includes(value))).toEqual([]);
    });
  });

  it.each(subjects.map((subject) => [nameOf(subject), subject] as const))(
    "%s: gives the same answer for the same inputs, and for its own answer",
    async (name, subject) => {
      const given = sentInputs(subject.kind, subject.inputs(0), name);
      const { inputs } = await provider.check({}, given);
      expect((await provider.check({}, given)).inputs).toEqual(inputs);
      expect((await provider.check({}, inputs)).inputs).toEqual(inputs);
    },
  );
});

function isPlain({ along, asksService, value, says }: Bad): boolean {
  // A rule between fields is checked only if each field is valid by itself.
  const isRule = /is required (for|unless)|is only for|must be after|where os|for a keypad/.test(says.source);
  return along === undefined && asksService !== true && value !== undefined && !isRule;
}

/** The unknown value in place of the whole value, and in place of each part. */
function variants(value: unknown): unknown[] {
  if (Array.isArray(value)) {
    const items: unknown[] = value;
    return [
      UNKNOWN,
      ...items.flatMap((item, index) => variants(item).map((part) => items.with(index, part))),
    ];
  }
  if (typeof value === "object" && value !== null) {
    return [
      UNKNOWN,
      ...Object.entries(value).flatMap(([key, item]) =>
        variants(item).map((part) => ({ ...value, [key]: part })),
      ),
    ];
  }
  return [UNKNOWN];
}
