import { readAnswer } from "../../provider/http/read-answer";

const read = (text: string | Buffer, type?: string, mayBeText = true): unknown =>
  readAnswer(
    {
      kind: "answer",
      status: 200,
      headers: type === undefined ? {} : { "content-type": type },
      body: Buffer.from(text),
    },
    mayBeText,
  );

describe("what is read from an answer", () => {
  it.each<[string, string | undefined, unknown]>([
    ["", undefined, undefined],
    [" \r\n\t", "text/plain", undefined],
    [' {"a":1} ', "application/json", { a: 1 }],
    ["[1]", undefined, [1]],
    ["234567", "application/json", 234567],
    ["234567", "text/plain", "234567"],
    [" ABCD234 \n", "text/plain;charset=utf-8", "ABCD234"],
    ['AB"CD', "text/plain", 'AB"CD'],
    ["AB{CD", "text/plain", "AB{CD"],
    ["AB[CD", "text/plain", "AB[CD"],
    ['{"a":1}', "text/plain", { a: 1 }],
    ["[1]", "text/plain", [1]],
    ['"ABCD234"', "text/plain", "ABCD234"],
  ])("%j of type %p", (text, type, body) => {
    expect(read(text, type)).toStrictEqual({ body });
  });

  it.each<[string, string | Buffer, string | undefined, string]>([
    ["half of JSON", '{"a":', "application/json", "not-json"],
    ["half of JSON called text", '{"a":', "text/plain", "not-json"],
    ["a bare text of no type", "ABCD234", undefined, "not-json"],
    ["a bare text whose type only ends like one", "ABCD234", "application/text/plain", "not-json"],
    ["bytes that are no UTF-8", Buffer.from([0x22, 0xff, 0x22]), "text/plain", "not-json"],
    ["lists in lists beyond the deepest", "[".repeat(65), "application/json", "too-heavy"],
  ])("%s cannot be used", (_name, text, type, unusable) => {
    expect(read(text, type)).toStrictEqual({ unusable });
  });

  it("a bare text can be used only where the service sends one", () => {
    expect(read("Blocked", "text/plain", false)).toStrictEqual({ unusable: "not-json" });
    expect(read("", "text/plain", false)).toStrictEqual({ body: undefined });
  });
});
