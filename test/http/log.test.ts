import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { path, secret, secretId, SmartlockError } from "../../provider/http";
import { CallLog, logFromEnvironment } from "../../provider/http/log";
import { connect, failure, pair, read, serve, stopAll, TOKEN, write } from "./clients";
import { answerJson } from "./local-server";

afterEach(stopAll);

const authorization = z.object({
  name: z.string(),
  code: secret(z.number()).optional(),
  password: secret(z.string()).optional(),
});

const parsed = (lines: readonly string[]): unknown[] => lines.map((line) => JSON.parse(line) as unknown);

describe("the log", () => {
  it("tells of request, answer, time and attempt, with secrets left out by schema", async () => {
    const { client, logged } = await pair((response, index) => {
      if (index === 0) {
        answerJson(
          response,
          429,
          { detailMessage: "slow down" },
          { "retry-after": "2", "x-request-id": "r1" },
        );
      } else {
        const body = [{ name: "Cleaner", code: 482913, new: "canary" }];
        answerJson(response, 200, body, { "set-cookie": "session=canary", "x-unknown": "canary" });
      }
    });
    await client.send(
      write({
        path: path`/address/${7}/token/${secretId("canary-id")}`,
        query: { limit: 5, pin: "canary" },
        querySchema: z.object({ limit: z.number(), pin: secret(z.string()) }),
        body: { name: "Cleaner", code: 771133, password: "canary" },
        bodySchema: authorization,
        answerSchema: z.array(authorization),
      }),
    );
    const same = {
      time: expect.stringMatching(/^2026-01-05T12:00:0\d\.\d{3}Z$/) as string,
      operation: "addresses.update",
      method: "POST",
      path: "/address/7/token/[secret]",
    };
    const request = {
      ...same,
      event: "request",
      query: { limit: 5, pin: "[secret]" },
      headers: {
        accept: "application/json",
        "content-type": "application/json",
        "user-agent": expect.stringContaining("pulumi-smartlock/") as string,
      },
      body: { name: "Cleaner", code: "[secret]", password: "[secret]" },
    };
    expect(parsed(logged)).toEqual([
      { ...request, attempt: 1 },
      {
        ...same,
        event: "answer",
        attempt: 1,
        status: 429,
        durationMs: expect.any(Number) as number,
        headers: expect.objectContaining({ "retry-after": "2", "x-request-id": "r1" }) as unknown,
        serviceMessage: "slow down",
      },
      { ...same, event: "wait", attempt: 1, waitMs: 2125, reason: expect.stringContaining("429") as string },
      { ...request, attempt: 2 },
      {
        ...same,
        event: "answer",
        attempt: 2,
        status: 200,
        durationMs: expect.any(Number) as number,
        headers: { "content-type": "application/json", date: expect.any(String) as string },
        body: [{ name: "Cleaner", code: "[secret]", new: "[unknown field]" }],
      },
    ]);
    for (const line of logged) {
      for (const hidden of ["canary", "482913", "771133"]) {
        expect(line).not.toContain(hidden);
      }
    }
  });

  it("shows nothing of a body or query that has no schema", async () => {
    const { client, logged } = await pair((response) => answerJson(response, 200, ["canary"]));
    await client.send(write({ body: { pin: "canary" }, query: { pin: "canary" } }));
    expect(parsed(logged)).toMatchObject([
      { body: "[no schema]", query: "[no schema]" },
      { body: "[no schema]" },
    ]);
    expect(logged.join()).not.toContain("canary");
  });

  it("tells of failures and of answers that are not JSON without quoting them", async () => {
    const { client, logged } = await pair((response, index) => {
      if (index === 0) {
        response.destroy();
      } else if (index === 1) {
        response.writeHead(200, { "content-type": "text/html" }).end("<p>canary</p>");
      } else {
        answerJson(response, 204);
      }
    });
    await client.send(read());
    expect(parsed(logged)).toMatchObject([
      { event: "request", attempt: 1 },
      {
        event: "failure",
        attempt: 1,
        what: expect.stringContaining("closed before an answer came") as string,
      },
      { event: "wait", attempt: 1, waitMs: 375 },
      { event: "request", attempt: 2 },
      { event: "failure", attempt: 2, what: "the answer is not JSON (text/html)" },
      { event: "wait", attempt: 2, waitMs: 750 },
      { event: "request", attempt: 3 },
      { event: "answer", attempt: 3, status: 204 },
    ]);
    expect(logged.join()).not.toContain("canary");
  });

  it("leaves out secrets that the service puts into headers and messages", async () => {
    const { client, logged } = await pair((response, _index, { headers, body }) =>
      answerJson(
        response,
        400,
        { description: `${headers.authorization ?? ""} ${body}` },
        { server: headers.authorization ?? "" },
      ),
    );
    const body = { name: "a", code: 482913 };
    const error = await failure(client.send(write({ body, bodySchema: authorization })), SmartlockError);
    for (const text of [...logged, error.message, error.stack ?? ""]) {
      expect(text).not.toContain(TOKEN);
      expect(text).not.toContain("482913");
    }
    expect(error.serviceMessage).toBe('Bearer [secret] {"name":"a","code":[secret]}');
  });

  it("leaves out secrets of elsewhere that an answer quotes, as they are when the request is sent", async () => {
    const elsewhere = new Set<string>();
    const { client, logged } = await pair(
      (response) =>
        answerJson(response, 400, { description: "the code 771204 is in use" }, { server: "771204" }),
      { alsoSecret: () => elsewhere },
    );
    elsewhere.add("771204");
    const error = await failure(client.send(read()), SmartlockError);
    for (const text of [...logged, error.message, error.stack ?? ""]) {
      expect(text).not.toContain("771204");
    }
    expect(error.serviceMessage).toBe("the code [secret] is in use");
  });
});

