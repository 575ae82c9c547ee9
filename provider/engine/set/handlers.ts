import { migrate, stateInWords } from "../kind/migrate";
import type { SetSpec } from "../kind/set-spec";
import { guarded, type Handlers } from "../lifecycle/guarded";
import { checkImport, type ImportForm, isImport } from "../lifecycle/import";
import type { Run } from "../run/run";
import { type Bag, isBag } from "../values/bag";
import { checkSet } from "./check";
import { createSet } from "./create";
import { removeSet } from "./delete";
import { diffSet } from "./diff";
import { BoundSet, SetKind } from "./members";
import { readSet } from "./read";
import { updateSet } from "./update";

/** The functions that Pulumi's server for dynamic resources calls for a resource that stands for many objects. */
export function handlersOfSet(spec: SetSpec, run: Run): Handlers {
  const kind = new SetKind(spec);
  const bindMember = run.bind(kind.member);
  // A lock may have another code than the set declares.
  const bound = (...bags: Bag[]): BoundSet => {
    const states = bags.flatMap((bag) => [...kind.members(bag).values()].map(({ state }) => state));
    return new BoundSet(kind, bindMember(...bags, ...states));
  };
  return guarded({
    configure: (request) => run.configured(request),
    check: async (olds, news) => {
      if (isImport(olds, news)) {
        const { member } = bound(news);
        return checkImport(member, spec, kind.label(news), news, idsByPlace(spec));
      }
      return checkSet(bound(olds, news), stateInWords(spec, olds), news);
    },
    diff: async (_id, olds, news) =>
      diffSet(bound(olds, news), migrate(spec, olds), stateInWords(spec, news)),
    create: async (inputs) => createSet(bound(inputs), inputs),
    read: async (id, props) => readSet(bound(props), id, migrate(spec, props)),
    update: async (id, olds, news) => updateSet(bound(olds, news), id, migrate(spec, olds), news),
    delete: async (_id, props) => removeSet(bound(props), migrate(spec, props)),
  });
}

/** The entry of a set names the objects as its output does: by place. */
export function idsByPlace({ idsAs, places }: Pick<SetSpec, "idsAs" | "places">): ImportForm {
  return {
    idsIn: (named) => {
      const pairs = isBag(named) ? Object.entries(named) : [];
      return pairs.length === 0 ? undefined : pairs.map(([place, id]) => `${place}/${String(id)}`);
    },
    sameAs: `${idsAs} in the outputs`,
    where: { field: places.field, part: places.of },
  };
}
