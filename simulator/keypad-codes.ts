const digits = 9;
/** Of all codes of six digits from 1 to 9, those that begin with 12 are not allowed. */
const allowedCodes = digits ** 6 - digits ** 4;

/** A prime, so that neighbours look unrelated and each of the allowed codes comes once. */
const stride = 104_729;

/** The n-th of the allowed keypad codes, in an order that looks like chance. */
export function nthKeypadCode(n: number): number {
  let index = ((n + 1) * stride) % allowedCodes;
  // The reserved codes are one block in the sequence of all: those from 121111 to 129999.
  if (index >= digits ** 4) index += digits ** 4;
  let code = "";
  for (let position = 0; position < 6; position++) {
    code = String((index % digits) + 1) + code;
    index = Math.floor(index / digits);
  }
  return Number(code);
}
