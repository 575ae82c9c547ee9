import { Kind } from "../kind/kind";
import { migrate, stateInWords } from "../kind/migrate";
import type { ResourceSpec } from "../kind/spec";
import type { BoundKind } from "../run/bound-kind";
import type { Run } from "../run/run";
import type { Bag } from "../values/bag";
import { check } from "./check";
import { create } from "./create";
import { remove } from "./delete";
import { diff } from "./diff";
import { guarded, type Handlers } from "./guarded";
import { checkImport, isImport, oneId } from "./import";
import { naming } from "./naming";
import { read } from "./read";
import { update } from "./update";

export function handlersOf(spec: ResourceSpec, run: Run): Handlers {
  const bound = run.bind(new Kind(spec));
  const write = <T>(
    done: "created" | "changed" | "deleted",
    work: (kind: BoundKind) => Promise<T>,
    ...bags: [Bag, ...Bag[]]
  ): Promise<T> => {
    const kind = bound(...bags);
    return naming(kind, bags[0], done, () => kind.write(() => work(kind)));
  };
  return guarded({
    configure: (request) => run.configured(request),
    check: async (olds, news) => {
      if (isImport(olds, news)) {
        const kind = bound(news);
        return checkImport(kind, spec, kind.label(news), news, oneId(spec));
      }
      return check(bound(olds, news), stateInWords(spec, olds), news);
    },
    diff: async (id, olds, news) =>
      diff(bound(olds, news), id, migrate(spec, olds), stateInWords(spec, news)),
    create: async (inputs) => write("created", (kind) => create(kind, inputs), inputs),
    read: async (id, props) => read(bound(props), id, migrate(spec, props)),
    update: async (id, olds, news) =>
      write("changed", (kind) => update(kind, id, migrate(spec, olds), news), olds, news),
    delete: async (id, props) => write("deleted", (kind) => remove(kind, id, migrate(spec, props)), props),
  });
}
