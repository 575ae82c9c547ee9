/** Characters that control a terminal, reverse a sentence, hide in it, or are only half a character. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/**
 * The Pulumi CLI takes what follows this for the name of a colour: it leaves out the rest of a line, or ends with a panic.
 * So a name in the account could hide what a preview says.
 */
const COLOUR_MARK = /<(?=\{%)/g;

/** Escape sequences could repaint a terminal, and bidirectional marks could reverse a sentence. */
export function escapeInvisible(text: string): string {
  return text.replace(COLOUR_MARK, escaped).replace(INVISIBLE, escaped);
}

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, "0")}`;
}

/** The same for JSON, which keeps its meaning: such characters can only occur within its strings. */
export function escapeInvisibleInJson(json: string): string {
  return json.replace(INVISIBLE, (character) =>
    Array.from(
      { length: character.length },
      (_, unit) => `\\u${character.charCodeAt(unit).toString(16).padStart(4, "0")}`,
    ).join(""),
  );
}

/** Makes text visible and cuts it to the given length. */
export function shown(text: string, longest: number): string {
  // Cut before it is made visible, too: escaping turns one character into up to ten.
  const visible = escapeInvisible(text.slice(0, longest + 1));
  return visible.length > longest ? `${visible.slice(0, longest)}…` : visible;
}
