import { type Bag, hidden, ownerOf } from "./bag";
import { type Checked, checkInputs, failuresOf } from "./check";
import type { Kind } from "./kind";
import { locate } from "./located";
import type { Declaration } from "./resource-spec";
import type { Session } from "./session";

/**
 * Whether `check` is called for an entry of an import from a file. Pulumi passes the inputs of such an entry as both the
 * old and the new ones. No program has declared them, so they have no owner. There is no other call for an entry.
 */
export function isImport(olds: Bag, news: Bag): boolean {
  return ownerOf(news) === "" && [olds, news].every((bag) => bag[hidden.provider] !== undefined);
}

/** How an entry names its objects in `__import`. */
export interface ImportForm {
  /** Undefined if this is not its form. */
  readonly idsIn: (named: unknown) => readonly string[] | undefined;
  /** What it repeats: `the id of the entry`. */
  readonly sameAs: string;
}

export const oneId: ImportForm = {
  idsIn: (named) => (typeof named === "string" ? [named] : undefined),
  sameAs: "the id of the entry",
};

/** Refuses an entry that names nothing, or that would put a secret into the state in the clear. */
export async function checkImport(
  session: Session,
  spec: Declaration,
  kind: Kind,
  news: Bag,
  form: ImportForm,
): Promise<Checked> {
  refuseSecrets(spec, news);
  for (const id of requireIds(spec, form, news)) {
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

function requireIds({ type }: Declaration, { idsIn, sameAs }: ImportForm, news: Bag): readonly string[] {
  const ids = idsIn(news[hidden.import]);
  if (ids === undefined) {
    throw new Error(
      `The import of this ${type} was refused: its inputs must have "${hidden.import}", the same as ${sameAs}, so that the provider can ` +
        "check whether it exists.",
    );
  }
  return ids;
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
