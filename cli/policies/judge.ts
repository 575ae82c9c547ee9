import type { Access } from "../access/access";
import type { Policies } from "./file";
import { fits } from "./patterns";
import { type Breach, RULE_NAMES, type RuleName, RULES } from "./rules";
import type { Scene } from "./scene";

/** Something that is against a policy. */
export interface Finding {
  readonly rule: RuleName;
  /** What is against it, apart from what it is called: the same before and after a change to it. */
  readonly about: string;
  /** What is against it, why, and what to change. */
  readonly words: string;
}

export interface Judgement {
  readonly findings: readonly Finding[];
  /** What a reviewer allowed, with the reason. */
  readonly allowed: readonly string[];
  /** What could not be judged, and which exceptions allow nothing any more. */
  readonly notes: readonly string[];
}

type Exception = Policies["allowed"][number];

export function judge(scene: Scene, policies: Policies): Judgement {
  const isStaff = ({ person }: Access): boolean => fits(policies.staff, [person.name, person.email]);
  const breaches = RULE_NAMES.flatMap((name) => breachesOf(name, scene, policies, isStaff));
  const used = new Set<Exception>();
  const findings: Finding[] = [];
  const allowed: string[] = [];
  for (const { rule, breach } of breaches) {
    const exception = policies.allowed.find((one) => covers(one, rule, breach, scene.now));
    if (exception === undefined) {
      findings.push({ rule, about: breach.about, words: `${breach.what} (${rule}). ${breach.change}` });
    } else {
      used.add(exception);
      allowed.push(`${breach.what} (${rule}). Allowed${untilWords(exception)}: ${exception.why}`);
    }
  }
  return {
    findings,
    allowed,
    notes: [
      ...(policies.rules.managers !== undefined && scene.logins === undefined
        ? ["The token may not read sub-accounts, so the rule managers was not checked."]
        : []),
      ...policies.allowed.filter((one) => !used.has(one)).map(unusedWords),
    ],
  };
}

function breachesOf(
  rule: RuleName,
  scene: Scene,
  { rules }: Policies,
  isStaff: (access: Access) => boolean,
): { rule: RuleName; breach: Breach }[] {
  const options = rules[rule];
  return options === undefined
    ? []
    : RULES[rule].find(scene, options, isStaff).map((breach) => ({ rule, breach }));
}

function covers({ rule, who, lock, until }: Exception, name: RuleName, breach: Breach, now: number): boolean {
  return (
    rule === name &&
    (who === undefined || fits([who], breach.people)) &&
    (lock === undefined || fits([lock], [breach.lock])) &&
    // The whole last day counts, anywhere on earth.
    (until === undefined || now < Date.parse(until) + 1.5 * 86_400_000)
  );
}

function untilWords({ until }: Exception): string {
  return until === undefined ? "" : ` until ${until}`;
}

function unusedWords(exception: Exception): string {
  const { rule, who = "anybody", lock = "any lock" } = exception;
  return `The exception from ${rule} for ${who} on ${lock}${untilWords(exception)} allows nothing now: remove it.`;
}
