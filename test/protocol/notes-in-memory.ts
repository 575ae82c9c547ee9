import type { Notes } from "../../provider/engine/journal/notes";

/** Notes that a provider leaves for the next run, without files. */
export function notesIn(kept: Map<string, string>): Notes {
  return {
    read: (name) => Promise.resolve(kept.get(name)),
    write: (name, text) => Promise.resolve(void kept.set(name, text)),
    remove: (name) => Promise.resolve(void kept.delete(name)),
    where: (name) => name,
  };
}
