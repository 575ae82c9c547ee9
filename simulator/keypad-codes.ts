const digits = 9;
/** All codes of six digits from 1 to 9, except those that begin with 12. */
const allowedCodes = digits ** 6 - digits ** 4;

/** A prime, so that neighbours look unrelated and each allowed code comes exactly once. */
const stride = 104_729;

/** The n-th of the allowed keypad codes, in an order that looks random. */
export function nthKeypadCode(n: number): number {
  let index = ((n + 1) * stride) % allowedCodes;
  // The reserved codes form one block in the sequence of all codes: from 121111 to 129999.
  if (index >= digits ** 4) {
    index += digits ** 4;
  }
  let code = "";
  for (let position = 0; position < 6; position++) {
    code = String((index % digits) + 1) + code;
    index = Math.floor(index / digits);
  }
  return Number(code);
}
