import { CommandError } from "../command-error";

/** How an act can end, and with which exit code. */
export const EXIT_CODES = {
  /** The service accepted it or, with --wait, the lock confirmed it. */
  done: 0,
  /** It was not done: an argument is wrong, or the service or the lock refused it. */
  failed: 1,
  /** Nothing was sent: nobody agreed, or a guard forbids it. */
  refused: 2,
  /** It was sent, and the answer got lost: nobody knows whether it was done. */
  unknown: 3,
  /** The service accepted it, and the wait ended before the lock confirmed it. */
  unconfirmed: 4,
} as const;

export type Failure = Exclude<keyof typeof EXIT_CODES, "done">;

export const EXIT_CODE_HELP = `Exit codes:
  0  the service accepted it or, with --wait, the lock confirmed it
  1  it failed: an argument is wrong, or the service or the lock refused it
  2  nothing was sent: nobody agreed (see --yes), or readOnly or maxDeletes forbids it
  3  it was sent, but the answer got lost: look before you try again
  4  the service accepted it, but the wait ended before the lock confirmed it`;

/** An act that did not end as it should. */
export class ActError extends CommandError {
  constructor(
    readonly failure: Failure,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
