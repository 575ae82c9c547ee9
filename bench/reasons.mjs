/**
 * Why a target was not met, by its id: what profiling found, and what the limit is. Shown only beside a target that
 * a run did not meet.
 * @type {Record<string, string>}
 */
export const reasons = {
  "U-destroy-requests":
    "The engine deletes 128 at a time, so 1,000 users go in 8 waves, and each wave is proven gone by one complete list of those left: 46 pages, 11 for the first list and 1 for the authorizations, 58 of the 60 allowed. A wave that is seen in two looks exceeds it.",
};
