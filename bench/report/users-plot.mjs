import { FLOOR, OURS, PEER } from "../subjects/all.mjs";
import { phases } from "../subjects/subject.mjs";
import { phaseNames } from "./scenario-tables.mjs";
import { box, COLOURS, picture, text } from "./svg.mjs";

/** @typedef {import("../figures.mjs").Figure} Figure */
/** @typedef {import("../figures.mjs").Figures} Figures */

const LEFT = 160;
const BAR = 14;
const GROUP = 3 * BAR + 16;
const LENGTH = 270;
const TOP = 84;

/**
 * Scenario U beside the floor and the peer: seconds on the left, requests on the right.
 * @param {Figures} figures
 * @param {number} scale
 */
export function usersPlot(figures, scale) {
  const subjects = [
    { name: FLOOR, words: "floor (a provider that does nothing)", colour: COLOURS.floor, at: 20 },
    { name: OURS, words: "this provider", colour: COLOURS.ours, at: 275 },
    { name: PEER, words: "peer (restapi provider, 128 at once)", colour: COLOURS.peer, at: 395 },
  ];
  const rows = phases.map((phase) =>
    subjects.map(({ name, colour }) => ({
      colour,
      figure: figures.find({ scenario: "U", objects: scale, checkpoints: false, subject: name, phase }),
    })),
  );
  const title = `${scale} account users, checkpoints off`;
  const legend = subjects.flatMap(({ words, colour, at }) => [
    box(at, 38, 12, 12, colour),
    text(at + 18, 49, words),
  ]);
  return picture(740, TOP + phases.length * GROUP + 8, title, [
    text(20, 24, title, { bold: true, size: 15 }),
    ...legend,
    text(LEFT, TOP - 12, "seconds", { bold: true }),
    text(LEFT + LENGTH + 30, TOP - 12, "requests", { bold: true }),
    ...phases.map((phase, index) =>
      text(LEFT - 10, TOP + index * GROUP + 1.5 * BAR + 5, phaseNames[phase], { anchor: "end" }),
    ),
    ...bars(
      rows,
      LEFT,
      LENGTH - 50,
      ({ seconds }) => seconds,
      (value) => value.toFixed(1),
    ),
    ...bars(rows, LEFT + LENGTH + 30, 220, ({ requests }) => requests, String),
  ]);
}

/**
 * @param {readonly (readonly { colour: string, figure: Figure | undefined }[])[]} rows
 * @param {number} left
 * @param {number} length of the longest
 * @param {(figure: Figure) => number} valueOf
 * @param {(value: number) => string} words
 */
function bars(rows, left, length, valueOf, words) {
  const values = rows.flat().flatMap(({ figure }) => (figure ? [valueOf(figure)] : []));
  const scale = length / Math.max(1, ...values);
  return rows.flatMap((row, group) =>
    row.flatMap(({ colour, figure }, index) => {
      if (figure === undefined) {
        return [];
      }
      const [y, value] = [TOP + group * GROUP + index * BAR, valueOf(figure)];
      const width = Math.max(1, value * scale);
      return [
        box(left, y, width, BAR - 2, colour),
        text(left + width + 5, y + 10, words(value), { size: 11 }),
      ];
    }),
  );
}
