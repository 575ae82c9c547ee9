import { isLoopback, parseBaseUrl, shown } from "../../../http";
import type { Given } from "./sources";

/** Longer than any real base URL. */
const MAX_PLACE = 200;

/**
 * A token is sent only where it belongs: to a base URL from the token's own source, to a known place, or to this
 * machine. The known places are the default and the base URL in the environment, because the environment belongs to the
 * pipeline. Otherwise anyone who can write the stack's file, the program or the state could have the pipeline's token
 * sent anywhere.
 */
export function requirePlace(
  token: Given,
  baseUrl: Given | undefined,
  known: readonly (string | undefined)[],
): void {
  if (baseUrl === undefined || baseUrl.source === token.source) {
    return;
  }
  const place = parseBaseUrl(baseUrl.value);
  if (isLoopback(place) || known.some((text) => isSame(text, place.shown))) {
    return;
  }
  const from = token.source.describe("token");
  throw new Error(
    `The token from ${from} is not sent to ${shown(place.shown, MAX_PLACE)}, which ${baseUrl.source.describe("baseUrl")} ` +
      "names: a token goes only where its own source or the environment says, to the default, or to this machine. " +
      "If it belongs there, set SMARTLOCK_BASE_URL to the same URL. " +
      `If not, remove it from ${from}, and give the right one where the base URL is given.`,
  );
}

/** A URL that cannot be used matches no place. */
function isSame(text: string | undefined, place: string): boolean {
  try {
    return text !== undefined && parseBaseUrl(text).shown === place;
  } catch {
    return false;
  }
}
