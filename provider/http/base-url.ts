import { ConfigurationError } from "./errors";

/** Where the service is. */
export const DEFAULT_BASE_URL = "https://api.nuki.io";

export interface BaseUrl {
  readonly origin: string;
  /** The path in front of every operation's own path, without a slash at the end. Usually empty. */
  readonly prefix: string;
  /** For errors. */
  readonly shown: string;
}

export function parseBaseUrl(text: string): BaseUrl {
  const why = whyNoBaseUrl(text);
  if (why !== undefined) {
    throw new ConfigurationError(
      `The base URL cannot be used: ${why}`,
      `Set it to something like ${DEFAULT_BASE_URL}.`,
    );
  }
  const url = new URL(text);
  const prefix = url.pathname.replace(/\/+$/, "");
  return { origin: url.origin, prefix, shown: url.origin + prefix };
}

/** Undefined if it can be used. The reason does not repeat the URL: it may hold the very credentials it is refused for. */
export function whyNoBaseUrl(text: string): string | undefined {
  // `localhost:8080` would be read as the scheme `localhost:` and a path
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? parsed(text) : undefined;
  if (url === undefined) {
    return "it is not an absolute URL, which begins with https:// and the name of a host";
  }
  if (url.username !== "" || url.password !== "") {
    return `it holds credentials (host ${url.host}); set the token by itself instead`;
  }
  if (url.search !== "" || url.hash !== "" || /[?#]/.test(text)) {
    return `it has a query or a fragment (host ${url.host})`;
  }
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopback(url))) {
    return `${url.protocol}//${url.host} would send the token unencrypted; only https is allowed, except to this machine itself`;
  }
  return undefined;
}

function parsed(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** Uses the host as the URL parser normalises it, so that `127.1` and `0x7f000001` count and `localhost.example.com` does not. */
export function isLoopback({ origin }: Pick<BaseUrl, "origin">): boolean {
  const { hostname } = new URL(origin);
  return hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
