import { momentInWords } from "../../provider/http";
import { personInWords } from "../access/people";
import type { Section } from "../sections";
import { howInWords, opens } from "./findings";
import type { Mark, Report, ReportedAccess } from "./form";

/** The changes of a preview first, then what is worth a look, then each lock. */
export function sectionsOf(report: Report): Section[] {
  const names = new Map(report.locks.map(({ id, name }) => [id, name]));
  const lockOf = ({ lock }: ReportedAccess): string => names.get(lock) ?? `lock ${lock}`;
  const changed = (mark: Mark, title: string): Section => ({
    title,
    lines: report.access
      .filter(({ marks }) => marks.includes(mark))
      .map((entry) => {
        const was = entry.was === undefined ? "" : `; was ${entry.was}`;
        return `${personInWords(entry)}: ${lockOf(entry)} (${howInWords(entry)}${was})`;
      }),
  });
  const about = [...new Set(report.findings.map((finding) => finding.about))];
  const sections = [
    { title: report.title, lines: [summaryOf(report)] },
    changed("gained", "Gains access"),
    changed("lost", "Loses access"),
    changed("changed", "Access changes"),
    ...about.map((title) => ({
      title,
      lines: report.findings.filter((finding) => finding.about === title).map(({ words }) => words),
    })),
    ...report.locks.map(({ id, name, addresses }) => ({
      title: addresses.length === 0 ? name : `${name}, at ${addresses.join(" and ")}`,
      lines: report.access.filter((entry) => entry.lock === id && opens(entry)).map(entryOnLock),
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
    `${count(locks.length, "lock", "locks")}, ${momentInWords(Date.parse(at))}`
  );
}

function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}

function entryOnLock(entry: ReportedAccess): string {
  return `${personInWords(entry)}: ${howInWords(entry)}`;
}
