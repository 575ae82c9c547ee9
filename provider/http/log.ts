import { appendFileSync } from "node:fs";
import { redact } from "./secrets/redact";
import type { HttpRequest } from "./request";
import { scrubber } from "./secrets/scrub";
import { escapeInvisibleInJson } from "./secrets/visible";

/** Where lines go. One line is one JSON object, without the line break. */
export interface Log {
  write(line: string): void;
}

/** `SMARTLOCK_LOG`: a file to append to, or `stderr`. */
export function logFromEnvironment(
  environment: Readonly<Record<string, string | undefined>> = process.env,
  stderr: { write(text: string): unknown } = process.stderr,
): Log | undefined {
  const target = environment["SMARTLOCK_LOG"];
  if (target === undefined || target === "") {
    return undefined;
  }
  if (target === "stderr") {
    return { write: (line) => void stderr.write(`${line}\n`) };
  }
  return fileLog(target, stderr);
}

/** Writes at once, so that the last line before a crash is there. A log that fails must not make the run fail. */
function fileLog(file: string, stderr: { write(text: string): unknown }): Log {
  let broken = false;
  return {
    write: (line) => {
      if (broken) {
        return;
      }
      try {
        // only its owner may read it: even redacted, it tells who may open which door
        appendFileSync(file, `${line}\n`, { mode: 0o600 });
      } catch (error) {
        broken = true;
        const why = (error as Error).message;
        stderr.write(
          `SMARTLOCK_LOG cannot be written (${why}); requests of this run are no longer logged.\n`,
        );
      }
    },
  };
}

/** All other headers (above all authorization and cookies) are left out. */
const SHOWN_HEADERS = new Set([
  "accept",
  "content-length",
  "content-type",
  "date",
  "retry-after",
  "server",
  "user-agent",
  "x-request-id",
]);

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** The lines about one operation. */
export class CallLog {
  constructor(
    private readonly log: Log | undefined,
    private readonly now: () => number,
    private readonly request: HttpRequest,
    private readonly secrets: readonly string[],
  ) {}

  sending(attempt: number, headers: Headers): void {
    this.#write("request", attempt, () => ({
      query: redact(this.request.querySchema, this.request.query, this.secrets),
      headers: this.#shown(headers),
      body: redact(this.request.bodySchema, this.request.body, this.secrets),
    }));
  }

  answered(
    attempt: number,
    durationMs: number,
    answer: { status: number; headers: Headers; body: unknown },
  ): void {
    this.#write("answer", attempt, () => ({
      status: answer.status,
      durationMs: Math.round(durationMs),
      headers: this.#shown(answer.headers),
      body: redact(this.request.answerSchema, answer.body, this.secrets),
    }));
  }

  refused(
    attempt: number,
    durationMs: number,
    answer: { status: number; headers: Headers; serviceMessage: string | undefined },
  ): void {
    this.#write("answer", attempt, () => ({
      status: answer.status,
      durationMs: Math.round(durationMs),
      headers: this.#shown(answer.headers),
      serviceMessage: answer.serviceMessage,
    }));
  }

  failed(attempt: number, durationMs: number, what: string): void {
    this.#write("failure", attempt, () => ({ durationMs: Math.round(durationMs), what }));
  }

  waiting(attempt: number, waitMs: number, reason: string): void {
    this.#write("wait", attempt, () => ({ waitMs: Math.round(waitMs), reason }));
  }

  #shown(headers: Headers): Record<string, string> {
    const shown = Object.entries(headers).filter(([name]) => SHOWN_HEADERS.has(name.toLowerCase()));
    const hide = scrubber(this.secrets);
    return Object.fromEntries(shown.map(([name, value]) => [name.toLowerCase(), hide(String(value ?? ""))]));
  }

  #write(event: string, attempt: number, facts: () => Record<string, unknown>): void {
    if (this.log === undefined) {
      return;
    }
    const { operation, method, path } = this.request;
    const time = new Date(this.now()).toISOString();
    const line = JSON.stringify({ time, event, operation, method, path: path.shown, attempt, ...facts() });
    // it may go to a terminal, and other people chose the names in an answer
    this.log.write(escapeInvisibleInJson(line));
  }
}
