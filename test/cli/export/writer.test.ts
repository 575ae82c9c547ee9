import type { Field, Lock, Program, Resource, Value } from "../../../cli/export/model";
import { plain } from "../../../cli/export/model";
import { writeTypeScript } from "../../../cli/export/typescript/writer";
import { compilerErrors, unformatted } from "./formatted";

const lock = (variable: string, smartlockId: number): Lock => ({ variable, name: variable, smartlockId });
const front = lock("frontDoor", 17698070561);
const garage = lock("garage", 22085610685);

const fields = (values: Record<string, Value>): Field[] =>
  Object.entries(values).map(([name, value]) => ({ name, value }));

const anna: Resource = {
  is: "resource",
  type: "AccountUser",
  name: "anna",
  variable: "anna",
  fields: fields({ name: plain("Anna"), email: plain("anna@example.com") }),
};

const written = (program: Program): Record<string, string> => Object.fromEntries(writeTypeScript(program));

describe("The writer of TypeScript", () => {
  const program: Program = {
    locks: [front, garage],
    files: [
      { name: "users", about: "People.", prefix: "users", statements: [anna] },
      {
        name: "harbour-street-5",
        about: "An address.",
        statements: [
          {
            is: "resource",
            type: "AuthorizationSet",
            name: "anna-doors",
            fields: fields({
              smartlockIds: {
                is: "list",
                items: [front, garage].map((one): Value => ({ is: "lock", lock: one })),
              },
              accountUserId: { is: "resource", of: anna },
              name: plain("Anna"),
              remoteAllowed: plain(true),
            }),
          },
          {
            is: "loop",
            type: "Authorization",
            rows: ["Bob", "Eve"].map((name) => ({
              name: name.toLowerCase(),
              fields: fields({ name: plain(name) }),
            })),
            fields: [
              { name: "smartlockId", value: { is: "lock", lock: front } },
              { name: "type", value: plain("code") },
              { name: "code", value: { is: "secret", secret: { in: "codes", key: "" } } },
              { name: "name" },
              { name: "remoteAllowed", value: plain(false) },
              { name: "allowedWeekDays", value: plain(["mon", "tue"]) },
            ],
          },
        ],
      },
    ],
  };

  it("writes references, sets and loops that a person can read", () => {
    const files = written(program);
    expect(files["index.ts"]).toBe('import "./users";\nimport "./harbour-street-5";\n');
    expect(files["locks.ts"])
      .toBe(`/** The locks. Nothing here manages them: their names are only for the reader. */

export const frontDoor = { name: "frontDoor", smartlockId: 17698070561 };
export const garage = { name: "garage", smartlockId: 22085610685 };
`);
    expect(files["harbour-street-5.ts"]).toBe(`/** An address. */
import * as smartlock from "pulumi-smartlock";
import * as locks from "./locks";
import { codeOf } from "./secrets";
import * as users from "./users";

new smartlock.AuthorizationSet("anna-doors", {
  smartlockIds: [locks.frontDoor, locks.garage],
  accountUserId: users.anna,
  name: "Anna",
  remoteAllowed: true,
});

for (const { resource, name } of [
  { resource: "bob", name: "Bob" },
  { resource: "eve", name: "Eve" },
]) {
  new smartlock.Authorization(resource, {
    smartlockId: locks.frontDoor,
    type: "code",
    code: codeOf(resource),
    name,
    remoteAllowed: false,
    allowedWeekDays: ["mon", "tue"],
  });
}
`);
    expect(files["secrets.ts"]).toContain('config.requireSecretObject<Record<string, number>>("codes")');
  });

  it("writes what Prettier would write, and what the compiler takes, for names of every length", () => {
    const texts = Array.from({ length: 100 }, (_, length) => "x".repeat(length + 1));
    const resources = texts.map((text): Resource => ({
      is: "resource",
      type: "Address",
      name: text,
      ...(text.length <= 34 && { variable: `v${text}` }),
      fields: fields({
        name: plain(text),
        smartlockIds: {
          is: "list",
          items: texts.slice(0, text.length % 7).map(() => ({ is: "lock", lock: front })),
        },
        settings: plain({
          a: text,
          ab: text,
          abc: text,
          abcd: text,
          "a-b": text,
          numbers: texts.slice(0, text.length).map((one) => one.length * 100),
          texts: [text, text],
          lists: [[text], [text, 1]],
          records: [
            { a: text, b: 1 },
            { a: 2, b: "😀" },
          ],
          one: [{ a: text }],
          empty: [[], {}],
        }),
      }),
    }));
    const all: Program = {
      locks: texts
        .map((text, index) => ({
          variable: `l${text}`.slice(0, 40) + String(index),
          name: text,
          smartlockId: index + 1,
        }))
        .concat({ ...front, name: "front" }),
      files: [{ name: "all", about: "All.", statements: resources }],
    };
    const files = writeTypeScript(all);
    expect(unformatted([files])).toBe("");
    expect(compilerErrors([files])).toEqual([]);
  });

  it("writes a program without anything", () => {
    const files = writeTypeScript({ locks: [], files: [] });
    expect(unformatted([files])).toBe("");
    expect(compilerErrors([files])).toEqual([]);
  });
});
