import { growthSizes } from "../plan.mjs";
import { FLOOR, OURS } from "../subjects/all.mjs";
import { phaseNames } from "./scenario-tables.mjs";
import { COLOURS, dot, line, picture, text } from "./svg.mjs";

/** @typedef {import("../figures.mjs").Figures} Figures */
/** @typedef {import("../subjects/subject.mjs").Phase} Phase */

const [LEFT, TOP, WIDTH, HEIGHT] = [60, 60, 420, 240];

/**
 * The time of each phase as a multiple of the floor's, over the number of resources: flat is good.
 * @param {Figures} figures
 * @param {number} scale
 */
export function growthPlot(figures, scale) {
  const sizes = growthSizes(scale);
  /** @type {{ phase: Phase, colour: string }[]} */
  const curves = [
    { phase: "apply", colour: COLOURS.ours },
    { phase: "preview", colour: COLOURS.peer },
    { phase: "refresh", colour: "#5b9a5b" },
    { phase: "destroy", colour: "#8a5aa8" },
  ];
  const drawn = curves.map(({ phase, colour }) => ({
    phase,
    colour,
    values: sizes.map((objects) => {
      /** @param {string} subject */
      const seconds = (subject) =>
        figures.find({ scenario: "U", objects, checkpoints: false, subject, phase })?.seconds ?? Number.NaN;
      return seconds(OURS) / seconds(FLOOR);
    }),
  }));
  const highest = Math.ceil(Math.max(2, ...drawn.flatMap(({ values }) => values.filter(Number.isFinite))));
  /** @param {number} index */
  const x = (index) => LEFT + (index * WIDTH) / (sizes.length - 1);
  /** @param {number} value */
  const y = (value) => TOP + HEIGHT - (value * HEIGHT) / highest;
  const title = "U: time as a multiple of the floor, checkpoints off";
  return picture(720, TOP + HEIGHT + 50, title, [
    text(20, 26, title, { bold: true, size: 15 }),
    ...Array.from({ length: highest + 1 }, (_, value) => [
      line(
        [
          [LEFT, y(value)],
          [LEFT + WIDTH, y(value)],
        ],
        value === 1 ? COLOURS.ink : COLOURS.faint,
      ),
      text(LEFT - 8, y(value) + 4, `${value} ×`, { anchor: "end" }),
    ]).flat(),
    ...sizes.map((size, index) => text(x(index), TOP + HEIGHT + 20, String(size), { anchor: "middle" })),
    text(LEFT + WIDTH / 2, TOP + HEIGHT + 40, "account users, one resource each", { anchor: "middle" }),
    ...drawn.flatMap(({ phase, colour, values }, row) => {
      const points = values.flatMap((value, index) =>
        Number.isFinite(value) ? [/** @type {const} */ ([x(index), y(value)])] : [],
      );
      const legend = TOP + 20 + row * 24;
      return [
        line(points, colour, 2),
        ...points.map(([px, py]) => dot(px, py, colour)),
        line(
          [
            [LEFT + WIDTH + 20, legend - 4],
            [LEFT + WIDTH + 40, legend - 4],
          ],
          colour,
          3,
        ),
        text(LEFT + WIDTH + 46, legend, phaseNames[phase]),
      ];
    }),
  ]);
}
