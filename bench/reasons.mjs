/**
 * Why a target was not met, by its id: what profiling found, and what the limit is. Shown only beside a target that
 * a run did not meet.
 * @type {Record<string, string>}
 */
export const reasons = {};
