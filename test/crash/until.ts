/** Every wait ends: a condition that never comes true would hide what went wrong behind a time-out of the test. */
const LONGEST_MS = 120_000;

/** Waits until something is so. */
export async function until(isSo: () => boolean): Promise<void> {
  const end = Date.now() + LONGEST_MS;
  while (!isSo()) {
    if (Date.now() > end) {
      throw new Error(`It did not come true within ${LONGEST_MS / 1000} s: ${isSo.toString()}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
