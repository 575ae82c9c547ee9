import * as pulumi from "@pulumi/pulumi";
import { Session } from "./session";
import { environmentSource, resolveSettings, stackSource } from "./settings";

const sessions = new WeakMap<object, Session>();

/**
 * The program's own connection to the account, with the configuration that its resources have as well. One for
 * each run of a program: a process may run several of them (Automation API), for different accounts.
 */
export function programSession(): Session {
  const program = pulumi.runtime.getStackResource();
  const known = program && sessions.get(program);
  if (known !== undefined) {
    return known;
  }
  const config = new pulumi.Config("smartlock");
  const session = new Session(
    resolveSettings([environmentSource(process.env), stackSource((key) => config.get(key))]),
  );
  if (program !== undefined) {
    sessions.set(program, session);
  }
  return session;
}
