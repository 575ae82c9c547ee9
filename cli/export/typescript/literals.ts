/**
 * Text that stays as it is in a literal: letters that people read, punctuation, and simple emoji. Everything else is
 * escaped. That includes what ends a line, reverses it, is invisible, or changes the character before it.
 */
const READABLE =
  /[ -~\u00a1-\u00ac\u00ae-\u024f\u0370-\u0373\u0376\u0377\u037b-\u037f\u0386\u0388-\u03ff\u0400-\u0482\u048a-\u04ff\u05d0-\u05ea\u0621-\u063a\u0641-\u064a\u2010-\u2016\u2018-\u2027\u2030-\u205e\u20a0-\u20bf\u2100-\u214f\u3001-\u3029\u3030-\u303c\u3041-\u3096\u30a1-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff60\p{Emoji_Presentation}]/u;

/** A skin tone or half a flag is one emoji together with the one before it. How wide a sign such as © is depends on the font. */
const DOUBTFUL = /[\p{Emoji_Modifier}\p{Regional_Indicator}]|(?![ -~]|\p{Emoji_Presentation})\p{Emoji}/u;

/** In the quotes that need fewer escapes, and double quotes otherwise. */
export function textLiteral(text: string): string {
  const count = (quote: string): number => text.split(quote).length - 1;
  const quote = count('"') > count("'") ? "'" : '"';
  return `${quote}${Array.from(text, (character) => escaped(character, quote)).join("")}${quote}`;
}

function escaped(character: string, quote: string): string {
  if (character === quote || character === "\\") {
    return `\\${character}`;
  }
  if (READABLE.test(character) && !DOUBTFUL.test(character)) {
    return character;
  }
  const short = SHORT.get(character);
  if (short !== undefined) {
    return short;
  }
  const code = character.codePointAt(0) ?? 0;
  return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, "0")}`;
}

const SHORT: ReadonlyMap<string, string> = new Map([
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
]);

export function numberLiteral(value: number): string {
  return JSON.stringify(value).replace("e+", "e");
}

/** The name of a field: in quotes only where it needs them. */
export function keyLiteral(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : textLiteral(key);
}
