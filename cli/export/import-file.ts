import { type Bag, hidden, pick } from "../../provider/engine/values/bag";
import { SECRET, SIGNATURE } from "../../provider/engine/values/secret-value";
import { authorizationId, lockOf, type Planned } from "./plan";

/** An entry of the file that `pulumi import --file` takes. */
export interface ImportEntry {
  readonly type: string;
  readonly name: string;
  readonly id: string;
  readonly inputs: Bag;
  readonly outputs: Bag;
}

/**
 * The entry for a resource. The inputs have no secret: the provider refuses one. The outputs have those that the service
 * shows, marked, so that Pulumi encrypts them, and a preview has nothing to record.
 */
export function importEntry({ type, members, inputs }: Planned, name: string): ImportEntry {
  const [first] = members;
  const { spec } = first.kind;
  const provider = {
    [hidden.provider]: `exports.handler = () => require("pulumi-smartlock/runtime").handlers.${type};`,
  };
  const secrets = spec.secrets;
  const declared = without(inputs, secrets);
  const isSet = type === "AuthorizationSet";
  const ids = Object.fromEntries(members.map((one) => [String(lockOf(one)), authorizationId(one)]));
  const own = isSet ? ["smartlockId", "authId", "creationDate", ...Object.keys(spec.id)] : [];
  const outputs = Object.entries({
    ...(isSet && { smartlockIds: inputs["smartlockIds"], authorizationIds: ids }),
    ...without(first.shown, own),
  }).map(([field, value]) => [field, secrets.includes(field) ? marked(value) : value]);
  return {
    type: `pulumi-nodejs:dynamic/smartlock:${type}`,
    name,
    id: isSet ? name : first.id,
    inputs: { ...declared, [hidden.import]: isSet ? ids : first.id, ...provider },
    outputs: { ...(Object.fromEntries(outputs) as Bag), ...provider },
  };
}

/** As Pulumi writes a secret in its own files. */
function marked(value: unknown): unknown {
  return { [SIGNATURE]: SECRET, plaintext: JSON.stringify(value) };
}

function without(bag: Bag, fields: readonly string[]): Bag {
  return pick(
    bag,
    Object.keys(bag).filter((field) => !fields.includes(field)),
  );
}
