import { manyOf } from "../../provider/engine/messages/names";
import type { Account } from "../access/account";
import { CommandError } from "../command-error";
import type { Preview, Step } from "./preview";

/**
 * The part of a preview that is about the account that the token is for. A program may manage several accounts, and only one of them
 * can be looked at.
 *
 * @param isPartWanted whether somebody has said that the rest is reviewed elsewhere
 */
export function inThisAccount(preview: Preview, { id }: Account, isPartWanted: boolean): Preview {
  const accounts = accountsOf(preview.steps);
  const isElsewhere = (step: Step): boolean => {
    const account = accountIn(step) ?? accounts.get(step.provider);
    return id !== undefined && account !== undefined && account !== id;
  };
  const elsewhere = preview.steps.filter(isElsewhere);
  if (elsewhere.length > 0 && !isPartWanted) {
    throw new CommandError(
      `${manyOf(elsewhere.map(({ kind, name }) => `${kind} ${name}`))}: not in the account of this token. Use the token of their ` +
        "account. If the program manages several accounts, review it once with each token, and add --this-account each time.",
    );
  }
  return { ...preview, steps: preview.steps.filter((step) => !isElsewhere(step)) };
}

/** By provider, as far as something that is there already tells it. */
function accountsOf(steps: readonly Step[]): ReadonlyMap<string, number> {
  return new Map(
    steps.flatMap((step) => {
      const account = accountIn(step);
      return account === undefined ? [] : [[step.provider, account]];
    }),
  );
}

function accountIn({ before, retained }: Step): number | undefined {
  const account = (before ?? retained)?.fields["__account"];
  return typeof account === "number" ? account : undefined;
}

/** A token of one stack would compare the preview of another one with the wrong account, or the wrong limit. */
export function requireStack(preview: Preview, stack: string | undefined): void {
  const [name] = (stack ?? "").split("/").slice(-1);
  if (stack !== undefined && preview.stack !== "" && preview.stack !== name) {
    throw new CommandError(
      `This is a preview of the stack "${preview.stack}", but --stack names "${stack}".`,
    );
  }
}
