import { scrub } from "./scrub";
import { shown } from "./visible";

const MAX_SHOWN = 300;

/** Enough of a gateway's page to find its title, and a limit on the work. */
const MAX_READ = 16_384;

/**
 * The service's message in the body of a refusal, safe to put in an error; undefined if there is none. From JSON only
 * the fields known to hold a message are taken: others (a stack trace, an echo of the request) may hold anything.
 */
export function serviceText(body: string, secrets: readonly string[]): string | undefined {
  // scrub before anything is cut off or removed, and again afterwards: "48<b>2913</b>" only becomes a code then
  const scrubbed = scrub(body, secrets).slice(0, MAX_READ).trim();
  const words = quoted(messageOf(scrubbed) ?? "", secrets);
  return words === "" ? undefined : words;
}

/** Text from the service, safe to put in an error or a log line: without secrets, with nothing invisible, and not too long. */
export function quoted(text: string, secrets: readonly string[]): string {
  return shown(scrub(text, secrets).replace(/\s+/g, " ").trim(), MAX_SHOWN);
}

function messageOf(text: string): string | undefined {
  if (text.startsWith("<")) {
    return htmlMessage(text);
  }
  const json = parseJson(text);
  if (typeof json === "string") {
    return json;
  }
  if (typeof json === "object" && json !== null) {
    return jsonMessage(json as Record<string, unknown>);
  }
  // text that begins like JSON but is not JSON was cut off or garbled
  return json !== undefined || /^[{["]/.test(text) ? undefined : text;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A serialised exception has `detailMessage`; a status object has `description` and `reasonPhrase`. */
function jsonMessage(body: Record<string, unknown>): string | undefined {
  const messages = [body["detailMessage"], body["description"], body["reasonPhrase"]];
  return messages.find((message): message is string => typeof message === "string" && message.trim() !== "");
}

function htmlMessage(html: string): string {
  const title = /<title[^<>]*>([^<]*)/i.exec(html)?.[1] ?? "";
  if (title.trim() !== "") {
    return decodeEntities(title);
  }
  const visible = html
    .replace(/<(script|style)\b[^<>]*>[\s\S]*?(?:<\/\1>|$)/gi, " ")
    .replace(/<[^<>]*>/g, " ");
  return decodeEntities(visible);
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
};

function decodeEntities(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,4}));/gi,
    (entity, decimal, hex, name: unknown) => {
      if (typeof name === "string") {
        return ENTITIES[name.toLowerCase()] ?? entity;
      }
      const code =
        typeof decimal === "string" ? Number.parseInt(decimal, 10) : Number.parseInt(String(hex), 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : entity;
    },
  );
}
