import * as pulumi from "@pulumi/pulumi";

// Stands in for `pulumi-smartlock` in the floor's project: the same names for the same program, and behind
// them a provider that does nothing. What a run costs here is the engine's own cost.

type ResourceClass = new (
  name: string,
  args: Record<string, unknown>,
  opts?: pulumi.CustomResourceOptions,
) => pulumi.CustomResource;

function nothing(type: string): ResourceClass {
  return class extends pulumi.CustomResource {
    constructor(name: string, args: Record<string, unknown>, opts?: pulumi.CustomResourceOptions) {
      const provider = `exports.handler = () => require("pulumi-smartlock/runtime").handlers.${type};`;
      super(`pulumi-nodejs:dynamic/smartlock:${type}`, name, { ...args, __provider: provider }, opts);
    }
  };
}

export const AccountUser = nothing("AccountUser");
export const Authorization = nothing("Authorization");
export const AuthorizationSet = nothing("AuthorizationSet");
