import { GRANTS, growthSizes } from "./plan.mjs";
import { reasons } from "./reasons.mjs";
import { LATENCY_MS, SETTLE_MS } from "./round.mjs";
import { FLOOR, OURS, PEER } from "./subjects/all.mjs";

/** @typedef {import("./figures.mjs").Figure} Figure */
/** @typedef {import("./figures.mjs").Figures} Figures */
/** @typedef {import("./subjects/subject.mjs").Phase} Phase */

/** The most account users that the service returns in one page. */
const USERS_PER_PAGE = 100;
const MEGABYTE = 1024 * 1024;

/**
 * @typedef {object} Outcome
 * @property {string} id
 * @property {string} what
 * @property {string} limit in words
 * @property {string} value in words
 * @property {"met" | "not met" | "not measured"} verdict
 * @property {string} [reason] found by profiling, if the target is not met
 */

/**
 * Every target, judged against the figures of one run.
 * @param {Figures} figures
 * @param {number} scale
 * @returns {Outcome[]}
 */
export function judge(figures, scale) {
  const settling = (GRANTS * SETTLE_MS) / 1000;
  /** @param {boolean} checkpoints @param {Figure["scenario"]} scenario @param {number} [objects] */
  const look = (checkpoints, scenario, objects = scale) => {
    /** @param {string} subject @param {Phase} phase */
    return (subject, phase) => figures.find({ scenario, objects, checkpoints, subject, phase });
  };
  const modes = [
    { mode: "checkpoints on", id: "on", checkpoints: true },
    { mode: "checkpoints off", id: "off", checkpoints: false },
  ];
  const pages = Math.ceil(scale / USERS_PER_PAGE);
  const users = look(false, "U");
  return [
    requests("U-apply-requests", "U first apply, requests", users(OURS, "apply"), 1.02 * scale + 20),
    timesFloor("U-apply-time", "U first apply, time", users, { factor: 1.25, more: 0 }),
    fasterThanPeer("U-apply-peer", "U first apply, against the peer, checkpoints off", users, "apply", 1.5),
    .../** @type {const} */ (["preview", "refresh"]).flatMap((phase) => [
      requests(`U-${phase}-requests`, `U unchanged ${phase}, requests`, users(OURS, phase), 10 + pages),
      timesFloor(`U-${phase}-time`, `U unchanged ${phase}, time`, users, { factor: 1, more: 2, phase }),
    ]),
    // Each wave of deletes is proven by lists taken in two ways: 46 pages more at 1,000, and the authorizations twice.
    requests("U-destroy-requests", "U destroy, requests", users(OURS, "destroy"), 1.02 * scale + 90),
    fasterThanPeer("U-destroy-peer", "U destroy, against the peer, checkpoints off", users, "destroy", 3),
    requests("A-apply-requests", "A first apply, requests", look(true, "A")(OURS, "apply"), 40),
    ...modes.map(({ mode, id, checkpoints }) => {
      const figure = look(checkpoints, "A");
      return timesFloor(`A-apply-time-${id}`, `A first apply, time, ${mode}`, figure, {
        factor: 1.5,
        more: settling,
      });
    }),
    requests("A-change-requests", "A one window changed, requests", look(true, "A")(OURS, "change"), 12),
    requests("A-preview-requests", "A unchanged preview, requests", look(true, "A")(OURS, "preview"), 6),
    requests("A-destroy-requests", "A destroy, requests", look(true, "A")(OURS, "destroy"), 40),
    requests("S-apply-requests", "S first apply, requests", look(false, "S")(OURS, "apply"), 0.1 * scale),
    timesFloor("S-apply-time", "S first apply, time", look(false, "S"), { factor: 1.4, more: settling }),
    ...losses(look(false, "L"), scale / 10, settling),
    memory(figures),
    ...growth((objects) => look(false, "U", objects), scale),
  ].map((outcome) => ({
    ...outcome,
    ...(outcome.verdict === "not met" ? { reason: reasons[outcome.id] ?? "not explained yet" } : {}),
  }));
}

/** @typedef {(subject: string, phase: Phase) => Figure | undefined} Look */

/**
 * @param {string} id
 * @param {string} what
 * @param {Figure | undefined} figure
 * @param {number} most
 */
function requests(id, what, figure, most) {
  const limit = `at most ${Math.floor(most)}`;
  return figure
    ? outcome(id, what, limit, String(figure.requests), figure.requests <= most)
    : unmeasured(id, what, limit);
}

/**
 * @param {string} id
 * @param {string} what
 * @param {Look} look
 * @param {{ factor: number, more: number, phase?: Phase }} most a multiple of the floor, plus this many seconds
 */
function timesFloor(id, what, look, { factor, more, phase = "apply" }) {
  const limit = `at most ${factor === 1 ? "" : `${factor} × `}the floor${more === 0 ? "" : ` + ${more} s`}`;
  const [ours, floor] = [look(OURS, phase), look(FLOOR, phase)];
  if (ours === undefined || floor === undefined) {
    return unmeasured(id, what, limit);
  }
  const value = `${(ours.seconds / floor.seconds).toFixed(2)} × (${ours.seconds.toFixed(1)} s, floor ${floor.seconds.toFixed(1)} s)`;
  return outcome(id, what, limit, value, ours.seconds <= factor * floor.seconds + more);
}

