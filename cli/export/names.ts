/**
 * Names for a program, made from names that people chose freely: identifiers, names of resources and of files. Only
 * letters and digits are left of the original, so nothing in it can become code.
 */

/** Letters that every compiler and every machine knows: Latin, Greek, Cyrillic, Hebrew, Arabic, Japanese, Chinese, Korean. */
const WORDS =
  /[a-z0-9\u00df-\u00f6\u00f8-\u024f\u03ac-\u03ce\u0430-\u045f\u05d0-\u05ea\u0621-\u063a\u0641-\u064a\u3041-\u3096\u30a1-\u30fa\u3400-\u4dbf\u4e00-\u9fa5\uac00-\ud7a3]+/gu;

const ASCII_WORDS = /[a-z0-9]+/g;

/** Letters that take the place of two. */
const WIDE = /[\u3041-\u9fa5\uac00-\ud7a3]/u;

/** Words that cannot be an identifier, or that mean something else in a program. */
const RESERVED: ReadonlySet<string> = new Set(
  (
    "abstract any arguments as async await bigint boolean break case catch class const constructor continue debugger declare " +
    "default delete do else enum eval export exports extends false finally for from function get global globalthis if " +
    "implements import in infer infinity instanceof interface is keyof let module nan namespace never new null number object of " +
    "package private process promise protected public readonly require return set static string super switch symbol this throw " +
    "true try type typeof undefined unique unknown using var void while with yield"
  ).split(" "),
);

/** Short enough that `export const … = new smartlock.…(` fits on a line, also with what tells it from another one. */
const LONGEST_IDENTIFIER = 26;
const LONGEST_NAME = 38;
/** Of an id, the end tells most. */
const LONGEST_ENDING = 8;

/** The words of a text, without accents and in small letters, as far as they fit. */
function wordsOf(text: string, longest: number, letters = WORDS): string[] {
  // Taking a name apart makes it up to eighteen times as long, so it is cut first.
  const plain = text.slice(0, 500).normalize("NFKD").replace(/\p{M}/gu, "").normalize("NFC").toLowerCase();
  const words: string[] = [];
  let room = longest;
  for (const [word] of plain.matchAll(letters)) {
    const fitting = cut(word, room);
    if (fitting !== "" && (fitting === word || words.length === 0)) {
      words.push(fitting);
    }
    room -= widthOf(word) + 1;
    if (room <= 0 || fitting !== word) {
      break;
    }
  }
  return words;
}

function cut(word: string, room: number): string {
  let left = room;
  const letters = Array.from(word);
  const end = letters.findIndex((letter) => (left -= widthOf(letter)) < 0);
  return end < 0 ? word : letters.slice(0, end).join("");
}

function widthOf(word: string): number {
  return Array.from(word).reduce((sum, letter) => sum + (WIDE.test(letter) ? 2 : 1), 0);
}

/** `harbourStreet5` */
function camelCase(words: readonly string[]): string {
  return words
    .map((word, index) => (index === 0 ? word : `${word.charAt(0).toUpperCase()}${word.slice(1)}`))
    .join("");
}

/** What a thing is called by the service, and what else tells it apart. */
export interface Named {
  /** The names that it is made of, such as that of a grant and that of its lock. */
  readonly texts: readonly string[];
  /** What it is, such as `user`, for a name that has no letters. */
  readonly noun: string;
  /** The service's id, for a name that something else has already. */
  readonly id: string;
}

/** Gives each thing a name of its own. Whoever comes first gets the plain one, so the order must not depend on a list. */
export class Names {
  readonly #taken = new Set<string>();

  constructor(taken: readonly string[] = []) {
    taken.forEach((name) => this.#taken.add(name.toLowerCase()));
  }

  /** `caretaker`, and `caretaker4002` for the next one of that name. */
  identifier({ texts, noun, id }: Named): string {
    const words = wordsOf(texts.join(" "), LONGEST_IDENTIFIER - noun.length);
    const ending = endingOf(id);
    const isWord = words.length > 0 && !/^\d/.test(words[0] ?? "");
    const named = camelCase(isWord ? words : words.length > 0 ? [noun, ...words] : [noun, ending]);
    return this.#give(RESERVED.has(named.toLowerCase()) ? camelCase([named, noun]) : named, ending);
  }

  /** `caretaker-front-door`, and `caretaker-front-door-4002` for the next one. */
  resource(named: Named): string {
    return this.#kebab(named, WORDS);
  }

  /** The same in letters that every file system takes. */
  file(named: Named): string {
    return this.#kebab(named, ASCII_WORDS);
  }

  /** A name that is made elsewhere, or the same with a number. */
  exact(name: string): string {
    return this.#give(name, "");
  }

  #kebab({ texts, noun, id }: Named, letters: RegExp): string {
    const room = Math.floor(LONGEST_NAME / Math.max(1, texts.length)) - 1;
    const words = texts.flatMap((text) => wordsOf(text, room, letters));
    const ending = endingOf(id);
    const name = (words.length === 0 ? [noun, ending] : words).join("-");
    return this.#give(isDevice(name) ? `${noun}-${name}` : name, `-${ending}`);
  }

  #give(name: string, ending: string): string {
    const tries = [name, `${name}${ending}`];
    for (let n = 2; ; n += 1) {
      const free = tries.find((one) => !this.#taken.has(one.toLowerCase()));
      if (free !== undefined) {
        this.#taken.add(free.toLowerCase());
        return free;
      }
      tries.splice(0, 2, `${name}${ending}${ending.startsWith("-") ? "-" : "_"}${n}`);
    }
  }
}

function endingOf(id: string): string {
  return id
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "")
    .slice(-LONGEST_ENDING);
}

/** Names that Windows keeps for itself. */
function isDevice(name: string): boolean {
  return /^(con|prn|aux|nul|com\d|lpt\d)$/.test(name);
}

/** For a setting of the stack, which people type. */
export function settingName(texts: readonly string[], noun: string, id: string, ending: string): string {
  const words = wordsOf(texts.join(" "), LONGEST_IDENTIFIER, ASCII_WORDS);
  return camelCase([...(words.length === 0 ? [noun, endingOf(id)] : words), ending]);
}
