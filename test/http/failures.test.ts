import { path } from "../../provider/http";
import * as failures from "../../provider/http/failures";
import { create } from "./clients";

const failing: failures.Failing = {
  request: create({ path: path`/address/${7}` }),
  credentialSource: "environment variable SMARTLOCK_TOKEN",
  baseUrl: "https://api.example.com",
  baseUrlSource: "environment variable SMARTLOCK_BASE_URL",
  attempts: 1,
  reached: true,
  outcomeUnknown: false,
};
const refusal: Omit<failures.Refusal, "status"> = {
  serviceMessage: undefined,
  reason: "it may have been processed",
  comeBackAt: undefined,
  location: undefined,
};
const comeBackAt = new Date(Date.UTC(2026, 0, 5, 12));
const begin = "addresses.create failed (PUT /address/7): ";

/** Each refusal, word for word: what happened, and what to do next. */
describe("what a refusal says", () => {
  const troubled = (status: number, end = "not tried again"): string =>
    `the service or a gateway in front of it has a problem (${status}); ${end}: it may have been processed.`;
  const mayNot = "Check that the account may do this and that the object is in a state that allows it.";
  const subscription = "Extend the subscription, or leave this out of the program.";
  const correct = "Correct the value that it names and run again.";

  it.each<[number, string]>([
    [
      299,
      "the service answered with a status that has no known meaning here (299). " +
        "Check the base URL, now https://api.example.com.",
    ],
    [400, `the service rejected the request as invalid (400). ${correct}`],
    [402, `the subscription of the account or of the lock does not include this (402). ${subscription}`],
    [403, `the service does not allow this here (403). ${mayNot}`],
    [404, "the service has no such object (404). Check its id, and the account the token belongs to."],
    [405, `the service does not allow this here (405). ${mayNot}`],
    [408, `${troubled(408)} Try again later.`],
    [
      409,
      "it conflicts with something the service already holds (409). " +
        "Look for an object that already uses the same name, e-mail address or code.",
    ],
    [
      418,
      "the service answered with a status that has no known meaning here (418). " +
        "Check the base URL, now https://api.example.com.",
    ],
    [422, `the service rejected the request as invalid (422). ${correct}`],
    [
      423,
      "an earlier operation on the same object is still under way (423). Wait until it is done and try again.",
    ],
    [426, `the subscription of the account or of the lock does not include this (426). ${subscription}`],
    [
      429,
      "too many requests (429); not tried again: it may have been processed. " +
        "Try again later. Sending fewer requests at a time also helps.",
    ],
    [
      499,
      "the service answered with a status that has no known meaning here (499). " +
        "Check the base URL, now https://api.example.com.",
    ],
    [500, `${troubled(500)} Try again later.`],
    [599, `${troubled(599)} Try again later.`],
  ])("%d", (status, words) => {
    expect(failures.refusalError(failing, { ...refusal, status }).message).toBe(begin + words);
  });

  it("404 for a list, which is always there: the base URL is another's", () => {
    const list = create({ operation: "addresses.list", method: "GET", path: path`/address` });
    const { message } = failures.refusalError({ ...failing, request: list }, { ...refusal, status: 404 });
    expect(message).toBe(
      "addresses.list failed (GET /address): there is nothing at this path (404). Check the base URL. It is " +
        "https://api.example.com (environment variable SMARTLOCK_BASE_URL). The service is at https://api.nuki.io.",
    );
  });

  it("404 for a list of the service itself", () => {
    const list = create({ operation: "addresses.list", method: "GET", path: path`/address` });
    const own = { ...failing, request: list, baseUrl: "https://api.nuki.io", baseUrlSource: "the default" };
    expect(failures.refusalError(own, { ...refusal, status: 404 }).message).toBe(
      "addresses.list failed (GET /address): there is nothing at this path (404). Try again later. Check the base URL if that does " +
        "not help: it is https://api.nuki.io (the default).",
    );
  });

  it("404 for a write to a list, which may name an object that is missing", () => {
    const write = create({ path: path`/smartlock/auth` });
    const { message } = failures.refusalError({ ...failing, request: write }, { ...refusal, status: 404 });
    expect(message).toContain("the service has no such object (404). Check its id");
  });

  it.each([300, 302, 399])("%d, a redirect that leads nowhere", (status) => {
    expect(failures.refusalError(failing, { ...refusal, status }).message).toBe(
      `${begin}the service answered with a redirect (${status}), which is not followed, so that the token goes nowhere ` +
        "else. Check the base URL, now https://api.example.com: it must be the service itself.",
    );
  });

  it("a redirect, where it leads", () => {
    const { message } = failures.refusalError(failing, {
      ...refusal,
      status: 302,
      location: "https://b.example",
    });
    expect(message).toContain("the service answered with a redirect to https://b.example (302), which");
  });

  it("the service's own words, tries, and that it may have been done", () => {
    const unsure = { ...failing, attempts: 3, outcomeUnknown: true };
    const { message } = failures.refusalError(unsure, {
      ...refusal,
      status: 503,
      serviceMessage: "down",
      comeBackAt,
    });
    expect(message).toBe(
      `${begin}${troubled(503, "gave up")} The service says: "down". Tried 3 times. It may have taken effect all the same. ` +
        "Try again after 2026-01-05T12:00:00Z. Check whether it was done before you do it again.",
    );
  });

  it.each([
    [[], "This operation needs no scope of its own"],
    [["account"], "This operation needs the scope account"],
    [["smartlock", "smartlock.auth"], "This operation needs one of the scopes smartlock, smartlock.auth"],
  ])("401, of an operation with the scopes %j", (scopes, needs) => {
    const error = failures.refusalError(
      { ...failing, request: { ...failing.request, scopes } },
      { ...refusal, status: 401 },
    );
    expect(error).toMatchObject({
      credentialSource: "environment variable SMARTLOCK_TOKEN",
      baseUrl: "https://api.example.com",
      scopes,
    });
    expect(error.message).toBe(
      `${begin}the service did not accept the credential (401). The token came from environment variable SMARTLOCK_TOKEN and ` +
        "was sent to https://api.example.com. A token without the right scope gets the same answer as a wrong token. " +
        `${needs}. Make a new token in Nuki Web, under API, with the scopes that the program needs, and replace the old one ` +
        "with it.",
    );
  });

  it("401, with a token that may be one that was saved", () => {
    const source = "stack configuration smartlock:token";
    const { message } = failures.refusalError(
      { ...failing, credentialSource: source },
      { ...refusal, status: 401 },
    );
    expect(message).toContain(
      "If only `pulumi refresh` or `pulumi destroy` fails: without --run-program, they use the token that was saved in the state.",
    );
  });
});

