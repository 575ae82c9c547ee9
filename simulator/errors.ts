/** The forms of the body of an error: the service's own two, a gateway's page, or none. */
export type ErrorBody = "exception" | "exception without message" | "status" | "html" | "empty";

export interface RenderedError {
  contentType: string | undefined;
  text: string | null;
}

const reasonPhrases: Record<number, string> = {
  400: "Bad Request",
  401: "Unauthorized",
  402: "Payment Required",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  409: "Conflict",
  422: "Unprocessable Entity",
  423: "Locked",
  426: "Upgrade Required",
  429: "Too Many Requests",
  500: "Internal Server Error",
  502: "Bad Gateway",
  503: "Service Unavailable",
  504: "Gateway Timeout",
};

export function renderError(status: number, body: ErrorBody, message?: string): RenderedError {
  const reasonPhrase = reasonPhrases[status] ?? "Error";
  switch (body) {
    case "exception":
      return json({ detailMessage: message ?? reasonPhrase, stackTrace: [], suppressedExceptions: [] });
    case "exception without message":
      return json({ stackTrace: [], suppressedExceptions: [] });
    case "status":
      return json({
        code: status,
        description: message ?? reasonPhrase,
        homeRef: "/",
        reasonPhrase,
        uri: "http://www.w3.org/Protocols/rfc2616/rfc2616-sec10.html",
      });
    case "html":
      return {
        contentType: "text/html",
        text: `<html><head><title>${status} ${reasonPhrase}</title></head><body><h1>${status} ${reasonPhrase}</h1></body></html>`,
      };
    case "empty":
      return { contentType: undefined, text: null };
  }
}

function json(value: unknown): RenderedError {
  return { contentType: "application/json", text: JSON.stringify(value) };
}

/** Thrown by a handler before it changes anything. The server answers with it. */
export class ServiceError extends Error {
  constructor(
    readonly status: number,
    readonly body: ErrorBody,
    message?: string,
  ) {
    super(message ?? reasonPhrases[status] ?? "Error");
  }
}

export function invalid(parameter: string, value: unknown): ServiceError {
  const shown = typeof value === "string" ? value : JSON.stringify(value);
  return new ServiceError(
    400,
    "exception",
    `The supplied value '${shown}' for parameter '${parameter}' is not valid`,
  );
}

export function unauthorized(): ServiceError {
  return new ServiceError(401, "exception", "Your access token is not authorized");
}

export function forbidden(): ServiceError {
  return new ServiceError(403, "status", "No access to this object");
}

export function notFound(what: string): ServiceError {
  return new ServiceError(404, "status", `${what} not found`);
}

export function notAllowed(why: string): ServiceError {
  return new ServiceError(405, "status", why);
}

export function conflict(message: string): ServiceError {
  return new ServiceError(409, "exception", message);
}

export function unprocessable(message: string): ServiceError {
  return new ServiceError(422, "status", message);
}

const lockedBodies: readonly ErrorBody[] = ["exception", "exception without message", "empty"];

/** The body of a 423 may hold no message at all, so the three forms take turns. */
export function locked(turn: number): ServiceError {
  const body = lockedBodies[turn % lockedBodies.length] ?? "empty";
  return new ServiceError(423, body, "Another operation is under way for this object");
}
