import { momentInWords } from "../../provider/http";
import { personInWords } from "../access/people";
import { count } from "../count";
import { grouped } from "../grouped";
import type { Section } from "../sections";
import { opens } from "./findings";
import type { Mark, Report, ReportedAccess } from "./form";

export function inWords(report: Report, printed: (sections: readonly Section[]) => string): string {
  return [report.title, summaryOf(report), printed(sectionsOf(report))].join("\n\n");
}

/** The changes of a preview first, then what is worth a look, then each lock. */
function sectionsOf(report: Report): Section[] {
  const marked = (mark: Mark, title: string): Section => ({
    title,
    lines: report.access
      .filter(({ marks }) => marks.includes(mark))
      .map((one) => {
        const was = one.was === undefined ? "" : `; was ${one.was}`;
        return `${personInWords(one)}: ${one.lockName} (${one.words}${was})`;
      }),
  });
  const open = grouped(report.access.filter(opens), ({ lock }) => lock);
  const abouts = [...new Set(report.findings.map(({ about }) => about))];
  const sections = [
    marked("gained", "Gains access"),
    marked("lost", "Loses access"),
    marked("changed", "Access changes"),
    ...abouts.map((title) => ({
      title,
      lines: report.findings.filter(({ about }) => about === title).map(({ words }) => words),
    })),
    ...report.locks.map(({ id, name, addresses }) => ({
      title: addresses.length === 0 ? name : `${name}, at ${addresses.join(" and ")}`,
      lines: (open.get(id) ?? []).map(onItsLock),
    })),
    { title: "Notes", lines: report.notes },
  ];
  return sections.filter(({ lines }) => lines.length > 0);
}

function summaryOf({ at, locks, access }: Report): string {
  const open = access.filter(opens);
  const people = new Set(open.map(({ person }) => person)).size;
  return (
    `${count(people, "person", "people")} with ${count(open.length, "authorization", "authorizations")} for ` +
    `${count(locks.length, "lock", "locks")}, ${momentInWords(Date.parse(at))}.`
  );
}

function onItsLock(one: ReportedAccess): string {
  const last = one.lastUsed === undefined ? "" : `, last used on ${one.lastUsed.slice(0, 10)}`;
  const managed = one.managedBy === undefined ? "" : `; ${one.managedBy}`;
  return `${personInWords(one)}: ${one.words}${last}${managed}`;
}
