/** A plain, light palette whose colours can also be told apart in greyscale. */
export const COLOURS = {
  floor: "#b8bec6",
  ours: "#1769aa",
  peer: "#d98324",
  ink: "#222a33",
  faint: "#dfe3e8",
};

/**
 * @param {number} width
 * @param {number} height
 * @param {string} title read aloud where the picture cannot be seen
 * @param {readonly string[]} parts
 */
export function picture(width, height, title, parts) {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" font-family="system-ui, sans-serif" font-size="13" fill="${COLOURS.ink}">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    ...parts,
    "</svg>",
    "",
  ].join("\n");
}

/**
 * @param {number} x
 * @param {number} y
 * @param {string} words
 * @param {{ anchor?: "start" | "middle" | "end", bold?: boolean, size?: number }} [how]
 */
export function text(x, y, words, { anchor = "start", bold = false, size = 13 } = {}) {
  const weight = bold ? ' font-weight="600"' : "";
  return `<text x="${round(x)}" y="${round(y)}" text-anchor="${anchor}" font-size="${size}"${weight}>${escaped(words)}</text>`;
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 * @param {string} colour
 */
export function box(x, y, width, height, colour) {
  return `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" fill="${colour}"/>`;
}

/**
 * @param {readonly (readonly [number, number])[]} points
 * @param {string} colour
 * @param {number} [width]
 */
export function line(points, colour, width = 1) {
  const path = points.map(([x, y]) => `${round(x)},${round(y)}`).join(" ");
  return `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="${width}"/>`;
}

/** @param {number} x @param {number} y @param {string} colour */
export function dot(x, y, colour) {
  return `<circle cx="${round(x)}" cy="${round(y)}" r="4" fill="${colour}"/>`;
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 10) / 10;
}

/** @param {string} words */
function escaped(words) {
  return words.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
