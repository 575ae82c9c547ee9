import { type Bag, ownerOf } from "./bag";
import { type Checked, check } from "./check";
import { create, type Created } from "./create";
import { diff, type DiffResult } from "./diff";
import { guarded } from "./guarded";
import { checkImport, isImport, oneId } from "./imported";
import { Kind } from "./kind";
import { migrate, stateInWords } from "./migrate";
import { naming } from "./naming";
import { foretellRefusal } from "./read-only";
import { read, type ReadResult } from "./read";
import { remove } from "./remove";
import type { ResourceSpec } from "./resource-spec";
import type { ConfigureRequest, Run } from "./run";
import type { Session } from "./session";
import { update } from "./update";

/** The functions that Pulumi's server for dynamic resources calls. */
export interface Handlers {
  configure(request: ConfigureRequest): Promise<void>;
  check(olds: Bag, news: Bag): Promise<Checked>;
  diff(id: string, olds: Bag, news: Bag): Promise<DiffResult>;
  create(inputs: Bag): Promise<Created>;
  read(id: string, props: Bag): Promise<ReadResult>;
  update(id: string, olds: Bag, news: Bag): Promise<{ outs: Bag }>;
  delete(id: string, props: Bag): Promise<void>;
}

/** A refresh also asks for differences, but only a declared resource is about to be changed. */
export function warningOfRefusal(session: Session, news: Bag, compared: DiffResult): DiffResult {
  if (compared.changes && session.claims.isChecked(ownerOf(news))) {
    foretellRefusal(session);
  }
  return compared;
}

export function handlersOf(spec: ResourceSpec, run: Run): Handlers {
  const kind = new Kind(spec);
  const sessionFor = run.sessionFor(kind);
  const write = <T>(
    done: "created" | "changed" | "deleted",
    work: (session: Session) => Promise<T>,
    ...bags: [Bag, ...Bag[]]
  ): Promise<T> => {
    const session = sessionFor(...bags);
    return naming(kind, bags[0], done, () => session.write(kind, () => work(session)));
  };
  return guarded({
    configure: (request) => run.configured(request),
    check: async (olds, news) =>
      isImport(olds, news)
        ? checkImport(sessionFor(news), spec, kind, kind.label(news), news, oneId(spec))
        : check(sessionFor(olds, news), kind, stateInWords(spec, olds), news),
    diff: async (id, olds, news) => {
      const session = sessionFor(olds, news);
      return warningOfRefusal(
        session,
        news,
        await diff(session, kind, id, migrate(spec, olds), stateInWords(spec, news)),
      );
    },
    create: async (inputs) => write("created", (session) => create(session, kind, inputs), inputs),
    read: async (id, props) => read(sessionFor(props), kind, id, migrate(spec, props)),
    update: async (id, olds, news) =>
      write("changed", (session) => update(session, kind, id, migrate(spec, olds), news), olds, news),
    delete: async (id, props) =>
      write("deleted", (session) => remove(session, kind, id, migrate(spec, props)), props),
  });
}
