import type { RawAnswer } from "./exchange";

/** The content of a success: parsed JSON, undefined for none, or that it cannot be read. */
export function readAnswer(answer: RawAnswer): { readonly readable: boolean; readonly body?: unknown } {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(answer.body).trim();
  } catch {
    return { readable: false };
  }
  if (text === "") return { readable: true, body: undefined };
  // the one-time password secret is documented as a bare string, which need not come in quotes
  const isPlain = String(answer.headers["content-type"] ?? "").startsWith("text/plain");
  if (isPlain && !/^[{["]/.test(text)) return { readable: true, body: text };
  try {
    return { readable: true, body: JSON.parse(text) as unknown };
  } catch {
    return { readable: false };
  }
}
