/**
 * The three numbers of a version such as `v3.259.0`, `3.216.0-alpha.1` or `1.25`. A missing number is 0.
 * @param {string} text
 * @returns {[number, number, number] | undefined}
 */
function numbersOf(text) {
  const match = /^\D{0,2}(\d+)\.(\d+)(?:\.(\d+))?/.exec(text.trim());
  return match ? [Number(match[1]), Number(match[2]), Number(match[3] ?? 0)] : undefined;
}

/**
 * Whether a version is the minimum or later. Text that is not a version is never new enough. A pre-release counts
 * as its release: that is good enough to choose a program, and the scripts must run before any package is installed.
 * @param {string} version
 * @param {string} minimum
 */
export function isAtLeast(version, minimum) {
  const have = numbersOf(version);
  const need = numbersOf(minimum);
  if (!have || !need) {
    return false;
  }
  for (const index of /** @type {const} */ ([0, 1, 2])) {
    if (have[index] !== need[index]) {
      return have[index] > need[index];
    }
  }
  return true;
}
