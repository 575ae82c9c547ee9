type Listener = (text: string) => void;

const listeners = new Set<Listener>();
let original: typeof process.stdout.write | undefined;

/** Passes printed text to the listener instead of the terminal, until the returned function is called. */
export function printed(listener: Listener): () => void {
  listeners.add(listener);
  if (original === undefined) {
    original = process.stdout.write.bind(process.stdout);
    process.stdout.write = (text: string | Uint8Array) => {
      listeners.forEach((listen) => listen(typeof text === "string" ? text : Buffer.from(text).toString()));
      return true;
    };
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0 && original !== undefined) {
      process.stdout.write = original;
      original = undefined;
    }
  };
}
