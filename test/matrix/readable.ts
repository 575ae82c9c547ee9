/** The longest text, in characters, for each place that is not done. People read it, and it must tell them how to go on. */
const LONGEST = 800;

const TELLS_WHAT_TO_DO =
  /\b(Run again|Try again|try again|Check|Look |Wait until|Delete |Preview again|Use |Correct|Make a new token|set adopt|import it|set waitFor|continues from there|Declare)/;

/** A call by its name and path, or an object by its kind and name. */
const NAMES_OBJECT =
  /\w+\.\w+ failed \((GET|PUT|POST|DELETE) \/\S+\): |(Address|AddressUnit|AccountUser|SubAccount|Authorization|AuthorizationSet|Webhook|Notification) ?("[^"]+"|\d|\(|was not)/;

/** Finds everything that would trouble a person who reads the error. */
export function unreadable(message: string): string[] {
  const parts = message.split("\n- ");
  const problems = parts
    .filter((part) => part.length > LONGEST)
    .map((part) => `it is ${part.length} characters long`);
  const refuse = (pattern: RegExp, what: string): void => {
    if (pattern.test(message)) {
      problems.push(what);
    }
  };
  refuse(/^\s*at .+:\d+/m, "it shows a stack");
  refuse(/undefined|\[object |\bNaN\b|\bnull\b/, "it shows a value that is none");
  refuse(/[{[]"|<html|<\/?\w+>/, "it shows a body");
  if (!TELLS_WHAT_TO_DO.test(message)) {
    problems.push("it does not say what to do");
  }
  if (!NAMES_OBJECT.test(message)) {
    problems.push("it does not name the object");
  }
  return problems.map((problem) => `unreadable: ${problem}: ${message}`);
}
