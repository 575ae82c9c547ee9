import { serviceText } from "../../provider/http/secrets/service-text";

const exception = (detailMessage?: string) =>
  JSON.stringify({
    ...(detailMessage !== undefined && { detailMessage }),
    stackTrace: [],
    suppressedExceptions: [],
  });

const secrets = ["demo-token", "482913", 'pass"word', "a<b"];

describe("the service's own words in a refusal", () => {
  it.each<[string, string, string | undefined]>([
    [
      "a serialised exception",
      exception("Your access token is not authorized"),
      "Your access token is not authorized",
    ],
    ["an exception without message", exception(), undefined],
    ["an exception with an empty message", exception(" "), undefined],
    [
      "a status object",
      '{"code":404,"description":"No such lock","homeRef":"/","reasonPhrase":"Not Found","uri":"u"}',
      "No such lock",
    ],
    [
      "a status object without description",
      '{"code":404,"description":null,"reasonPhrase":"Not Found"}',
      "Not Found",
    ],
    [
      "a status object with a message of blanks",
      '{"detailMessage":" ","description":"No such lock"}',
      "No such lock",
    ],
    ["no body", "", undefined],
    ["blanks", " \n ", undefined],
    ["JSON of another form", '{"secretOfOthers":"hunter2"}', undefined],
    ["a JSON text", '"not now"', "not now"],
    ["a JSON number", "17", undefined],
    ["a JSON list", '["hunter2"]', undefined],
    ["null", "null", undefined],
    ["a message of the wrong type", '{"detailMessage":{"a":1}}', undefined],
    ["JSON cut off", '{"detailMessage":"Your acc', undefined],
    ["plain text", "upstream connect error\n or   disconnect", "upstream connect error or disconnect"],
    [
      "HTML with a title",
      "<!doctype html><html><title>502 Bad\n Gateway</title><body>x</body>",
      "502 Bad Gateway",
    ],
    [
      "HTML without a title",
      "<html><style>p{}</style><script>track('x')</script><p>Out &amp; about</p><p>back&nbsp;soon &#x1F511;</p>",
      "Out & about back soon 🔑",
    ],
    ["HTML behind blanks", "\n <html><title>Bad Gateway</title><p>x</p>", "Bad Gateway"],
    ["a title with attributes", '<html><title lang="en">Bad Gateway</title><p>x</p>', "Bad Gateway"],
    ["an empty title", "<html><title> </title><p>Back soon</p>", "Back soon"],
    [
      "a script with attributes",
      '<p>Back</p><script type="module">track(1)</script><p>soon</p>',
      "Back soon",
    ],
    ["a script of several lines", "<p>Back</p><script>track(1);\n track(2)</script><p>soon</p>", "Back soon"],
    ["a script within a sentence", "<p>Back<script>track(1)</script>soon</p>", "Back soon"],
    [
      "every entity with a name",
      "<title>&lt;a&gt; &quot;b&quot; &apos;c&apos; &amp;&nbsp;d</title>",
      `<a> "b" 'c' & d`,
    ],
    ["an entity that has no meaning", "<title>a &foo; b</title>", "a &foo; b"],
    ["the last character that there is, as an entity", "<title>a&#1114111;</title>", "a\u{10ffff}"],
    ["an entity beyond all characters", "<title>a&#1114112;&#x110000;</title>", "a&#1114112;&#x110000;"],
    ["HTML that never closes", "<html><script>track(1)", undefined],
    ["garbage", "\u0000\u0001\u0007ab", "\\u0000\\u0001\\u0007ab"],
    ["escape sequences of a terminal", exception("\u001b[2J\u001b[31mred"), "\\u001b[2J\\u001b[31mred"],
    ["escape sequences in HTML entities", "<title>&#27;[31mred</title>", "\\u001b[31mred"],
    ["bidirectional marks", exception("a\u202eb\u2066c\u200f"), "a\\u202eb\\u2066c\\u200f"],
    ["a long text", "x".repeat(5000), `${"x".repeat(300)}…`],
    ["the token quoted", exception("Bearer demo-token is bad"), "Bearer [secret] is bad"],
    [
      "a code quoted",
      exception("The supplied value '482913' for parameter 'code' is not valid"),
      "The supplied value '[secret]' for parameter 'code' is not valid",
    ],
    [
      "a password quoted in JSON",
      JSON.stringify({ description: '{"password":"pass\\"word"}' }),
      '{"password":"[secret]"}',
    ],
    ["a secret quoted in base64", `token ${Buffer.from("demo-token").toString("base64")}`, "token [secret]"],
    ["a secret in HTML", "<p>bad value 482913</p>", "bad value [secret]"],
    ["a secret that tags cut in pieces", "<p>bad value 48</b>2913</p>", "bad value 48 2913"],
    ["a secret written in entities", "<title>bad &#52;82913</title>", "bad [secret]"],
    ["a secret that looks like a tag", "<p>bad value a<b</p>", "bad value [secret]"],
    ["a secret at the edge of what is shown", `${"x".repeat(297)}482913`, `${"x".repeat(297)}[se…`],
    ["a secret at the edge of what is read", `<p>${" ".repeat(16_378)}482913`, "[se"],
  ])("%s", (_name, body, expected) => {
    expect(serviceText(body, secrets)).toBe(expected);
  });

  it("takes no long time over a hostile page", () => {
    const began = performance.now();
    for (const piece of ["<", "<script>", "<title", "&#1"]) {
      serviceText(piece.repeat(30_000), secrets);
    }
    expect(performance.now() - began).toBeLessThan(2000);
  });
});
