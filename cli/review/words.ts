import type { Section } from "../sections";
import type { Difference } from "./difference";
import type { Review } from "./review";

export function inWords(review: Review, printed: (sections: readonly Section[]) => string): string {
  const sections = sectionsOf(review);
  return sections.length === 0 ? "Nobody gains or loses access, and nothing is deleted." : printed(sections);
}

/** What blocks it first, and what only Pulumi says last. */
function sectionsOf(review: Review): Section[] {
  const { blocked, gains, loses, changes, newHolders, deletes, existingBreaches, allowed, notes } = review;
  const now = ({ after }: Difference): string => after.join("; ");
  const was = ({ before }: Difference): string => before.join("; ");
  const sections = [
    { title: "Blocked", lines: blocked },
    { title: "Gains access", lines: gains.map((one) => `${one.who}: ${one.lock} (${now(one)})`) },
    { title: "Loses access", lines: loses.map((one) => `${one.who}: ${one.lock} (was ${was(one)})`) },
    {
      title: "Access changes",
      lines: changes.map((one) => `${one.who}: ${one.lock} (${now(one)}; was ${was(one)})`),
    },
    { title: "Access moves to another e-mail address", lines: newHolders },
    {
      title: "Invitations",
      lines: Object.entries(review.invitations).map(([who, times]) =>
        times === 1 ? who : `${who}, ${times} times`,
      ),
    },
    { title: "Deleted", lines: deletes },
    { title: "Already broke a rule", lines: existingBreaches },
    { title: "Allowed exceptions", lines: allowed },
    { title: "Notes", lines: notes },
    { title: "What the preview says", lines: review.lines },
  ];
  return sections.filter(({ lines: own }) => own.length > 0);
}
