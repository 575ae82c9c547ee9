import { z } from "zod";
import { exactMoment } from "../engine/values/moment";

/**
 * A field that people write in words and the service in numbers. Everywhere but in requests and answers it has its
 * words. A value of the service that has no word stays as it is.
 */

/** One of several words, each with the service's number for it. Some words are only shown, and cannot be declared. */
export function oneWord<
  const Numbers extends Readonly<Record<string, number>>,
  OnlyShown extends string = never,
>(declarable: Numbers, onlyShown = {} as Readonly<Record<OnlyShown, number>>) {
  type Word = Extract<keyof Numbers, string>;
  type AnyWord = Word | OnlyShown;
  const numbers = { ...declarable, ...onlyShown } as Readonly<Record<AnyWord, number>>;
  const words = Object.keys(declarable) as [Word, ...Word[]];
  const wordOf = (value: unknown): AnyWord | undefined =>
    (Object.keys(numbers) as AnyWord[]).find((word) => numbers[word] === value);
  const forms = `must be one of ${words.map((word) => JSON.stringify(word)).join(", ")}`;
  return {
    /** Takes the words and the service's numbers. */
    schema: z
      .union([z.enum(words), z.literal(Object.values(declarable) as Numbers[Word][])], { error: forms })
      .transform((given): AnyWord => (typeof given === "string" ? (given as Word) : (wordOf(given) as Word))),
    /** Takes the words only: for an output. */
    shown: z.enum(words),
    /** The word for a number. */
    say: (value: unknown): unknown => wordOf(value) ?? value,
    numberOf: (word: AnyWord | number): number => (typeof word === "number" ? word : numbers[word]),
    numbers: Object.values(declarable),
  };
}

/** A list of words. The service has a bit for each, and sends the sum. */
export function manyWords<const Bits extends Readonly<Record<string, number>>>(bits: Bits) {
  type Word = Extract<keyof Bits, string>;
  const words = Object.keys(bits) as [Word, ...Word[]];
  const all = sumOf(words);
  const forms = `must be a list of ${words.join(", ")}`;

  function sumOf(given: readonly Word[]): number {
    return given.reduce((sum, word) => sum | (bits[word] ?? 0), 0);
  }

  function say(value: unknown): unknown {
    const isSum = typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= all;
    return isSum ? words.filter((word) => (value & (bits[word] ?? 0)) !== 0) : value;
  }

  return {
    words,
    /** Takes words in any order and the service's sum. */
    schema: z
      .union([z.int().min(0, forms).max(all, forms), z.array(z.enum(words))], { error: forms })
      .transform((given) => say(typeof given === "number" ? given : sumOf(given)) as Word[]),
    say,
    numberOf: (given: readonly Word[] | number): number => (typeof given === "number" ? given : sumOf(given)),
  };
}

/** `08:00`, for minutes from midnight. */
export function sayTime(value: unknown): unknown {
  if (typeof value !== "number" || !Number.isInteger(value) || value < 0 || value > END_OF_DAY) {
    return value;
  }
  return [Math.floor(value / 60), value % 60].map((part) => String(part).padStart(2, "0")).join(":");
}

export const END_OF_DAY = 1440;

export function minutesOf(time: string | number): number {
  if (typeof time === "number") {
    return time;
  }
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
}

/** A date of the service, which may leave it out. */
export function shownDate(date: string | null | undefined): string | undefined {
  return sayDate(date ?? undefined) as string | undefined;
}

/** A time of the service in minutes from midnight, which may leave it out. */
export function shownTime(minutes: number | null | undefined): string | undefined {
  return sayTime(minutes ?? undefined) as string | undefined;
}

/** In UTC, and without milliseconds that are zero. Text that is not a date stays as it is. */
export function sayDate(value: unknown): unknown {
  const moment = typeof value === "string" ? Date.parse(value) : NaN;
  return Number.isNaN(moment) ? value : exactMoment(moment);
}
