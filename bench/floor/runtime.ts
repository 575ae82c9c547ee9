import { randomUUID } from "node:crypto";

type Bag = Record<string, unknown>;

/** All that the engine's protocol asks for, and no more: a change must still be seen as one. */
const handler = {
  check: (_olds: Bag, news: Bag) => Promise.resolve({ inputs: news }),
  diff: (_id: string, olds: Bag, news: Bag) =>
    Promise.resolve({ changes: JSON.stringify(sorted(olds)) !== JSON.stringify(sorted(news)) }),
  create: (inputs: Bag) => Promise.resolve({ id: randomUUID(), outs: inputs }),
  read: (id: string, props: Bag) => Promise.resolve({ id, props }),
  update: (_id: string, _olds: Bag, news: Bag) => Promise.resolve({ outs: news }),
  delete: () => Promise.resolve(),
};

export const handlers = { AccountUser: handler, Authorization: handler, AuthorizationSet: handler };

function sorted(bag: Bag): [string, unknown][] {
  return Object.entries(bag).sort(([a], [b]) => (a < b ? -1 : 1));
}
