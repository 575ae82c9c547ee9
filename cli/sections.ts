import { shown } from "../provider/http";

/** Lines that belong together, with a title. */
export interface Section {
  readonly title: string;
  readonly lines: readonly string[];
}

const MAX_TEXT = 2_000;

const MAX_TITLE = 200;

/** For a terminal. */
export function asText(sections: readonly Section[]): string {
  return sections
    .map(({ title, lines }) =>
      [
        `${shown(title, MAX_TITLE)} (${lines.length}):`,
        ...lines.map((line) => `  ${shown(line, MAX_TEXT)}`),
      ].join("\n"),
    )
    .join("\n\n");
}

const MAX_MARKDOWN_LINE = 500;

/** A comment on a pull request takes 65,536 characters. */
const MAX_MARKDOWN = 60_000;

/** For a comment on a pull request. What is too long is cut, with a count: the last sections first. */
export function asMarkdown(sections: readonly Section[]): string {
  let left = MAX_MARKDOWN;
  const fits = (text: string): boolean => (left -= text.length + 2) >= 0;
  const written: string[] = [];
  for (const [index, { title, lines }] of sections.entries()) {
    const head = `### ${withoutMarkup(shown(title, MAX_TITLE))} (${lines.length})\n`;
    if (!fits(head + REST)) {
      const rest = sections.length - index;
      return [
        ...written,
        `${rest === 1 ? "1 more section does" : `${rest} more sections do`} not fit here.`,
      ].join("\n\n");
    }
    const items = lines.map((line) => `- ${asCode(shown(line, MAX_MARKDOWN_LINE))}`);
    const tooMany = items.findIndex((item) => !fits(item));
    const shownItems = tooMany === -1 ? items : items.slice(0, tooMany);
    const rest = items.length - shownItems.length;
    written.push([head, ...shownItems, ...(rest > 0 ? [`- and ${rest} more`] : [])].join("\n"));
  }
  return written.join("\n\n");
}

/** The room that the last line of a section takes. */
const REST = "- and 10000 more";

/** As code, a name is no heading, link, mention or markup, whatever it holds. */
function asCode(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return longest === 0 ? `\`${text}\`` : `${fence} ${text} ${fence}`;
}

/** A title stays text, and only a name in it can hold anything else than letters. */
function withoutMarkup(title: string): string {
  return /^[\w ,:'-]*$/.test(title) ? title : asCode(title);
}
