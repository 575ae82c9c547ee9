import type { Bag } from "../bag";
import { guarded } from "../guarded";
import { type Handlers, warningOfRefusal } from "../handlers";
import { checkImport, isImport } from "../imported";
import { migrate, stateInWords } from "../migrate";
import type { Run } from "../run";
import type { Session } from "../session";
import { checkSet } from "./check";
import { createSet } from "./create";
import { diffSet } from "./diff";
import { idsByPlace } from "./ids-by-place";
import { SetKind } from "./members";
import { readSet } from "./read";
import { removeSet } from "./remove";
import type { SetSpec } from "./set-spec";
import { updateSet } from "./update";

/** The functions that Pulumi's server for dynamic resources calls for a resource that stands for many objects. */
export function handlersOfSet(spec: SetSpec, run: Run): Handlers {
  const set = new SetKind(spec);
  const sessionFor = run.sessionFor(set.member);
  // A lock may have another code than the set declares.
  const session = (...bags: Bag[]): Session =>
    sessionFor(...bags, ...bags.flatMap((bag) => [...set.members(bag).values()].map(({ state }) => state)));
  return guarded({
    configure: (request) => run.configured(request),
    check: async (olds, news) =>
      isImport(olds, news)
        ? checkImport(session(news), spec, set.member, set.label(news), news, idsByPlace(spec))
        : checkSet(session(olds, news), set, stateInWords(spec, olds), news),
    diff: async (_id, olds, news) => {
      const current = session(olds, news);
      return warningOfRefusal(
        current,
        news,
        await diffSet(current, set, migrate(spec, olds), stateInWords(spec, news)),
      );
    },
    create: async (inputs) => createSet(session(inputs), set, inputs),
    read: async (id, props) => readSet(session(props), set, id, migrate(spec, props)),
    update: async (id, olds, news) => updateSet(session(olds, news), set, id, migrate(spec, olds), news),
    delete: async (_id, props) => removeSet(session(props), set, migrate(spec, props)),
  });
}
