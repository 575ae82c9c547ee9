import { serialize } from "node:v8";
import { format, formatWithOptions, inspect } from "node:util";
import { Console } from "node:console";
import { Writable } from "node:stream";
import { Secret } from "../../provider/http";

const value = "canary-token-3b7e";
const token = new Secret(value, "the test");

function consoleOutput(print: (console: Console) => void): string {
  let text = "";
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      text += chunk.toString();
      done();
    },
  });
  print(new Console({ stdout: stream, stderr: stream }));
  return text;
}

const marked: readonly [string, () => string][] = [
  ["String()", () => String(token)],
  ["toString()", () => token.toString()],
  // eslint-disable-next-line @typescript-eslint/restrict-template-expressions -- the mistake this test is about
  ["a template", () => `${token}`],
  // eslint-disable-next-line @typescript-eslint/restrict-plus-operands -- the mistake this test is about
  ["concatenation", () => "token: " + token],
  ["JSON", () => JSON.stringify({ token })],
  ["inspect", () => inspect(token)],
  ["inspect of what holds it", () => inspect({ a: { b: { c: [token] } } }, { depth: Infinity })],
  ["inspect with showHidden", () => inspect(token, { showHidden: true, getters: true, depth: Infinity })],
  ["format %s", () => format("%s", token)],
  ["format %o", () => format("%o", token)],
  ["format %O", () => format("%O", token)],
  ["format %j", () => format("%j", token)],
  ["format with colours", () => formatWithOptions({ colors: true }, "%O", token)],
  ["console.log", () => consoleOutput((console) => console.log(token))],
  ["console.error", () => consoleOutput((console) => console.error("failed", { token }))],
  ["console.table", () => consoleOutput((console) => console.table([{ token }]))],
  ["an error that has it as cause", () => inspect(new Error("failed", { cause: token }))],
  ["join", () => [token].join()],
  [
    "a search parameter",
    () => decodeURIComponent(new URLSearchParams({ token: token as unknown as string }).toString()),
  ],
];

const silent: readonly [string, () => unknown][] = [
  [
    "inspect without custom printing",
    () => inspect(token, { customInspect: false, showHidden: true, getters: true }),
  ],
  ["console.dir", () => consoleOutput((console) => console.dir(token, { showHidden: true }))],
  ["format %d", () => format("%d", token)],
  ["structuredClone", () => inspect(structuredClone(token), { showHidden: true })],
  ["v8 serialisation", () => serialize(token).toString("latin1")],
  ["keys", () => Reflect.ownKeys(token)],
  ["entries", () => Object.entries(token)],
  // eslint-disable-next-line @typescript-eslint/no-misused-spread -- the mistake this test is about
  ["spreading", () => ({ ...token })],
  ["assign", () => Object.assign({}, token)],
  ["valueOf", () => inspect(token.valueOf())],
  ["property descriptors", () => Object.getOwnPropertyDescriptors(token)],
];

describe("a token in its holder", () => {
  it.each(marked)("prints as [secret]: %s", (_way, print) => {
    const text = print();
    expect(text).toContain("[secret]");
    expect(text).not.toContain("canary");
  });

  it.each(silent)("gives nothing away: %s", (_way, look) => {
    expect(JSON.stringify(look())).not.toContain("canary");
  });

  it("gives its value only when asked, and says where it came from", () => {
    expect(token.reveal()).toBe(value);
    expect(token.source).toBe("the test");
  });
});
