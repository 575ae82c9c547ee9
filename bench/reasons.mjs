/**
 * Why a target was not met, by its id: what profiling found, and what the limit is. Shown only beside a target that
 * a run did not meet.
 * @type {Record<string, string>}
 */
export const reasons = {
  "U-destroy-requests":
    "The engine deletes 128 at a time, so 1,000 users go in 8 waves, and each wave is proven gone by two complete lists of those left, cut into other pages: 92 pages, 11 for the first list, 2 for the authorizations and 1 for the account, 106 of the 110 allowed. A wave that is seen in two looks exceeds it.",
  "G-refresh-time":
    "The floor's refresh asks nobody, so every request counts against it: 2,000 users are 21 pages, read one after the other at 50 ms, because where a page ends is up to the service. That is 1 s of the 3 s difference; the rest was not profiled. The limit is the page size.",
  "G-destroy-time":
    "The floor's destroy takes 1.7 ms for each resource and waits for nobody. Here, of 27 s, 2,000 deletes at 50 ms, 16 at a time, are 6 s; the engine deletes 128 at a time, and each of 16 waves waits 0.7 s, 11 s in all, and is then proven gone by a list of those left: 192 pages, 10 s. The page size and smartlock:concurrency are the limit.",
};
