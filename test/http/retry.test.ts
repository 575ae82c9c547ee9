import { decideRetry, type Outcome } from "../../provider/http";
import type { OperationClass } from "../../provider/http";

const classes: readonly OperationClass[] = ["read", "write", "create", "bulk", "action"];

/** Each outcome with the classes of operations that are retried after it. */
const table: readonly (readonly [name: string, outcome: Outcome, again: readonly OperationClass[]])[] = [
  ["name not resolved", { kind: "not-sent", why: "dns" }, classes],
  ["connection refused", { kind: "not-sent", why: "refused" }, classes],
  ["connect time-out", { kind: "not-sent", why: "connect-timeout" }, classes],
  ["host unreachable", { kind: "not-sent", why: "unreachable" }, classes],
  ["certificate refused", { kind: "not-sent", why: "tls" }, []],
  ["connection reset", { kind: "lost", why: "reset" }, ["read", "write"]],
  ["no headers in time", { kind: "lost", why: "headers-timeout" }, ["read", "write"]],
  ["body stopped", { kind: "lost", why: "body-timeout" }, ["read", "write"]],
  ["body cut off", { kind: "lost", why: "truncated" }, ["read", "write"]],
  ["answer not JSON", { kind: "lost", why: "not-json" }, ["read", "write"]],
  ["answer too large", { kind: "lost", why: "too-large" }, []],
  ["answer too heavy", { kind: "lost", why: "too-heavy" }, []],
  ["429", { kind: "status", status: 429 }, classes],
  ["429 with Retry-After", { kind: "status", status: 429, retryAfterMs: 2000 }, classes],
  ["503", { kind: "status", status: 503 }, ["read", "write"]],
  ["503 with Retry-After", { kind: "status", status: 503, retryAfterMs: 2000 }, classes],
  ...[408, 500, 502, 504].map(
    (status) => [String(status), { kind: "status", status }, ["read", "write"]] as const,
  ),
  ["502 with Retry-After", { kind: "status", status: 502, retryAfterMs: 2000 }, ["read", "write"]],
  ...[301, 302, 303, 307, 308, 400, 401, 402, 403, 404, 405, 409, 410, 418, 422, 423, 426, 501, 505].map(
    (status) => [String(status), { kind: "status", status }, []] as const,
  ),
  ["401 with Retry-After", { kind: "status", status: 401, retryAfterMs: 2000 }, []],
  ["423 with Retry-After", { kind: "status", status: 423, retryAfterMs: 2000 }, []],
];

const cases = table.flatMap(([name, outcome, again]) =>
  classes.map((operationClass) => ({ name, outcome, operationClass, again: again.includes(operationClass) })),
);

const question = { attempt: 1, elapsedMs: 0, budgetMs: 60_000, random: 0.5 };

describe("which outcome of which class is sent again", () => {
  it.each(cases)("$name, $operationClass: $again", ({ outcome, operationClass, again }) => {
    const decision = decideRetry({ ...question, operationClass, outcome });
    expect(decision.retry).toBe(again);
    expect(decision.reason.length).toBeGreaterThan(10);
  });
});