/**
 * @param {string} id
 * @param {string} what
 * @param {Look} look
 * @param {Phase} phase
 * @param {number} least
 */
function fasterThanPeer(id, what, look, phase, least) {
  const limit = `at least ${least} × faster`;
  const [ours, peer] = [look(OURS, phase), look(PEER, phase)];
  if (ours === undefined || peer === undefined) {
    return unmeasured(id, what, limit);
  }
  const factor = peer.seconds / ours.seconds;
  const value = `${factor.toFixed(2)} × (${ours.seconds.toFixed(1)} s, peer ${peer.seconds.toFixed(1)} s)`;
  return outcome(id, what, limit, value, factor >= least);
}

/**
 * A list that does not show a grant proves nothing. So each missing grant is read by its id, and each lock that it was on is read
 * once: 61 locks for 100 grants. A read of the lock for each grant would not meet the targets. The engine compares one after the
 * other. To restore a grant, it is deleted by its id, whatever the lists say, and created again.
 * @param {Look} look
 * @param {number} lost
 * @param {number} settling in seconds
 */
function losses(look, lost, settling) {
  const readings = (2 * lost * LATENCY_MS) / 1000;
  return [
    requests("L-look-requests", "L preview after the loss, requests", look(OURS, "look"), 1.75 * lost + 15),
    timesFloor("L-look-time", "L preview after the loss, time", look, {
      factor: 1,
      more: 2 + readings,
      phase: "look",
    }),
    requests("L-heal-requests", "L up after the loss, requests", look(OURS, "heal"), 3 * lost + 20),
    timesFloor("L-heal-time", "L up after the loss, time", look, {
      factor: 1,
      more: 2 + 2 * readings + settling,
      phase: "heal",
    }),
  ];
}

/** @param {Figures} figures */
function memory(figures) {
  const [id, what, limit] = [
    "memory",
    "memory of the provider, 20,000 authorizations against 20",
    "at most 150 MB more",
  ];
  /** @param {Figure["scenario"]} scenario */
  const peak = (scenario) => {
    const found = figures.all().filter((figure) => figure.scenario === scenario && figure.subject === OURS);
    return Math.max(0, ...found.map(({ peakMemory }) => peakMemory)) / MEGABYTE;
  };
  const [few, many] = [peak("M few"), peak("M many")];
  if (few === 0 || many === 0) {
    return unmeasured(id, what, limit);
  }
  const value = `${Math.round(many - few)} MB more (${Math.round(many)} MB, ${Math.round(few)} MB)`;
  return outcome(id, what, limit, value, many - few <= 150);
}

/**
 * @param {(objects: number) => Look} look
 * @param {number} scale
 */
function growth(look, scale) {
  const sizes = growthSizes(scale);
  const [least = 0, most = 0] = [sizes.at(0), sizes.at(-1)];
  const previews = sizes.map((objects) => {
    const figure = look(objects)(OURS, "preview");
    return figure && figure.requests - Math.ceil(objects / USERS_PER_PAGE);
  });
  const constant = [
    "G-preview-requests",
    "G unchanged preview, requests beyond the pages",
    "the same at every size",
  ];
  const [id = "", what = "", limit = ""] = constant;
  return [
    previews.includes(undefined)
      ? unmeasured(id, what, limit)
      : outcome(id, what, limit, previews.join(", "), new Set(previews).size === 1),
    .../** @type {const} */ (["apply", "preview", "refresh", "destroy"]).map((phase) => {
      const name = `G ${phase}, time per resource against the floor at ${most} and at ${least}`;
      const [small, large] = [relative(look(least), phase), relative(look(most), phase)];
      const bound = "within 1.2 ×";
      if (small === undefined || large === undefined) {
        return unmeasured(`G-${phase}-time`, name, bound);
      }
      const value = `${(large / small).toFixed(2)} × (${large.toFixed(2)}, ${small.toFixed(2)})`;
      return outcome(`G-${phase}-time`, name, bound, value, large <= 1.2 * small);
    }),
  ];
}

/**
 * The time per resource as a multiple of the floor's.
 * @param {Look} look
 * @param {Phase} phase
 */
function relative(look, phase) {
  const [ours, floor] = [look(OURS, phase), look(FLOOR, phase)];
  return ours && floor && ours.seconds / floor.seconds;
}

/**
 * @param {string} id
 * @param {string} what
 * @param {string} limit
 * @param {string} value
 * @param {boolean} isMet
 * @returns {Outcome}
 */
function outcome(id, what, limit, value, isMet) {
  return { id, what, limit, value, verdict: isMet ? "met" : "not met" };
}

/**
 * @param {string} id
 * @param {string} what
 * @param {string} limit
 * @returns {Outcome}
 */
function unmeasured(id, what, limit) {
  return { id, what, limit, value: "", verdict: "not measured" };
}
