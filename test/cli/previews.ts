import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Account } from "../../cli/access/account";
import { Names } from "../../cli/access/names";
import { grouped } from "../../cli/grouped";
import { policiesForm } from "../../cli/policies/file";
import { readPreview } from "../../cli/preview/preview";
import { type Review, type ReviewRules, reviewOf } from "../../cli/review/review";
import type { AccountUser, Authorization, Smartlock } from "../../provider/api";

const folder = mkdtempSync(join(tmpdir(), "smartlock-review-"));
afterAll(() => rmSync(folder, { recursive: true }));

export const [frontDoor, office] = [1, 2];

const locks = [
  { smartlockId: frontDoor, name: "Front door", accountId: 100 },
  { smartlockId: office, name: "Office", accountId: 100 },
] as Smartlock[];

const users = [
  { accountUserId: 5, name: "Anna", email: "anna@example.com" },
  { accountUserId: 6, name: "Bob", email: "bob@example.com" },
] as AccountUser[];

/** A grant as the service shows it. By app, if nothing else is said. */
export function live(id: string, more: Partial<Authorization> = {}): Authorization {
  return {
    smartlockId: frontDoor,
    id,
    name: "Anna",
    type: 0,
    enabled: true,
    remoteAllowed: false,
    ...more,
  };
}

export function account(grants: readonly Authorization[], more: Partial<Account> = {}): Account {
  return {
    id: 100,
    locks,
    grants,
    grantsOfUser: grouped(grants, ({ accountUserId }) => String(accountUserId)),
    names: new Names(locks, users),
    subAccounts: [],
    addresses: [],
    unitsOf: new Map(),
    now: Date.parse("2026-11-19T12:00:00Z"),
    ...more,
  };
}

/** What Pulumi says of one resource in a preview. */
export interface GivenStep {
  readonly op: string;
  readonly kind?: string;
  readonly name?: string;
  readonly id?: string;
  readonly was?: object;
  readonly wants?: object | undefined;
  readonly retain?: boolean;
  readonly deletedWith?: string;
  readonly provider?: string;
  readonly refersTo?: Readonly<Record<string, readonly string[]>>;
}

export function urnOf(kind: string, name: string): string {
  return `urn:pulumi:homes::program::pulumi-nodejs:dynamic/smartlock:${kind}::${name}`;
}

export function previewOf(steps: readonly GivenStep[], more: object = {}) {
  const file = join(folder, "preview.json");
  writeFileSync(file, JSON.stringify({ steps: steps.map(given), changeSummary: {}, ...more }));
  return readPreview(file);
}

function given({
  op,
  kind = "Authorization",
  name = "anna",
  id,
  was,
  wants,
  retain,
  provider,
  refersTo,
  deletedWith,
}: GivenStep) {
  return {
    op,
    urn: urnOf(kind, name),
    provider: provider ?? "urn:pulumi:homes::program::pulumi:providers:pulumi-nodejs::default::1",
    ...(was !== undefined && {
      oldState: { id, outputs: { __account: 100, ...was }, retainOnDelete: retain, deletedWith },
    }),
    ...(wants !== undefined && {
      newState: { id: op === "import" ? id : undefined, inputs: wants, propertyDependencies: refersTo },
    }),
  };
}

export function reviewed(
  steps: readonly GivenStep[],
  grants: readonly Authorization[],
  {
    policies,
    ...more
  }: Omit<ReviewRules, "policies"> & { policies?: object; account?: Partial<Account> } = {},
): Review {
  const parsed = policies === undefined ? undefined : policiesForm.parse(policies);
  return reviewOf(previewOf(steps), account(grants, more.account), {
    deletes: more.deletes,
    policies: parsed,
  });
}

/** What a review says, without what it has nothing to say about. */
export function said({ lines, ...review }: Review): object {
  return Object.fromEntries(
    Object.entries({ ...review, ...(lines.length > 0 && { lines }) }).filter(
      ([, value]) => Object.keys(value).length > 0,
    ),
  );
}