/** The log says why a request is retried or not. */
describe("the reason that is given", () => {
  it.each<[OperationClass, Outcome, string]>([
    ["create", { kind: "not-sent", why: "refused" }, "the request certainly never reached the service"],
    [
      "create",
      { kind: "not-sent", why: "tls" },
      "the connection cannot be trusted, and trying again would not change that",
    ],
    ["read", { kind: "lost", why: "too-large" }, "the answer would be just as large again"],
    ["read", { kind: "lost", why: "too-heavy" }, "the answer would be just as large again"],
    ["read", { kind: "lost", why: "reset" }, "the answer was lost, and reading again changes nothing"],
    [
      "write",
      { kind: "lost", why: "reset" },
      "the answer was lost, and sending the same write again does no harm",
    ],
    [
      "create",
      { kind: "lost", why: "reset" },
      "the answer was lost, and a second create could take effect twice",
    ],
    ["action", { kind: "status", status: 429 }, "the service refused it without processing it (429)"],
    [
      "action",
      { kind: "status", status: 503, retryAfterMs: 1 },
      "the service refused it without processing it (503 with Retry-After)",
    ],
    [
      "write",
      { kind: "status", status: 423 },
      "an operation on the object is under way; how long to wait is up to the caller (423)",
    ],
    ["read", { kind: "status", status: 404 }, "the same request would get the same answer (404)"],
    [
      "read",
      { kind: "status", status: 500 },
      "the problem may pass (500), and reading again changes nothing",
    ],
    [
      "write",
      { kind: "status", status: 502 },
      "the problem may pass (502), and sending the same write again does no harm",
    ],
    [
      "bulk",
      { kind: "status", status: 500 },
      "it may have been processed (500), and a second bulk could take effect twice",
    ],
  ])("%s, %j", (operationClass, outcome, reason) => {
    expect(decideRetry({ ...question, operationClass, outcome }).reason).toBe(reason);
  });

  it("that time or attempts are over is added to it", () => {
    const outcome = { kind: "not-sent", why: "dns" } as const;
    const late = decideRetry({ ...question, operationClass: "read", outcome, elapsedMs: 60_000 });
    expect(late).toEqual({
      retry: false,
      reason:
        "the request certainly never reached the service, but the next wait does not fit into the time left",
    });
    const often = decideRetry({ ...question, operationClass: "read", outcome, attempt: 6 });
    expect(often).toEqual({
      retry: false,
      reason: "the request certainly never reached the service, but 6 attempts are the limit",
    });
  });

  it("when to come back is told only where the service told it", () => {
    const answer = { ...question, operationClass: "read" as const };
    expect(decideRetry({ ...answer, outcome: { kind: "status", status: 404 } })).toStrictEqual({
      retry: false,
      reason: "the same request would get the same answer (404)",
    });
    expect(
      decideRetry({ ...answer, outcome: { kind: "status", status: 404, retryAfterMs: 9 } }),
    ).toMatchObject({
      comeBackInMs: 9,
    });
  });
});

describe("how long it waits", () => {
  const unreachable = {
    ...question,
    operationClass: "read",
    outcome: { kind: "not-sent", why: "refused" },
  } as const;
  const limited = (retryAfterMs: number) =>
    ({
      ...question,
      operationClass: "create",
      outcome: { kind: "status", status: 429, retryAfterMs },
    }) as const;

  it.each([
    { attempt: 1, random: 0, waitMs: 250 },
    { attempt: 1, random: 0.999, waitMs: 499.75 },
    { attempt: 2, random: 0, waitMs: 500 },
    { attempt: 3, random: 0.5, waitMs: 1500 },
    { attempt: 5, random: 0, waitMs: 4000 },
  ])(
    "doubles, with chance in the upper half: attempt $attempt, chance $random",
    ({ attempt, random, waitMs }) => {
      expect(decideRetry({ ...unreachable, attempt, random })).toMatchObject({ retry: true, waitMs });
    },
  );

  it("ends after six attempts even if time is left", () => {
    expect(decideRetry({ ...unreachable, attempt: 5 }).retry).toBe(true);
    expect(decideRetry({ ...unreachable, attempt: 6 })).toMatchObject({
      retry: false,
      reason: expect.stringContaining("6 attempts are the limit") as string,
    });
  });

  it("does not begin a wait that would not fit the budget", () => {
    expect(decideRetry({ ...unreachable, elapsedMs: 59_624 }).retry).toBe(true);
    expect(decideRetry({ ...unreachable, elapsedMs: 59_625 })).toMatchObject({
      retry: false,
      reason: expect.stringContaining("does not fit into the time left") as string,
    });
  });

  it("obeys Retry-After, never sooner and at most a quarter of a second later", () => {
    expect(decideRetry({ ...limited(7000), random: 0 })).toMatchObject({ retry: true, waitMs: 7000 });
    expect(decideRetry({ ...limited(7000), random: 0.999 })).toMatchObject({ retry: true, waitMs: 7249.75 });
    expect(decideRetry({ ...limited(0), random: 0 })).toMatchObject({ retry: true, waitMs: 0 });
  });

  it("fails at once and says when to come back if Retry-After does not fit", () => {
    expect(decideRetry(limited(120_000))).toEqual({
      retry: false,
      reason: expect.stringContaining("the wait that the service asks for does not fit") as string,
      comeBackInMs: 120_000,
    });
  });

  it("says when to come back after the last attempt too", () => {
    expect(decideRetry({ ...limited(1000), attempt: 6 })).toMatchObject({ retry: false, comeBackInMs: 1000 });
  });
});
