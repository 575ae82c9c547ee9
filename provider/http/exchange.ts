import type { Dispatcher } from "undici";
import type { Lost, NotSent } from "./retry";

export interface Wire {
  readonly method: Dispatcher.HttpMethod;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

export interface ExchangeLimits {
  readonly headersTimeoutMs: number;
  readonly bodyTimeoutMs: number;
  readonly maxAnswerBytes: number;
  /** Bytes that all answers in progress hold together: at most twice the largest one, however many run at once. */
  readonly held: { bytes: number };
}

export interface RawAnswer {
  readonly kind: "answer";
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** `code` comes from the operating system or from undici, for the reader of an error. */
export type Exchanged =
  | RawAnswer
  | (NotSent & { readonly code: string })
  | (Lost & { readonly code: string; readonly status?: number })
  | { readonly kind: "aborted"; readonly sent: boolean };

/** Enough for any message. The body of a larger refusal is dropped. */
const MAX_REFUSAL_BYTES = 256 * 1024;

/**
 * One request, sent at most once, and its answer. It uses undici's `dispatch`, because only this tells when a request
 * is about to be written to a connected socket, and so whether a failed one can have reached the service.
 */
export function exchange(
  dispatcher: Dispatcher,
  wire: Wire,
  limits: ExchangeLimits,
  signal: AbortSignal,
): Promise<Exchanged> {
  return new Promise((resolve) => {
    let started = false;
    let settled = false;
    let stop: ((reason: Error) => void) | undefined;
    let answer: { status: number; headers: RawAnswer["headers"] } | undefined;
    let chunks: Buffer[] = [];
    let received = 0;

    const settle = (result: Exchanged): void => {
      if (settled) {
        return;
      }
      settled = true;
      limits.held.bytes -= received;
      signal.removeEventListener("abort", onAbort);
      resolve(result);
    };
    const end = (result: Exchanged): void => {
      settle(result);
      stop?.(new Error("no longer wanted"));
    };
    const onAbort = (): void => {
      end({ kind: "aborted", sent: started });
    };
    const finish = (body: Buffer): void => {
      if (answer !== undefined) {
        settle({ kind: "answer", ...answer, body });
      }
    };
    const isRefusal = (): boolean => answer !== undefined && answer.status >= 300;
    const overflows = (bytes: number): boolean => {
      const isRoom = limits.held.bytes <= 2 * limits.maxAnswerBytes;
      if (isRoom && bytes <= (isRefusal() ? MAX_REFUSAL_BYTES : limits.maxAnswerBytes)) {
        return false;
      }
      if (isRefusal() && answer !== undefined) {
        end({ kind: "answer", ...answer, body: Buffer.alloc(0) });
      } else {
        end({ kind: "lost", why: "too-large", code: "", ...statusOf(answer) });
      }
      return true;
    };

    if (signal.aborted) {
      settle({ kind: "aborted", sent: false });
      return;
    }
    signal.addEventListener("abort", onAbort, { once: true });

    dispatcher.dispatch(
      {
        method: wire.method,
        path: wire.path,
        headers: wire.headers,
        body: wire.body ?? null,
        headersTimeout: limits.headersTimeoutMs,
        bodyTimeout: limits.bodyTimeoutMs,
      },
      {
        onRequestStart(controller) {
          // it was given up while connecting, or undici is about to send it a second time
          if (settled || started) {
            controller.abort(new Error("not to be sent"));
            return;
          }
          started = true;
          stop = (reason) => controller.abort(reason);
        },
        onResponseStart(_controller, status, headers) {
          if (status < 200) {
            return;
          }
          answer = { status, headers };
          overflows(Number(headers["content-length"] ?? 0));
        },
        onResponseData(_controller, chunk) {
          if (settled) {
            return;
          }
          received += chunk.length;
          limits.held.bytes += chunk.length;
          if (overflows(received)) {
            chunks = [];
          } else {
            chunks.push(chunk);
          }
        },
        onResponseEnd() {
          finish(Buffer.concat(chunks));
        },
        onResponseError(_controller, error) {
          // a status that arrived counts even if its message was cut off; the message is dropped, it might end in half a secret
          if (isRefusal()) {
            finish(Buffer.alloc(0));
          } else {
            settle(classify(error, started, answer));
          }
        },
      },
    );
  });
}

function classify(error: Error, started: boolean, answer: { status: number } | undefined): Exchanged {
  const code = "code" in error && typeof error.code === "string" ? error.code : error.name;
  if (!started) {
    return { kind: "not-sent", why: whyNotSent(code), code };
  }
  return { kind: "lost", why: whyLost(code, answer !== undefined), code, ...statusOf(answer) };
}

function statusOf(answer: { status: number } | undefined): { status?: number } {
  return answer === undefined ? {} : { status: answer.status };
}

function whyNotSent(code: string): NotSent["why"] {
  switch (code) {
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return "dns";
    case "ECONNREFUSED":
      return "refused";
    case "UND_ERR_CONNECT_TIMEOUT":
    case "ETIMEDOUT":
      return "connect-timeout";
    default:
      return /CERT|TLS|SSL|EPROTO|SELF_SIGNED|UNABLE_TO_/.test(code) ? "tls" : "unreachable";
  }
}

function whyLost(code: string, answered: boolean): Lost["why"] {
  if (code === "UND_ERR_HEADERS_TIMEOUT") {
    return "headers-timeout";
  }
  if (code === "UND_ERR_BODY_TIMEOUT") {
    return "body-timeout";
  }
  return answered ? "truncated" : "reset";
}
