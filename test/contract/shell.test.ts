import * as pulumi from "@pulumi/pulumi";
import * as smartlock from "../../provider";
import { registry } from "../../provider/resources";
import { subjects } from "./kinds";
import { nameOf, type Subject } from "./subject";

interface Registration {
  readonly type: string;
  readonly props: Record<string, unknown>;
  readonly opts: pulumi.CustomResourceOptions;
}

const registrations: Registration[] = [];

// Pulumi's own mocks do not pass options on, so only this mock can see what a resource asks of the engine.
jest.mock("@pulumi/pulumi", () => {
  const actual = jest.requireActual<typeof pulumi>("@pulumi/pulumi");
  class CustomResource {
    // As in a preview of a new resource: never known.
    readonly id = actual.output(new Promise<string>(() => undefined));
    constructor(type: string, _name: string, props: object, opts: pulumi.CustomResourceOptions) {
      registrations.push({ type, props: { ...props }, opts });
    }
  }
  return { ...actual, CustomResource };
});

type Class = new (name: string, args: object, opts?: object) => unknown;

function registered(subject: Subject, opts?: object, args: object = subject.inputs(0)): Registration {
  registrations.length = 0;
  const Resource = smartlock[subject.kind] as unknown as Class;
  new Resource("it", args, opts);
  const [registration] = registrations;
  if (registration === undefined) {
    throw new Error(`${subject.kind} registered nothing.`);
  }
  return registration;
}

/** What a resource's class asks of the engine. The provider never sees it. */
describe.each(subjects.map((subject) => [nameOf(subject), subject] as const))(
  "The class of %s",
  (_name, subject) => {
    it("has the type that is stored in the state of users", () => {
      expect(registered(subject).type).toBe(`pulumi-nodejs:dynamic/smartlock:${subject.kind}`);
    });

    it("stores a constant as its code: nothing can be captured", () => {
      expect(registered(subject).props["__provider"]).toBe(
        `exports.handler = () => require("pulumi-smartlock/runtime").handlers.${subject.kind};`,
      );
    });

    it("deletes before it replaces, but for webhooks, since forced replacements never ask for a diff", () => {
      expect(registered(subject).opts.deleteBeforeReplace).toBe(subject.kind !== "Webhook");
    });

    it("wraps secret inputs, and asks for secret outputs", async () => {
      const { props, opts } = registered(subject, { additionalSecretOutputs: ["more"] });
      expect(opts.additionalSecretOutputs).toEqual(expect.arrayContaining([...subject.secrets, "more"]));
      for (const [field, value] of Object.entries(subject.inputs(0))) {
        const isSecret = pulumi.Output.isInstance(props[field]) && (await pulumi.isSecret(props[field]));
        expect({ field, isSecret }).toEqual({ field, isSecret: subject.secrets.includes(field) });
        expect(isSecret || props[field]).toEqual(isSecret || value);
      }
    });

    it("tells the provider the options that the engine does not", () => {
      const { props } = registered(subject, { ignoreChanges: ["name"], replaceOnChanges: ["type"] });
      expect(props).toMatchObject({ __ignore: ["name"], __replaceOn: ["type"] });
      expect(registered(subject).props["__ignore"]).toBeUndefined();
    });

    it("tells its URN as a promise: an Output would make the parts of a component wait for each other", () => {
      const { props } = registered(subject);
      expect(props["__owner"]).toBeInstanceOf(Promise);
      expect(pulumi.Output.isInstance(props["__owner"])).toBe(false);
    });

    it("passes on the name of every output, or it would not exist", () => {
      const { props } = registered(subject);
      const { inputs, outputs, id } = registry[subject.kind];
      const names = [inputs.shape, outputs.shape, id].flatMap((fields) => Object.keys(fields));
      expect(Object.keys(props)).toEqual(expect.arrayContaining(names));
    });

    it("marks a get, so that something absent is an error", () => {
      const { props } = registered(subject, { id: "5" }, {});
      expect(props["__get"]).toBe(true);
      expect(registered(subject).props["__get"]).toBeUndefined();
    });
  },
);
