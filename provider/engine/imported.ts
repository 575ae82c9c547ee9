import { type Bag, hidden, isBag, ownerOf } from "./bag";
import { type Checked, checkInputs, failuresOf } from "./check";
import type { Kind } from "./kind";
import { locate } from "./located";
import type { Declaration } from "./resource-spec";
import type { Session } from "./session";

/**
 * Whether `check` is called for an entry of an import from a file. Pulumi passes the inputs of
 * such an entry as both the old and the new ones. No program has declared them, so they have no owner. There
 * is no other call for an entry.
 */
export function isImport(olds: Bag, news: Bag): boolean {
  return ownerOf(news) === "" && [olds, news].every((bag) => bag[hidden.provider] !== undefined);
}

/** Refuses an entry that names nothing, or that would put a secret into the state in the clear. */
export async function checkImport(
  session: Session,
  spec: Declaration,
  kind: Kind,
  news: Bag,
): Promise<Checked> {
  refuseSecrets(spec, news);
  for (const id of idsOf(spec, kind, news[hidden.import])) {
    await requireObject(session, kind, id);
  }
  // Secrets are left out, so they do not count as missing.
  const problems = checkInputs(spec, news).problems.filter(({ field }) => !spec.secrets.includes(field));
  return { inputs: news, failures: failuresOf(problems) };
}

/** Pulumi does not say whether the entry marks a value as a secret. One that is not marked would be readable for ever. */
function refuseSecrets({ type, secrets }: Declaration, news: Bag): void {
  const given = secrets.filter((field) => (news[field] ?? undefined) !== undefined);
  if (given.length > 0) {
    throw new Error(
      `The import of this ${type} was refused: its entry has ${given.join(", ")}, which must stay secret. Leave it out of inputs and ` +
        "outputs. The next `pulumi up` records what the program declares, encrypted. With --skip-preview, Pulumi has already written " +
        "the entry to its backup of the state: use another value from now on.",
    );
  }
}

function idsOf({ type }: Declaration, kind: Kind, named: unknown): string[] {
  const isSet = kind.spec.type !== type;
  if (!isSet && typeof named === "string") {
    return [named];
  }
  const pairs = isSet && isBag(named) ? Object.entries(named) : [];
  if (pairs.length === 0) {
    const form = isSet ? "the same as authorizationIds in the outputs" : "the same as the id of the entry";
    throw new Error(
      `The import of this ${type} was refused: its inputs must have "${hidden.import}", ${form}, so that the provider can check whether ` +
        "it exists.",
    );
  }
  return pairs.map(([place, id]) => `${place}/${String(id)}`);
}

async function requireObject(session: Session, kind: Kind, id: string): Promise<void> {
  const { type } = kind.spec;
  const located = await locate(session, kind, id, {});
  if (located.is === "gone") {
    throw new Error(
      `The import was refused: the service has no ${type} with the id ${id}. Correct the id in the file, or leave the entry out.`,
    );
  }
  if (located.is !== "there") {
    throw new Error(
      `The import was refused: it is not certain that the service has the ${type} with the id ${id}. Check the id, and run again.`,
    );
  }
}
