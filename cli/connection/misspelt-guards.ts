import { unknownVariables } from "../../provider/engine/run/settings/unknown-variables";
import { CommandError } from "../command-error";
import { unknownInStack } from "../doctor/settings";
import type { Connection } from "./connect";

/** A guard with a wrong name is off. So nothing is changed until it is corrected, as in a run of Pulumi. */
export async function refuseMisspeltGuards({ configuration }: Connection, folder: string): Promise<void> {
  const inStack = await unknownInStack(configuration, folder);
  const errors = [...unknownVariables(process.env).errors, ...inStack.errors];
  if (errors.length > 0) {
    throw new CommandError(`Nothing was sent. ${errors.join(" ")}`);
  }
}
