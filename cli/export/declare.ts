import type { z } from "zod";
import { Kind } from "../../provider/engine/kind/kind";
import type { ResourceSpec } from "../../provider/engine/kind/spec";
import { checkInputs, failuresOf } from "../../provider/engine/lifecycle/inputs";
import { type Bag, pick } from "../../provider/engine/values/bag";
import { sanitise } from "../../provider/engine/values/outputs";
import { SIGNATURE } from "../../provider/engine/values/secret-value";
import { holdsUnknown, partsWithin } from "../../provider/engine/values/unknown";
import { registry } from "../../provider/resources";

/** The kinds of single objects. A set is made of authorizations. */
export type KindName = Exclude<keyof typeof registry, "AuthorizationSet">;

const kinds: Readonly<Record<KindName, Kind>> = {
  Address: new Kind(registry.Address),
  AddressUnit: new Kind(registry.AddressUnit),
  AccountUser: new Kind(registry.AccountUser),
  SubAccount: new Kind(registry.SubAccount),
  Authorization: new Kind(registry.Authorization),
  Webhook: new Kind(registry.Webhook),
  Notification: new Kind(registry.Notification),
};

/** An object of the service in the words of a program. */
export interface Declared {
  readonly type: KindName;
  readonly kind: Kind;
  /** As the import wants it, such as `17179869185/5f1c…`. */
  readonly id: string;
  readonly name: string;
  /** What it is called in a sentence. */
  readonly label: string;
  /** The declared fields, as `check` returns them. Secrets that the service shows are among them. */
  readonly inputs: Bag;
  /** All that the service shows. */
  readonly shown: Bag;
  /** Fields that are left out, with the reasons. The service keeps what they have. */
  readonly omitted: readonly string[];
  readonly createdAt: string;
}

/** Why an object cannot be declared. */
export interface Undeclarable {
  readonly label: string;
  readonly id: string;
  readonly why: string;
}

export function isDeclared(one: Declared | Undeclarable): one is Declared {
  return "inputs" in one;
}

/** Fields that say what is so anyway. */
const USUAL: Readonly<Record<string, readonly unknown[]>> = { type: ["app", "person"], enabled: [true] };

const EVERY_DAY = 7;

/** A password is never shown. This one is only for the check. */
const STANDS_FOR_PASSWORD = "stands for a password";

/**
 * The declaration of an object, if there is one that agrees with it. The provider's own rules decide: what its check
 * accepts and its comparison finds equal makes no change in a preview.
 */
export function declare(type: KindName, live: object, label: string): Declared | Undeclarable {
  const kind = kinds[type];
  const id = kind.idOf(live);
  const no = (why: string): Undeclarable => ({ label, id, why });
  const shown = sanitise(kind.show(live));
  if (kind.spec.asynchronous?.busy(live) === true) {
    return no(PENDING);
  }
  const given = withoutUsual(pick(shown, Object.keys(kind.spec.inputs.shape)));
  const [inputs, omitted] = accepted(kind.spec, given);
  if (typeof inputs === "string") {
    return no(inputs);
  }
  const different = kind.differences(kind.wanted(inputs), shown);
  if (different.length > 0) {
    return no(`a program cannot declare what it has in ${different.join(", ")}`);
  }
  return {
    type,
    kind,
    id,
    name: typeof shown["name"] === "string" ? shown["name"] : "",
    label,
    inputs,
    shown: { ...shown, ...kind.parts(id) },
    omitted,
    createdAt: kind.spec.createdAt(live) ?? "",
  };
}

export const PENDING = "a change is under way; run the export again when the service has done it";

function withoutUsual(given: Bag): Bag {
  const isUsual = (field: string): boolean => {
    const value = given[field];
    const isEveryDay = field === "allowedWeekDays" && Array.isArray(value) && value.length === EVERY_DAY;
    return isEveryDay || USUAL[field]?.includes(value) === true;
  };
  const bag = pick(
    given,
    Object.keys(given).filter((field) => !isUsual(field)),
  );
  return Array.isArray(bag["settings"]) ? { ...bag, settings: bag["settings"].map(withoutEmpty) } : bag;
}

/** A setting of a notification that names no authorization is about all of them. */
function withoutEmpty(setting: unknown): unknown {
  const { authIds, ...rest } = setting as Bag;
  return Array.isArray(authIds) && authIds.length === 0 ? rest : setting;
}

/** Leaves out what need not be declared and cannot be, or says what is wrong. */
function accepted(spec: ResourceSpec, given: Bag): [inputs: Bag | string, omitted: string[]] {
  const omitted: string[] = [];
  let bag = given;
  for (;;) {
    const odd = Object.keys(bag).filter((field) => isUnwritable(bag[field]));
    const { inputs, problems } = checkInputs(spec, withPassword(spec, bag));
    const found = [
      ...odd.map((field) => ({ field, reason: "has characters that cannot be stored" })),
      ...problems.filter(({ field }) => !odd.includes(field)),
    ];
    if (found.length === 0) {
      return [pick(inputs, Object.keys(bag)), omitted];
    }
    const isOptional = (field: string): boolean =>
      spec.defaults === undefined && isLeftAlone(spec, field) && Object.hasOwn(bag, field);
    const words = failuresOf(found).map(({ reason }) => reason.replace(/\.$/, ""));
    if (!found.every(({ field }) => isOptional(field))) {
      return [words.join("; "), omitted];
    }
    const left = new Set(found.map(({ field }) => field));
    omitted.push(...words);
    bag = pick(
      bag,
      Object.keys(bag).filter((field) => !left.has(field)),
    );
  }
}

/** Whether a field keeps its value if it is not declared. */
function isLeftAlone({ inputs }: ResourceSpec, field: string): boolean {
  return (inputs.shape as Record<string, z.ZodType>)[field]?.safeParse(undefined).success === true;
}

function withPassword({ writeOnly }: ResourceSpec, bag: Bag): Bag {
  return writeOnly?.includes("password") === true ? { ...bag, password: STANDS_FOR_PASSWORD } : bag;
}

/** Half a character gets lost on the way to Pulumi, and some texts mean something else to it. */
function isUnwritable(value: unknown): boolean {
  const texts = partsWithin(value).flatMap((part) =>
    typeof part === "string" ? [part] : typeof part === "object" && part !== null ? Object.keys(part) : [],
  );
  return holdsUnknown(value) || texts.some((text) => /\p{Cs}/u.test(text) || text === SIGNATURE);
}
