/** Steers a terminal, turns a sentence round, hides in it, or is half a character. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** Escape sequences could repaint a terminal and bidirectional marks could turn a sentence round. */
export function escapeInvisible(text: string): string {
  return text.replace(INVISIBLE, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, "0")}`;
  });
}

/** The same in JSON, which stays JSON that means the same: only within its texts can there be such characters. */
export function escapeInvisibleInJson(json: string): string {
  return json.replace(INVISIBLE, (character) =>
    Array.from(
      { length: character.length },
      (_, unit) => `\\u${character.charCodeAt(unit).toString(16).padStart(4, "0")}`,
    ).join(""),
  );
}

/** Made visible, and no longer than somebody reads. */
export function shown(text: string, longest: number): string {
  // Before it is made visible, too: that makes up to ten characters of one.
  const visible = escapeInvisible(text.slice(0, longest + 1));
  return visible.length > longest ? `${visible.slice(0, longest)}…` : visible;
}
