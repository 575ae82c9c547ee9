/**
 * Text that is broken into lines where it would be too long, by the rules of Prettier, so that a program that is written
 * with it is formatted already.
 */
export type Doc =
  | string
  | readonly Doc[]
  | { readonly is: "line"; readonly flat: string; readonly isHard?: boolean }
  | { readonly is: "indent"; readonly doc: Doc }
  | { readonly is: "group"; readonly doc: Doc; readonly isBroken: boolean }
  /** The first of these of which the beginning fits, otherwise the last one. */
  | { readonly is: "choice"; readonly docs: readonly Doc[] }
  | { readonly is: "ifBroken"; readonly text: string }
  /** As many parts on each line as fit, with a comma at the end of the last line. */
  | { readonly is: "fill"; readonly parts: readonly string[] };

/** A space, or the end of the line if its group is broken. */
export const line: Doc = { is: "line", flat: " " };
/** Nothing, or the end of the line if its group is broken. */
export const softLine: Doc = { is: "line", flat: "" };
export const hardLine: Doc = { is: "line", flat: "", isHard: true };

export function indent(...doc: readonly Doc[]): Doc {
  return { is: "indent", doc };
}

export function group(...doc: readonly Doc[]): Doc {
  return { is: "group", doc, isBroken: breaks(doc) };
}

export function broken(...doc: readonly Doc[]): Doc {
  return { is: "group", doc, isBroken: true };
}

export function choice(...docs: readonly Doc[]): Doc {
  return { is: "choice", docs };
}

export function ifBroken(text: string): Doc {
  return { is: "ifBroken", text };
}

export function join(separator: Doc, docs: readonly Doc[]): Doc {
  return docs.flatMap((doc, index) => (index === 0 ? [doc] : [separator, doc]));
}

/** Whether a doc has a line that always ends there. A choice decides for itself. */
function breaks(doc: Doc): boolean {
  if (typeof doc === "string") {
    return false;
  }
  if (isList(doc)) {
    return doc.some(breaks);
  }
  switch (doc.is) {
    case "line":
      return doc.isHard === true;
    case "indent":
      return breaks(doc.doc);
    case "group":
      return doc.isBroken;
    default:
      return false;
  }
}

interface Step {
  readonly depth: number;
  readonly isFlat: boolean;
  readonly doc: Doc;
}

const WIDTH = 80;

export function layout(doc: Doc): string {
  const parts: string[] = [];
  let column = 0;
  /** Written before the first text of a line, so that an empty line has none. */
  let indentation = "";
  const steps: Step[] = [{ depth: 0, isFlat: false, doc }];
  const write = (part: string): void => {
    if (part !== "") {
      parts.push(indentation, part);
      indentation = "";
      column += widthOf(part);
    }
  };
  const endLine = (depth: number): void => {
    parts.push("\n");
    indentation = "  ".repeat(depth);
    column = indentation.length;
  };
  const fitting = (step: Step): boolean => fits(step, steps, WIDTH - column);
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
    const { depth, isFlat, doc: one } = step;
    if (typeof one === "string") {
      write(one);
    } else if (isList(one)) {
      pushAll(steps, one, step);
    } else {
      switch (one.is) {
        case "line":
          if (isFlat && one.isHard !== true) {
            write(one.flat);
          } else {
            endLine(depth);
          }
          break;
        case "indent":
          steps.push({ depth: depth + 1, isFlat, doc: one.doc });
          break;
        case "group": {
          const flat = { depth, isFlat: true, doc: one.doc };
          steps.push(!one.isBroken && (isFlat || fitting(flat)) ? flat : { ...flat, isFlat: false });
          break;
        }
        case "choice": {
          const docs = one.docs.map((option) => ({ depth, isFlat: false, doc: option }));
          const chosen = docs.find(fitting) ?? docs.at(-1);
          steps.push(...(chosen === undefined ? [] : [chosen]));
          break;
        }
        case "ifBroken":
          write(isFlat ? "" : one.text);
          break;
        case "fill":
          one.parts.forEach((part, index) => {
            const text = isFlat || index < one.parts.length - 1 ? part : `${part},`;
            if (index > 0 && !isFlat && column + 1 + widthOf(text) > WIDTH) {
              endLine(depth);
            } else if (index > 0) {
              write(" ");
            }
            write(text);
          });
          break;
      }
    }
  }
  return parts.join("");
}

/** Whether the rest of the line fits, up to the first place where it ends. */
function fits(first: Step, rest: readonly Step[], room: number): boolean {
  let left = room;
  const steps: Step[] = [first];
  let next = rest.length;
  while (left >= 0) {
    const step = steps.pop() ?? rest[--next];
    if (step === undefined) {
      return true;
    }
    const { depth, isFlat, doc } = step;
    if (typeof doc === "string") {
      left -= widthOf(doc);
    } else if (isList(doc)) {
      pushAll(steps, doc, step);
    } else {
      switch (doc.is) {
        case "line":
          if (!isFlat || doc.isHard === true) {
            return true;
          }
          left -= doc.flat.length;
          break;
        case "indent":
          steps.push({ depth, isFlat, doc: doc.doc });
          break;
        case "group":
          steps.push({ depth, isFlat: isFlat && !doc.isBroken, doc: doc.doc });
          break;
        case "choice":
          steps.push({ depth, isFlat, doc: doc.docs.at(isFlat ? 0 : -1) ?? "" });
          break;
        case "ifBroken":
          left -= isFlat ? 0 : widthOf(doc.text);
          break;
        case "fill":
          left -= widthOf(doc.parts.join(" "));
          break;
      }
    }
  }
  return false;
}

function pushAll(steps: Step[], docs: readonly Doc[], { depth, isFlat }: Step): void {
  for (let index = docs.length - 1; index >= 0; index -= 1) {
    steps.push({ depth, isFlat, doc: docs[index] ?? "" });
  }
}

function isList(doc: Doc): doc is readonly Doc[] {
  return Array.isArray(doc);
}

/** Characters that take the place of two. `literals` writes no others of which the width is in doubt. */
const WIDE =
  /[\p{Emoji_Presentation}\u3001-\u303e\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff60]/gu;

export function widthOf(text: string): number {
  return Array.from(text).length + (text.match(WIDE)?.length ?? 0);
}
