// Refuses a plan that deletes more objects than SMARTLOCK_MAX_DELETES. Reads the state of the stack from stdin.
// The provider has the same guard, but it only stops at the first delete over the limit. This runs before any delete.
import { readFileSync } from "node:fs";
import { json } from "node:stream/consumers";

/**
 * @typedef {object} ResourcePlan
 * @property {string[]} steps
 * @property {{ inputDiff?: { updates?: { smartlockIds?: unknown } } } | null} [goal]
 *
 * @typedef {object} Resource
 * @property {string} urn
 * @property {{ authorizationIds?: Record<string, string>, pending?: Record<string, object> }} [outputs]
 */

const [planFile = "plan/plan.json"] = process.argv.slice(2);
const limit = process.env["SMARTLOCK_MAX_DELETES"] ?? "";
if (!/^\d+$/.test(limit)) {
  throw new Error(`SMARTLOCK_MAX_DELETES is "${limit}", not a number: set it in pipeline.env.`);
}
const most = Number(limit);

/** @type {unknown} */
const plan = JSON.parse(readFileSync(planFile, "utf8"));
const { resourcePlans } = /** @type {{ resourcePlans: Record<string, ResourcePlan> }} */ (plan);
const state = await json(process.stdin);
const { deployment } = /** @type {{ deployment: { resources?: Resource[] } }} */ (state);
const before = new Map((deployment.resources ?? []).map((resource) => [resource.urn, resource]));

const deleted = Object.entries(resourcePlans).flatMap(([urn, its]) => deletesOf(urn, its));
const list = deleted.map((name) => `  ${name}\n`).join("");
if (deleted.length > most) {
  process.stdout.write(
    `Refused: this plan deletes ${deleted.length} objects, and SMARTLOCK_MAX_DELETES allows ${most}:\n${list}` +
      "If all of them should go, raise the limit in pipeline.env, in the same pull request.\n",
  );
  process.exitCode = 1;
} else if (deleted.length > 0) {
  process.stdout.write(`Deletes (${deleted.length} of at most ${most}):\n${list}`);
}

/**
 * What is deleted for good. Replacements do not count, and each lock of a set counts, as in the provider.
 * @param {string} urn
 * @param {ResourcePlan} plan
 * @returns {string[]}
 */
function deletesOf(urn, { steps, goal }) {
  const [, , type = "", name = ""] = urn.split("::");
  const kind = /pulumi-nodejs:dynamic\/smartlock:(\w+)$/.exec(type)?.[1];
  if (kind === undefined) {
    return [];
  }
  const isDeleted = steps.includes("delete");
  if (kind !== "AuthorizationSet") {
    return isDeleted ? [`${kind} ${name}`] : [];
  }
  const { authorizationIds, pending } = before.get(urn)?.outputs ?? {};
  const locks = Object.keys({ ...authorizationIds, ...pending });
  const wanted = isDeleted ? [] : goal?.inputDiff?.updates?.smartlockIds;
  // Without an entry in the plan, the set keeps its locks.
  const going = Array.isArray(wanted) ? locks.filter((lock) => !wanted.map(String).includes(lock)) : [];
  return going.map((lock) => `${kind} ${name}, lock ${lock}`);
}
