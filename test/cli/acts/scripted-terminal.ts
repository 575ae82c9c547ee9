import type { Terminal } from "../../../cli/acts/terminal";
import { smartlockProgram } from "../../../cli/program";
import type { Simulator } from "../../../simulator";

/** What a person or a script does at the other end. */
export interface Situation {
  /** What is answered to questions, one after the other. Without it there is no terminal to ask on. */
  readonly answers?: readonly string[];
  /** Whether the standard output is a screen. Default: if there are answers. */
  readonly shows?: boolean;
  readonly stdin?: string;
  readonly variables?: Readonly<Record<string, string>>;
}

export interface Ended {
  readonly code: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
  readonly questions: readonly string[];
}

/** Takes the settings out of the environment, and returns them. */
function takeVariables(): Record<string, string | undefined> {
  const own = Object.entries(process.env).filter(([name]) => name.startsWith("SMARTLOCK_"));
  own.forEach(([name]) => Reflect.deleteProperty(process.env, name));
  return Object.fromEntries(own);
}

/** Runs the command in this process against a simulator, over HTTP. */
export async function runSmartlock(
  simulator: Pick<Simulator, "token" | "url">,
  args: readonly string[],
  { answers, shows = answers !== undefined, stdin = "", variables = {} }: Situation = {},
): Promise<Ended> {
  const [out, said, questions, left] = [[] as string[], [] as string[], [] as string[], [...(answers ?? [])]];
  let code: number | undefined;
  const answer = (question: string): Promise<string> => {
    questions.push(question);
    return Promise.resolve(left.shift() ?? "");
  };
  const terminal: Terminal = {
    answers: answers !== undefined,
    shows,
    print: (text) => void out.push(text),
    say: (text) => void said.push(text),
    ask: answer,
    askHidden: answer,
    firstLine: () => Promise.resolve(stdin),
    end: (exitCode) => (code = exitCode),
  };
  const before = takeVariables();
  Object.assign(process.env, {
    SMARTLOCK_TOKEN: simulator.token,
    SMARTLOCK_BASE_URL: simulator.url,
    ...variables,
  });
  try {
    await smartlockProgram(terminal).parseAsync(["node", "smartlock", ...args]);
  } finally {
    takeVariables();
    Object.assign(process.env, before);
  }
  return { code, stdout: out.join("\n"), stderr: said.join("\n"), questions };
}
