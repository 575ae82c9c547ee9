import fc from "fast-check";
import { inspect } from "node:util";
import { z } from "zod";
import { path, redact, secret, secretId, secretsIn, SmartlockError } from "../../provider/http";
import { connect, failure, serve, stopAll, TOKEN, write } from "./clients";
import { answerJson } from "./local-server";
import { bodyWithSecrets, formsOf } from "./secret-schemas";

function expectNoSecret(text: string, secrets: readonly string[]): void {
  for (const hidden of secrets) {
    for (const form of formsOf(hidden)) {
      expect(text).not.toContain(form);
    }
  }
}

afterEach(stopAll);

describe("no secret survives", () => {
  it("redaction of any value by its schema", () => {
    fc.assert(
      fc.property(bodyWithSecrets, ({ schema, value, secrets }) => {
        expect(schema.safeParse(value).success).toBe(true);
        expectNoSecret(JSON.stringify(redact(schema, value)), secrets);
        expect(secretsIn(schema, value)).toEqual(expect.arrayContaining([...secrets]));
      }),
      { numRuns: 500 },
    );
  });

  it("the log, the error, its stack or anything it holds, when the service quotes the whole request back", async () => {
    const server = await serve((response, index, { body, url, headers }) => {
      const quote = `${headers.authorization ?? ""} ${url} ${body}`;
      if (index % 3 === 0) {
        answerJson(response, 400, { detailMessage: quote, stackTrace: [quote] });
      } else if (index % 3 === 1) {
        response
          .writeHead(422, { "content-type": "text/html", server: `${headers.authorization ?? ""} ${url}` })
          .end(`<html><p>${quote}</p>`);
      } else {
        response.writeHead(409, { "content-type": "text/plain" }).end(quote);
      }
    });
    await fc.assert(
      fc.asyncProperty(
        bodyWithSecrets,
        fc.stringMatching(/^[0-9a-f]{0,8}$/),
        async ({ schema, value, secrets }, hex) => {
          const { client, logged } = connect(server.url);
          const id = `canary-id-${hex}`;
          const request = write({ path: path`/address/${secretId(id)}`, body: value, bodySchema: schema });
          const query = {
            query: { pin: "canary-pin", limit: 5 },
            querySchema: z.object({ pin: secret(z.string()), limit: z.number() }),
          };
          const error = await failure(client.send({ ...request, ...query }), SmartlockError);
          const texts = [
            error.message,
            error.stack ?? "",
            JSON.stringify(error),
            inspect(error, { depth: Infinity, showHidden: true }),
            ...logged,
          ];
          for (const text of texts) {
            expectNoSecret(text, [...secrets, TOKEN, id]);
          }
          for (const line of logged) {
            expect(line).not.toContain("canary");
          }
          expect(error.cause).toBeUndefined();
        },
      ),
      { numRuns: 90 },
    );
  });
});
