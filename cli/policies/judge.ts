import type { Access } from "../access/access";
import type { Policies } from "./file";
import { fitsLock, fitsPerson } from "./patterns";
import { type Breach, RULE_NAMES, type RuleName, RULES } from "./rules";
import type { Scene } from "./scene";

interface Comparison {
  /** What the change adds, what it makes worse, and what nobody allows any more. */
  readonly blocked: readonly string[];
  /** What was against a rule before, and is no worse. */
  readonly existingBreaches: readonly string[];
  /** What a reviewer allowed, with the reason. */
  readonly allowed: readonly string[];
  /** What could not be judged, and which exceptions allow nothing any more. */
  readonly notes: readonly string[];
}

type Exception = Policies["allowed"][number];

/** Something that is against a policy. */
interface Finding {
  readonly rule: RuleName;
  readonly breach: Breach;
  /** The exception that allowed it until it ended. */
  readonly ended: Exception | undefined;
}

/** A rule that holds unless somebody sets it: of a lock that nobody can open afterwards, everybody wants to know. */
const EVERY_LOCK_OPENS: RuleName = "every-lock-opens";

/** What is against the policies after a change, and what of that comes from the change. */
export function compare(before: Scene, after: Scene, policies: Policies): Comparison {
  const earlier = new Map(judge(before, policies).findings.map((finding) => [keyOf(finding), finding]));
  const { findings, allowed, used } = judge(after, policies);
  const isNew = (finding: Finding): boolean => {
    const was = earlier.get(keyOf(finding));
    return was === undefined || was.breach.degree < finding.breach.degree;
  };
  const isSet = ({ rule }: Finding): boolean => policies.rules[rule] !== undefined;
  return {
    blocked: [
      ...misfits(after, policies),
      ...findings.filter((finding) => isNew(finding) || finding.ended !== undefined).map(wordsOf),
    ],
    existingBreaches: findings
      .filter((finding) => !isNew(finding) && finding.ended === undefined && isSet(finding))
      .map(wordsOf),
    allowed,
    notes: [
      ...(policies.rules.managers !== undefined && !after.logins.areAll
        ? [
            "The token may not read sub-accounts, so the rule managers was checked only for sub-accounts in this change. Use a token with the " +
              "account scope.",
          ]
        : []),
      ...policies.allowed.filter((one) => !used.has(one) && isChecked(one, after)).map(unusedWords),
    ],
  };
}

function judge(
  scene: Scene,
  policies: Policies,
): { findings: Finding[]; allowed: string[]; used: ReadonlySet<Exception> } {
  const isStaff = ({ person }: Access): boolean => fitsPerson(policies.staff, person);
  const used = new Set<Exception>();
  const findings: Finding[] = [];
  const allowed: string[] = [];
  for (const rule of RULE_NAMES) {
    for (const breach of breachesOf(rule, scene, policies, isStaff)) {
      const covering = policies.allowed.filter((one) => covers(one, rule, breach));
      covering.forEach((one) => used.add(one));
      const exception = covering.find((one) => holds(one, scene.now));
      if (exception === undefined) {
        findings.push({ rule, breach, ended: covering[0] });
      } else {
        allowed.push(`${breach.what} (${rule}). Allowed${untilWords(exception)}: ${exception.why}`);
      }
    }
  }
  return { findings, allowed, used };
}

function breachesOf(
  rule: RuleName,
  scene: Scene,
  { rules }: Policies,
  isStaff: (access: Access) => boolean,
): Breach[] {
  const { options, find } = RULES[rule];
  const given = rules[rule] ?? (rule === EVERY_LOCK_OPENS ? options.parse({}) : undefined);
  return given === undefined ? [] : find(scene, given, isStaff);
}

/** The same breach, before and after a change. */
function keyOf({ rule, breach }: Finding): string {
  return `${rule} ${breach.about}`;
}

function wordsOf({ rule, breach, ended }: Finding): string {
  const was = ended === undefined ? "" : ` It was allowed${untilWords(ended)}.`;
  return `${breach.what} (${rule}).${was} ${breach.change}`;
}

/** A pattern that fits no lock makes a rule hold for nothing, in silence. */
function misfits({ locks }: Scene, { rules }: Policies): string[] {
  return RULE_NAMES.flatMap((name) => {
    const options = rules[name] as { readonly locks?: readonly string[] } | undefined;
    const misfit = (options?.locks ?? []).filter(
      (pattern) =>
        pattern !== "*" &&
        !locks.some((lock) => fitsLock([pattern], { id: String(lock.smartlockId), name: lock.name })),
    );
    return misfit.map(
      (pattern) =>
        `rules.${name}.locks: "${pattern}" matches no lock of this account. Correct the pattern, or remove it.`,
    );
  });
}

function covers({ rule, who, lock }: Exception, name: RuleName, { person, lock: own }: Breach): boolean {
  return (
    rule === name &&
    (who === undefined || (person !== undefined && fitsPerson([who], person))) &&
    (lock === undefined || (own !== undefined && fitsLock([lock], { ...own, isUnknown: false })))
  );
}

/** The whole last day counts, anywhere on earth. */
function holds({ until }: Exception, now: number): boolean {
  return until === undefined || now < Date.parse(until) + 1.5 * 86_400_000;
}

function isChecked({ rule }: Exception, { logins }: Scene): boolean {
  return rule !== "managers" || logins.areAll;
}

function untilWords({ until }: Exception): string {
  return until === undefined ? "" : ` until ${until}`;
}

function unusedWords(exception: Exception): string {
  const { rule, who = "anybody", lock = "any lock" } = exception;
  return `The exception from ${rule} for ${who} on ${lock}${untilWords(exception)} covers nothing. Remove it from "allowed".`;
}
