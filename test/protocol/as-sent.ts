import type { Bag } from "./plugin";

/** The inputs of a resource with the hidden ones that its class adds to every declaration. */
export function asSent(type: string, name: string, inputs: Bag): Bag {
  return {
    ...inputs,
    __provider: `exports.handler = () => require("pulumi-smartlock/runtime").handlers.${type};`,
    __program: true,
    __owner: `urn:pulumi:test::program::pulumi-nodejs:dynamic/smartlock:${type}::${name}`,
  };
}