describe("what is said when no usable answer came", () => {
  it.each([
    ["dns", "the host's name could not be resolved (CODE)"],
    ["refused", "the connection was refused (CODE)"],
    ["connect-timeout", "no connection was made in time (CODE)"],
    ["unreachable", "no connection could be made (CODE)"],
    ["tls", "the connection is not secure (CODE)"],
  ] as const)("not sent: %s", (why, words) => {
    expect(failures.notSentText(why, "CODE")).toBe(words);
  });

  it.each([
    ["reset", "the connection was closed before an answer came"],
    ["headers-timeout", "no answer came in time"],
    ["truncated", "the connection was closed in the middle of the answer"],
    ["body-timeout", "the answer stopped in the middle"],
    ["not-json", "the answer is not JSON"],
    ["too-large", "the answer is larger than allowed"],
    ["too-heavy", "the answer is nested deeper, or holds more values, than allowed"],
  ] as const)("lost: %s", (why, words) => {
    expect(failures.lostText(why, "")).toBe(words);
    expect(failures.lostText(why, "CODE")).toBe(`${words} (CODE)`);
  });

  it("where to look, and whether it can have been done", () => {
    const sure = failures.unreachableError(failing, "no", "reset");
    expect(sure.message).toBe(`${begin}no. Check the network and the base URL (https://api.example.com).`);
    const unsure = failures.unreachableError({ ...failing, outcomeUnknown: true }, "no", "budget");
    expect(unsure.nextStep).toBe(
      "Check the network and the base URL (https://api.example.com). Check whether it was done before you do it again.",
    );
    expect(failures.unreachableError(failing, "no", "tls").nextStep).toBe(
      "Check the base URL (https://api.example.com), the date of this machine, and any proxy in between.",
    );
  });

  it("an answer that cannot be used", () => {
    const error = failures.answerError(failing, "it is not JSON", 200);
    expect(error).toMatchObject({ status: 200, attempts: 1, outcomeUnknown: false });
    expect(error.nextStep).toBe(
      "Check that the base URL (https://api.example.com) leads to the service itself and not to a page in front of it.",
    );
    expect(failures.answerError({ ...failing, outcomeUnknown: true }, "no", 200).nextStep).toMatch(
      /in front of it\. Check whether it was done before you do it again\.$/,
    );
  });
});
