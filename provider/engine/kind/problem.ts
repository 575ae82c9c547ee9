/** A mistake in a declared field. */
export interface Problem {
  readonly field: string;
  /** The part of the field that it is about, such as `[0].smartlockId`. */
  readonly at?: string;
  readonly reason: string;
}
