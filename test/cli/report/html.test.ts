import { createHash } from "node:crypto";
import { htmlOf } from "../../../cli/report/html";
import type { Report } from "../../../cli/report/form";

describe("The page of a report", () => {
  const hostile = '</script><script>alert(1)</script><!-- <img src=x onerror=alert(2)> "\u2028';
  const report: Report = {
    title: "Who can open what",
    at: "2026-11-19T12:00:00.000Z",
    locks: [{ id: "1", name: hostile, addresses: [hostile], online: true, keypad: false, battery: "ok" }],
    access: [
      {
        person: "p",
        who: hostile,
        lock: "1",
        lockName: hostile,
        type: "app",
        name: hostile,
        words: hostile,
        window: "always",
        remote: false,
        marks: [],
      },
    ],
    findings: [],
    notes: [hostile],
  };
  const html = htmlOf(report);

  it("has the whole report, in a form that no name can break out of", () => {
    const data = /<script type="application\/json" id="report">(.*?)<\/script>/s.exec(html)?.[1];
    expect(JSON.parse(data ?? "")).toEqual(report);
    expect(html.match(/<script/g)).toHaveLength(2);
    expect(html).not.toContain("<img");
    expect(html).not.toContain("<!--");
  });

  it("forbids every request, and every script and style but its own", () => {
    const policy = /Content-Security-Policy" content="([^"]+)"/.exec(html)?.[1];
    const hash = (text: string | undefined) =>
      `'sha256-${createHash("sha256")
        .update(text ?? "")
        .digest("base64")}'`;
    const style = /<style>(.*?)<\/style>/s.exec(html)?.[1];
    const script = /<script>(.*?)<\/script>/s.exec(html)?.[1];
    expect(policy).toBe(
      `default-src 'none'; style-src ${hash(style)}; script-src ${hash(script)}; base-uri 'none'; form-action 'none'`,
    );
    expect(`${style}${script}`).not.toMatch(/(src|href)=|url\(|@import|fetch\(|innerHTML/);
  });
});
