import * as pulumi from "@pulumi/pulumi";
import { asSecret, isSecret } from "../../../provider/engine/values/secret-value";

it("a secret inside an output is marked as the SDK marks it", () => {
  const { specialSigKey, specialSecretSig } = pulumi.runtime;
  expect(asSecret("482913")).toEqual({ [specialSigKey]: specialSecretSig, value: "482913" });
  expect(isSecret({ [specialSigKey]: specialSecretSig, value: "482913" })).toBe(true);
  expect(isSecret({ [specialSigKey]: "another mark", value: "482913" })).toBe(false);
});
