import type { RawAnswer } from "./exchange";
import { isTooHeavy } from "./json-weight";
import type { Lost } from "./retry";

/** The content of a successful answer: parsed JSON, or undefined if it is empty. Otherwise, why it cannot be used. */
export type ReadAnswer =
  { readonly body: unknown } | { readonly unusable: Extract<Lost["why"], "not-json" | "too-heavy"> };

export function readAnswer(answer: RawAnswer, mayBeText: boolean): ReadAnswer {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(answer.body).trim();
  } catch {
    return { unusable: "not-json" };
  }
  if (text === "") {
    return { body: undefined };
  }
  // the one-time password secret is documented as a bare string, which may come without quotes
  const isPlain = mayBeText && String(answer.headers["content-type"] ?? "").startsWith("text/plain");
  if (isPlain && !/^[{["]/.test(text)) {
    return { body: text };
  }
  if (isTooHeavy(text)) {
    return { unusable: "too-heavy" };
  }
  try {
    return { body: JSON.parse(text) as unknown };
  } catch {
    return { unusable: "not-json" };
  }
}
