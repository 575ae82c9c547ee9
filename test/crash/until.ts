/** Every wait ends: waiting for ever would hide the real problem behind a time-out of the test. */
const MAX_WAIT_MS = 120_000;

/** Waits until a condition holds. */
export async function until(isSo: () => boolean): Promise<void> {
  const end = Date.now() + MAX_WAIT_MS;
  while (!isSo()) {
    if (Date.now() > end) {
      throw new Error(`It did not come true within ${MAX_WAIT_MS / 1000} s: ${isSo.toString()}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