describe("the lines about one call", () => {
  function logging(): { log: CallLog; lines: () => unknown[] } {
    const written: string[] = [];
    const now = (): number => Date.UTC(2026, 0, 5, 12);
    const log = new CallLog({ write: (line) => void written.push(line) }, now, read(), ["canary"]);
    return { log, lines: () => parsed(written) };
  }
  const same = {
    time: "2026-01-05T12:00:00.000Z",
    operation: "addresses.list",
    method: "GET",
    path: "/address",
  };

  it("show the headers that tell nothing secret, by their names in small letters, and no other", () => {
    const { log, lines } = logging();
    const shown = {
      accept: "a",
      "content-length": "12",
      "content-type": "b",
      date: "c",
      "retry-after": "d",
      server: "e [secret]",
      "user-agent": "f",
      "x-request-id": "g",
    };
    const sent = Object.entries({ ...shown, server: "e canary" }).map(([name, value]) => [
      name.toUpperCase(),
      value,
    ]);
    const headers = Object.fromEntries(sent) as Record<string, string>;
    log.refused(2, 1.5, {
      status: 400,
      headers: { ...headers, authorization: "h", Cookie: "i", "set-cookie": ["j"] },
      serviceMessage: "no",
    });
    expect(lines()).toEqual([
      {
        ...same,
        event: "answer",
        attempt: 2,
        status: 400,
        durationMs: 2,
        headers: shown,
        serviceMessage: "no",
      },
    ]);
  });

  it("show a header that holds nothing as empty, and one that came twice as both", () => {
    const { log, lines } = logging();
    log.answered(1, 0, { status: 200, headers: { date: undefined, server: ["a", "b"] }, body: undefined });
    expect(lines()).toMatchObject([{ headers: { date: "", server: "a,b" } }]);
  });

  it("tell times in whole milliseconds", () => {
    const { log, lines } = logging();
    log.failed(1, 2.4, "given up");
    log.waiting(3, 374.6, "the trouble may pass");
    expect(lines()).toEqual([
      { ...same, event: "failure", attempt: 1, durationMs: 2, what: "given up" },
      { ...same, event: "wait", attempt: 3, waitMs: 375, reason: "the trouble may pass" },
    ]);
  });

  it("are not even made where there is no log", () => {
    const now = jest.fn(() => 0);
    const log = new CallLog(undefined, now, read(), []);
    log.sending(1, {});
    log.failed(1, 2, "given up");
    expect(now).not.toHaveBeenCalled();
  });
});

describe("SMARTLOCK_LOG", () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "smartlock-log-"))));
  afterEach(() => {
    delete process.env["SMARTLOCK_LOG"];
    rmSync(folder, { recursive: true });
  });

  function listening(): { stderr: { write(text: string): void }; text: () => string } {
    let text = "";
    return { stderr: { write: (more) => void (text += more) }, text: () => text };
  }

  it("names a file that a client appends to, readable for its owner only", async () => {
    const file = join(folder, "requests.log");
    process.env["SMARTLOCK_LOG"] = file;
    const server = await serve((response) => answerJson(response, 200, []));
    for (let count = 0; count < 2; count += 1) {
      await connect(server.url, { log: undefined }).client.send(read());
    }
    const lines = readFileSync(file, "utf8").trimEnd().split("\n");
    expect(parsed(lines)).toMatchObject([
      { event: "request" },
      { event: "answer" },
      { event: "request" },
      { event: "answer" },
    ]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(lines.join()).not.toContain(TOKEN);
  });

  it("may be stderr", () => {
    const { stderr, text } = listening();
    logFromEnvironment({ SMARTLOCK_LOG: "stderr" }, stderr)?.write("{}");
    expect(text()).toBe("{}\n");
  });

  it.each([{}, { SMARTLOCK_LOG: "" }])("is off by default: %j", (environment) => {
    expect(logFromEnvironment(environment)).toBeUndefined();
  });

  it("that cannot be written says so once and breaks nothing", () => {
    const { stderr, text } = listening();
    const log = logFromEnvironment({ SMARTLOCK_LOG: join(folder, "missing", "requests.log") }, stderr);
    log?.write("{}");
    log?.write("{}");
    expect(text()).toMatch(
      /^SMARTLOCK_LOG cannot be written \(ENOENT.*\); requests of this run are no longer logged\.\n$/,
    );
  });
});
