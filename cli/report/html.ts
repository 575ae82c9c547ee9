import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Report } from "./form";

/** One file that needs nothing else: the report, and what shows it. Its content security policy forbids every request. */
export function htmlOf(report: Report): string {
  const [style, script, body] = ["page.css", "page.js", "page.html"].map(part) as [string, string, string];
  const csp = `default-src 'none'; style-src '${hashOf(style)}'; script-src '${hashOf(script)}'; base-uri 'none'; form-action 'none'`;
  return [
    "<!doctype html>",
    '<html lang="en">',
    "<head>",
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta http-equiv="Content-Security-Policy" content="${csp}">`,
    '<meta name="robots" content="noindex">',
    "<title>Who can open what</title>",
    `<style>${style}</style>`,
    "</head>",
    "<body>",
    body,
    `<script type="application/json" id="report">${asData(report)}</script>`,
    `<script>${script}</script>`,
    "</body>",
    "</html>",
    "",
  ].join("\n");
}

function part(name: string): string {
  return readFileSync(join(__dirname, "page", name), "utf8").trim();
}

function hashOf(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}

/** A name may hold anything, and must not end the element that it is in. */
function asData(report: Report): string {
  return JSON.stringify(report).replaceAll("<", "\\u003c");
}
