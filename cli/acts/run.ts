import { type SmartlockClient, SmartlockError } from "../../provider/api";
import { wayOut } from "../../provider/engine/run/settings/guards";
import { shown } from "../../provider/http";
import { CommandError } from "../command-error";
import { count } from "../count";
import {
  connectionOf,
  type Connection,
  type ConnectionOptions,
  reading,
  readOnlyWords,
  writing,
} from "../connection/connect";
import { refuseMisspeltGuards } from "../connection/misspelt-guards";
import type { Act, Given, Plan } from "./act";
import { ActError, EXIT_CODES, type Failure } from "./outcome";
import { type ShownRequest, showRequest } from "./request";
import { openSecretFile, type SecretPlace } from "./secret-place";
import type { Terminal } from "./terminal";
import { waitFor } from "./wait";

export interface ActOptions extends ConnectionOptions {
  readonly yes?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
  readonly wait?: boolean;
  /** Seconds. */
  readonly timeout?: number;
  readonly stdin?: boolean;
  readonly secretFile?: string;
}

/** What `--json` prints. */
export interface ActReport {
  readonly act: string;
  outcome: "dry run" | "accepted" | "confirmed" | Failure;
  deed?: string;
  means?: readonly string[];
  request?: ShownRequest;
  /** What the service or the lock said. */
  said?: string;
  fields?: Readonly<Record<string, unknown>>;
  error?: string;
}

const MAX_TEXT = 4_000;

/** Plans, tells, asks, sends and waits. Ends with an exit code, and never throws what a person can understand. */
export async function runAct(
  act: Act,
  written: Omit<Given, "waits" | "secret">,
  options: ActOptions,
  terminal: Terminal,
): Promise<void> {
  const report: ActReport = { act: act.name, outcome: "accepted" };
  const tell = (line: string): void => {
    if (options.json !== true) {
      terminal.print(visible(line));
    }
  };
  let exitCode: number = EXIT_CODES.done;
  try {
    await perform(act, written, options, { terminal, report, tell });
  } catch (error) {
    const failure = failureOf(error);
    if (failure === undefined) {
      throw error;
    }
    report.outcome = failure;
    report.error = (error as Error).message;
    exitCode = EXIT_CODES[failure];
    terminal.say(`smartlock: ${visible(report.error)}`);
  }
  if (options.json === true) {
    terminal.print(JSON.stringify(report, null, 2));
  }
  terminal.end(exitCode);
}

interface Stage {
  readonly terminal: Terminal;
  readonly report: ActReport;
  /** Prints a line for a person. */
  readonly tell: (line: string) => void;
}

async function perform(
  act: Act,
  written: Omit<Given, "waits" | "secret">,
  options: ActOptions,
  stage: Stage,
): Promise<void> {
  const { terminal, report } = stage;
  const isDryRun = options.dryRun === true;
  const connection = await connectionOf(options);
  await refuseMisspeltGuards(connection, process.cwd(), "Nothing was sent.");
  if (!isDryRun) {
    refuseReadOnly(connection, act);
    refuseHiddenSecret(act, options, terminal);
  }
  const given: Given = {
    ...written,
    waits: options.wait === true,
    secret: (question, standIn) => secretFrom(question, isDryRun ? standIn : undefined, options, terminal),
  };
  const plan = await reading(connection, (client) => act.plan(client, given));
  report.deed = plan.deed;
  report.means = plan.means;
  report.request = showRequest(plan.request);
  if (isDryRun) {
    tellPlan(connection, plan, report.request, stage);
    return;
  }
  refuseDeletes(connection, plan);
  await agree(plan, options, terminal);
  const place =
    act.givesSecret === undefined ? undefined : await secretPlace(act.givesSecret, options, terminal);
  await writing(connection, (client) =>
    carryOut(act, plan, client, { ...stage, connection, options, place }),
  );
}

function tellPlan(connection: Connection, plan: Plan, request: ShownRequest, { report, tell }: Stage): void {
  report.outcome = "dry run";
  tell(`This would ${plan.deed}.`);
  plan.means.forEach((line) => tell(`  ${line}`));
  tell("It would send:");
  tell(requestLine(request));
  guardWords(connection, plan).forEach((line) => tell(line));
  tell("Nothing was sent.");
}

async function carryOut(
  act: Act,
  plan: Plan,
  client: SmartlockClient,
  {
    report,
    tell,
    connection,
    options,
    place,
  }: Stage & {
    readonly connection: Connection;
    readonly options: ActOptions;
    readonly place: SecretPlace | undefined;
  },
): Promise<void> {
  const answer = await sent(plan, client, place);
  await place?.keep(plan.secretOf?.(answer) ?? "");
  const { words, fields } = plan.answered?.(answer) ?? {};
  if (fields !== undefined) {
    report.fields = fields;
  }
  const waits = options.wait === true;
  const hint = act.waitsFor === undefined || waits ? "" : ` With --wait it would wait for ${act.waitsFor}.`;
  tell(`Accepted by the service: ${plan.deed}.${hint}`);
  if (words !== undefined) {
    report.said = visible(words);
    tell(words);
  }
  if (waits) {
    const seconds = options.timeout ?? connection.settings.settleTimeout;
    report.said = visible(await waitFor(plan, client, answer, { seconds }));
    report.outcome = "confirmed";
    tell(`Confirmed: ${report.said}`);
  }
}

