import * as pulumi from "@pulumi/pulumi";
import { Session } from "../run/session";
import { resolveSettings, type Settings } from "../run/settings/settings";
import { sourcesOf } from "../run/settings/sources";
import { programError } from "./program-error";
import { Provider } from "./provider";
import { refuseUnknownSettings } from "./unknown-settings";

/** Tells a lookup which account to ask. */
export interface LookupOptions {
  /** Uses the account of this explicit provider. Without it, the account of the stack's configuration is used. */
  readonly provider?: Provider;
}

const sessions = new WeakMap<object, Session>();

/** What the lookups of a program failed with, by its words. Pulumi shows the same error only once. */
const failures = new WeakMap<object, Map<string, pulumi.RunError>>();

type Find<Args, Answer> = (session: Session, args: Args) => Promise<Answer>;

/** Asks the service from within a program, with the same configuration as the program's resources. */
export function lookUpOutput<Args, Answer>(
  args: pulumi.Input<Args>,
  { provider }: LookupOptions,
  find: Find<pulumi.Unwrap<Args>, Answer>,
): pulumi.Output<Answer> {
  // The token is a secret; what is found with it is not.
  const explicit: pulumi.Input<Record<string, string>> =
    provider === undefined ? {} : pulumi.unsecret(Provider.settingsOf(provider));
  const asking = askingFor(provider);
  return pulumi.all([args, explicit]).apply(([known, given]) => asking(given, known, find));
}

/** The same as a promise, for arguments that are known. */
export async function lookUp<Args, Answer>(
  name: string,
  args: Args,
  { provider }: LookupOptions,
  find: Find<Args, Answer>,
): Promise<Answer> {
  const asking = askingFor(provider);
  const settings =
    provider && (Provider.settingsOf(provider) as unknown as Inspected<Record<string, string>>);
  if (settings !== undefined && !(await settings.isKnown)) {
    throw programError(
      `${name} needs the settings of its provider now, and some of them are known only once another resource exists. ` +
        `Use ${name}Output, which waits for them.`,
    );
  }
  return asking((await settings?.promise()) ?? {}, args, find);
}

/** What the SDK's outputs have beside what their type says. */
interface Inspected<T> {
  readonly isKnown: Promise<boolean>;
  promise(): Promise<T>;
}

/** Must be called while the program runs: a process may run several (Automation API), each with its own configuration. */
function askingFor(provider: Provider | undefined) {
  refuseUnknownSettings();
  const stack = new pulumi.Config("smartlock");
  const stackResource = pulumi.runtime.getStackResource();
  const program = provider ?? stackResource;
  const environment = provider === undefined ? process.env : Provider.environmentOf(provider);
  return async <Args, Answer>(
    given: Readonly<Record<string, string>>,
    args: Args,
    find: Find<Args, Answer>,
  ): Promise<Answer> => {
    const get = (key: string): string | undefined => (provider === undefined ? stack.get(key) : given[key]);
    try {
      const session = sessionOf(program, () => resolveSettings(sourcesOf(environment, get)));
      return await find(session, args);
    } catch (error) {
      throw failureOf(stackResource, error instanceof Error ? error.message : String(error));
    }
  };
}

function failureOf(program: object | undefined, message: string): pulumi.RunError {
  const known = (program && failures.get(program)) ?? new Map<string, pulumi.RunError>();
  const failure = known.get(message) ?? programError(message);
  known.set(message, failure);
  if (program !== undefined) {
    failures.set(program, known);
  }
  return failure;
}

/** One session for each run of a program. A process may run several programs (Automation API), for different accounts. */
function sessionOf(program: object | undefined, settings: () => Settings): Session {
  const known = program && sessions.get(program);
  const session = known ?? new Session(settings());
  if (program !== undefined) {
    sessions.set(program, session);
  }
  return session;
}
