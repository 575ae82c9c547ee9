import type { Confirmation } from "../../provider/api";
import type { Told } from "./act";
import { ActError } from "./outcome";

/** What the service answers to something that it does later. A part may be refused at once. */
export function callbackAnswered(answer: Confirmation | undefined): Told {
  if (answer === undefined) {
    return {};
  }
  const { requestId, error } = answer;
  if (typeof error === "string" && error !== "") {
    throw new ActError(
      "failed",
      `The service refuses it, or a part of it, at once: ${error}. Request ${requestId}.`,
    );
  }
  return { words: `Request ${requestId}.`, fields: { requestId } };
}