function refuseReadOnly({ settings }: Connection, act: Act): void {
  if (settings.readOnly !== undefined) {
    throw new ActError(
      "refused",
      `\`smartlock ${act.name}\` changes something, and that is forbidden here. Nothing was sent. ${readOnlyWords(settings.readOnly)}`,
    );
  }
}

function refuseDeletes(connection: Connection, plan: Plan): void {
  const [words] = deleteWords(connection, plan);
  if (words !== undefined) {
    throw new ActError("refused", `Nothing was sent. To ${plan.deed} ${words}`);
  }
}

function deleteWords({ settings }: Connection, { deletes = 0 }: Plan): string[] {
  const { maxDeletes } = settings;
  if (maxDeletes === undefined || deletes <= maxDeletes.most) {
    return [];
  }
  const guard = wayOut(maxDeletes, {
    set: `maxDeletes allows ${maxDeletes.most}, as set`,
    wanted: "To allow more",
  });
  return [`would delete ${count(deletes, "object", "objects")}. ${guard}`];
}

/** For a dry run: which guards would refuse it. */
function guardWords(connection: Connection, plan: Plan): string[] {
  const { readOnly } = connection.settings;
  return [
    ...(readOnly === undefined ? [] : [`It would be refused: ${readOnlyWords(readOnly)}`]),
    ...deleteWords(connection, plan).map((words) => `It would be refused, because it ${words}`),
  ];
}

async function agree(plan: Plan, options: ActOptions, terminal: Terminal): Promise<void> {
  if (plan.asks === false) {
    plan.means.forEach((line) => terminal.say(visible(`Note: ${line}`)));
    return;
  }
  if (options.yes === true) {
    return;
  }
  if (!terminal.answers) {
    throw new ActError(
      "refused",
      `Nothing was sent. This would ${plan.deed}, and there is no terminal to ask on. ${plan.means.join(" ")} If you mean it, add --yes.`,
    );
  }
  [`This will ${plan.deed}.`, ...plan.means.map((line) => `  ${line}`)].forEach((line) =>
    terminal.say(visible(line)),
  );
  const answer = await terminal.ask("Go on? Type yes: ");
  if (!/^yes$/i.test(answer)) {
    throw new ActError("refused", `Nothing was sent: the answer was not yes. It did not ${plan.deed}.`);
  }
}

async function secretFrom(
  question: string,
  standIn: string | undefined,
  options: ActOptions,
  terminal: Terminal,
): Promise<string> {
  if (standIn !== undefined) {
    return standIn;
  }
  if (options.stdin !== true && !terminal.answers) {
    throw new ActError(
      "refused",
      `Nothing was sent. There is no terminal to ask on for ${question}. Pass it on the standard input, with --stdin. It is never an argument: other users of the machine could see it.`,
    );
  }
  const given = await (options.stdin === true
    ? terminal.firstLine()
    : terminal.askHidden(`${question} (not shown): `));
  if (given === "") {
    throw new ActError("refused", `Nothing was sent: ${question} is empty.`);
  }
  return given;
}

/** Before anything is sent: a secret that nobody may see would be lost. */
function refuseHiddenSecret(act: Act, options: ActOptions, terminal: Terminal): void {
  if (act.givesSecret === undefined || options.secretFile !== undefined) {
    return;
  }
  if (options.json === true || !terminal.shows) {
    throw new ActError(
      "refused",
      `Nothing was sent. ${act.givesSecret} would end up in a file or a pipe that others may read. Run it at a terminal, or name a new file with --secret-file: only you will be able to read it.`,
    );
  }
}

function secretPlace(title: string, options: ActOptions, terminal: Terminal): Promise<SecretPlace> {
  return options.secretFile === undefined
    ? Promise.resolve(screen(title, terminal))
    : openSecretFile(options.secretFile, (line) => terminal.say(line));
}

function screen(title: string, terminal: Terminal): SecretPlace {
  return {
    keep: (secret) => {
      terminal.print(`${title}:\n${visible(secret)}`);
      return Promise.resolve();
    },
    drop: () => Promise.resolve(),
  };
}

async function sent<Answer>(
  plan: Plan<Answer>,
  client: SmartlockClient,
  place: SecretPlace | undefined,
): Promise<Answer> {
  try {
    return await plan.request.send(client);
  } catch (error) {
    await place?.drop();
    if (!(error instanceof SmartlockError)) {
      throw error;
    }
    throw error.outcomeUnknown
      ? new ActError(
          "unknown",
          `The request to ${plan.deed} was sent, but no reliable answer came back, so it is not known whether it took effect. Look before you try again. ${error.message}`,
          { cause: error },
        )
      : new ActError("failed", `It failed to ${plan.deed}. ${error.message}`, { cause: error });
  }
}

function failureOf(error: unknown): Failure | undefined {
  if (error instanceof ActError) {
    return error.failure;
  }
  return error instanceof CommandError || error instanceof SmartlockError ? "failed" : undefined;
}

function requestLine({ method, path, query, body }: ShownRequest): string {
  const asked =
    query === undefined ? "" : `?${new URLSearchParams(query as Record<string, string>).toString()}`;
  return `  ${method} ${path}${asked}${body === undefined ? "" : ` ${JSON.stringify(body)}`}`;
}

function visible(line: string): string {
  return shown(line, MAX_TEXT);
}
