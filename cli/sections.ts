import { shown } from "../provider/http";

/** Lines that belong together, with a title. */
export interface Section {
  readonly title: string;
  readonly lines: readonly string[];
}

/** A list in a line is cut to a few names, so no line is longer by itself. */
const MAX_TEXT = 2_000;

/** For a terminal. */
export function asText(sections: readonly Section[]): string {
  return sections
    .map(({ title, lines }) =>
      [`${title} (${lines.length}):`, ...lines.map((line) => `  ${shown(line, MAX_TEXT)}`)].join("\n"),
    )
    .join("\n\n");
}

/** What one line of Markdown may take, and all together: a comment on a pull request takes 65,536 characters. */
const MAX_MARKDOWN_LINE = 500;
const MAX_MARKDOWN = 60_000;

/** For a comment on a pull request. What is too long is cut, with a count: the last sections first. */
export function asMarkdown(sections: readonly Section[]): string {
  let left = MAX_MARKDOWN;
  return sections
    .map(({ title, lines }) => {
      const head = `### ${title} (${lines.length})`;
      left -= head.length + REST;
      const shownLines: string[] = [];
      for (const line of lines.map((one) => `- ${asCode(shown(one, MAX_MARKDOWN_LINE))}`)) {
        left -= line.length + 1;
        if (left < 0) {
          break;
        }
        shownLines.push(line);
      }
      const rest = lines.length - shownLines.length;
      return [head, "", ...shownLines, ...(rest > 0 ? [`- and ${rest} more`] : [])].join("\n");
    })
    .join("\n\n");
}

/** What the end of a section takes. */
const REST = 40;

/** As code, a name is no heading, link, mention or markup, whatever it holds. */
function asCode(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return longest === 0 ? `\`${text}\`` : `${fence} ${text} ${fence}`;
}
