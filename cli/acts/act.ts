import type { CallOptions, SmartlockClient } from "../../provider/api";
import type { ActRequest } from "./request";

/** A command that changes something at once. The table has one for each; `run.ts` does the rest. */
export interface Act {
  /** Such as `unlock`, or `otp create`. */
  readonly name: string;
  /** The operations of the service that it may send, such as `smartlocks.unlock`. */
  readonly operations: readonly string[];
  /** For the help: one sentence. */
  readonly summary: string;
  /** For the help: what else a person should know. */
  readonly notes?: string;
  readonly arguments?: readonly ActArgument[];
  readonly options?: readonly ActOption[];
  /** What `--wait` waits for. Without it, there is nothing to wait for. */
  readonly waitsFor?: string;
  /** It asks for something secret, which `--stdin` reads from the standard input. */
  readonly takesSecret?: true;
  /** Its answer is a secret, which goes to a screen or into a file. In words: `the secret of the one-time passwords`. */
  readonly givesSecret?: string;
  /** Without the word `smartlock`. */
  readonly example: string;
  plan(client: SmartlockClient, given: Given): Promise<Plan>;
}

export interface ActArgument {
  /** The key in {@link Given}. */
  readonly name: string;
  readonly description: string;
  readonly isList?: true;
  readonly isOptional?: true;
}

export interface ActOption {
  /** As commander wants them: `--user <name>`. A required one is marked. */
  readonly flags: string;
  readonly description: string;
  readonly isRequired?: true;
  /** May be given several times. */
  readonly isList?: true;
}

/** What was written on the command line. */
export interface Given {
  /** Whether `--wait` is wanted. */
  readonly waits: boolean;
  text(name: string): string;
  optional(name: string): string | undefined;
  list(name: string): readonly string[];
  /** A flag. One that begins with `--no-` is true unless it was given. */
  is(name: string): boolean;
  /** Asks for a secret. A dry run asks nobody: it takes the stand-in, which must have the right form. */
  secret(question: string, standIn?: string): Promise<string>;
}

/** What an act is about to do. Everything in words may be printed. */
export interface Plan<Answer = unknown> {
  /** Such as `unlock Front door`. Completes "This will …" and "It failed to …". */
  readonly deed: string;
  /** What that means, to whom. One sentence each. */
  readonly means: readonly string[];
  /** Whether a person has to agree. Default: true. */
  readonly asks?: boolean;
  /** How many objects it deletes, for the guard maxDeletes. */
  readonly deletes?: number;
  readonly request: ActRequest<Answer>;
  /** Something to tell about the answer. Throws an {@link ActError} if it is a refusal. */
  answered?(answer: Answer): Told;
  /** The secret in the answer. */
  secretOf?(answer: Answer): string;
  /** Looks once. Called again and again with `--wait`. */
  look?(client: SmartlockClient, answer: Answer, options: CallOptions): Promise<Look>;
}

/** In words, and as fields for a program. */
export interface Told {
  readonly words?: string;
  readonly fields?: Readonly<Record<string, unknown>>;
}

export type Look =
  | { readonly is: "confirmed"; readonly words: string }
  | { readonly is: "failed"; readonly words: string }
  /** The words say what is still missing. */
  | { readonly is: "waiting"; readonly words: string };

export function waiting(words: string): Look {
  return { is: "waiting", words };
}

export function confirmed(words: string): Look {
  return { is: "confirmed", words };
}

/** A table with acts of different answers. Each plan knows its own. */
export function plan<Answer>(planned: Plan<Answer>): Plan {
  return planned;
}
