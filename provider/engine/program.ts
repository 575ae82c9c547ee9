import * as pulumi from "@pulumi/pulumi";
import { Provider } from "./provider";
import { Session } from "./session";
import { resolveSettings, type Settings, sourcesOf } from "./settings";

/** Tells a lookup which account to ask. */
export interface LookupOptions {
  /** Uses the account of this explicit provider. Without it, the account of the stack's configuration is used. */
  readonly provider?: Provider;
}

const sessions = new WeakMap<object, Session>();

/** Asks the service from within a program, with the same configuration as the program's resources. */
export function lookUp<Args, Answer>(
  args: pulumi.Input<Args>,
  { provider }: LookupOptions,
  find: (session: Session, args: pulumi.Unwrap<Args>) => Promise<Answer>,
): pulumi.Output<Answer> {
  const stack = new pulumi.Config("smartlock");
  const program = provider ?? pulumi.runtime.getStackResource();
  // The token is a secret; what is found with it is not.
  const explicit: pulumi.Input<Record<string, string>> =
    provider === undefined ? {} : pulumi.unsecret(Provider.settingsOf(provider));
  const environment = provider === undefined ? process.env : Provider.environmentOf(provider);
  return pulumi.all([args, explicit]).apply(async ([known, given]) => {
    const get = (key: string): string | undefined => (provider === undefined ? stack.get(key) : given[key]);
    try {
      return await find(
        sessionOf(program, () => resolveSettings(sourcesOf(environment, get))),
        known,
      );
    } catch (error) {
      throw withoutStack(error instanceof Error ? error.message : String(error));
    }
  });
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

/**
 * Pulumi shows only the message. The stack is removed because Pulumi colours it, and Node 20.20 never finishes
 * colouring a line such as `node_modules/@pulumi/output.ts`: the program would hang instead of failing.
 */
function withoutStack(message: string): pulumi.RunError {
  const failure = new pulumi.RunError(message);
  failure.stack = message;
  return failure;
}
