import { isMistake, spokenError, spokenLine } from "../messages/lines";
import { forEngine } from "../messages/said-by-engine";
import type { ConfigureRequest } from "../run/run";
import type { Bag } from "../values/bag";
import { requireFit } from "../values/limits";
import type { Created } from "../values/outputs";
import type { DiffResult } from "./diff";
import type { Checked } from "./inputs";
import type { ReadResult } from "./read";

/**
 * Stands between Pulumi's server and the handlers. Stored state that comes in must be something that a provider can
 * have written. Errors that go out contain names that other people chose.
 */
export function guarded(handlers: Handlers): Handlers {
  const guard = async <T>(stored: readonly Bag[], work: () => Promise<T>): Promise<T> => {
    try {
      stored.forEach(requireFit);
      return await work();
    } catch (error) {
      throw visible(error);
    }
  };
  return {
    configure: (request) => handlers.configure(request),
    // `check` itself reports what is wrong with the program.
    check: (olds, news) => guard([olds], () => handlers.check(olds, news)),
    diff: (id, olds, news) => guard([olds, news], () => handlers.diff(id, olds, news)),
    create: (inputs) => guard([inputs], () => handlers.create(inputs)),
    read: (id, props) => guard([props], () => handlers.read(id, props)),
    update: (id, olds, news) => guard([olds, news], () => handlers.update(id, olds, news)),
    delete: (id, props) => guard([props], () => handlers.delete(id, props)),
  };
}

/** Resources that share a list share its error, too. */
const visibleAlready = new WeakSet<Error>();

/** Returns the same error object, so that it keeps everything it carries besides its message. */
function visible(error: unknown): Error {
  const failure = error instanceof Error ? error : new Error(String(error));
  if (visibleAlready.has(failure)) {
    return failure;
  }
  visibleAlready.add(failure);
  const places = isMistake(failure) ? (failure.stack ?? "").split("\n") : [];
  failure.message = spokenError(failure);
  return forEngine(failure, places.filter((line) => /^ {4}at /.test(line)).map(spokenLine));
}

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
