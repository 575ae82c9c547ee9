import { ConfigurationError } from "./errors";

export interface BaseUrl {
  readonly origin: string;
  /** Path before every operation's own, without a slash at the end; usually empty. */
  readonly prefix: string;
  /** For errors. */
  readonly shown: string;
}

export function parseBaseUrl(text: string): BaseUrl {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return refuse("it is not an absolute URL");
  }
  // none of these messages repeats the URL: it may hold the very credentials it is refused for
  if (url.username !== "" || url.password !== "") {
    return refuse(`it holds credentials (host ${url.host}); give the token by itself instead`);
  }
  if (url.search !== "" || url.hash !== "" || /[?#]/.test(text)) {
    return refuse(`it has a query or a fragment (host ${url.host})`);
  }
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopback(url))) {
    return refuse(
      `${url.protocol}//${url.host} would carry the token in clear; only https is allowed, except to this machine itself`,
    );
  }
  const prefix = url.pathname.replace(/\/+$/, "");
  return { origin: url.origin, prefix, shown: url.origin + prefix };
}

/** By the name as the URL parser normalised it, so that `127.1` and `0x7f000001` count and `localhost.example.com` does not. */
export function isLoopback({ origin }: Pick<BaseUrl, "origin">): boolean {
  const { hostname } = new URL(origin);
  return hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

function refuse(why: string): never {
  throw new ConfigurationError(
    `The base URL cannot be used: ${why}`,
    "Set it to something like https://api.nuki.io.",
  );
}
