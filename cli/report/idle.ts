import type { Authorization, SmartlockClient } from "../../provider/api";
import { ifAllowed } from "../../provider/engine/lists/allowed";
import { isForSomebody } from "../access/people";
import { idOf } from "../access/access";
import type { Account } from "../access/account";

export const UNUSED_DAYS = 90;

const DAY_MS = 86_400_000;

/** Each costs a request. */
const MAX_ASKED = 200;

interface Idle {
  /** The ids of authorizations that nobody has used for so long. */
  readonly ids: ReadonlySet<string>;
  readonly notes: readonly string[];
}

/**
 * What nobody has used for a long time. The service shows with each authorization when it was last used; where that is
 * long ago, the activity log of the lock is asked as well.
 */
export async function idleIn({ grants, now }: Account, client: SmartlockClient): Promise<Idle> {
  const since = now - UNUSED_DAYS * DAY_MS;
  const quiet = grants.filter((grant) => isForSomebody(grant) && grant.enabled && seemsIdle(grant, since));
  const asked = quiet.slice(0, MAX_ASKED);
  const answers = await Promise.all(asked.map((grant) => isInLog(grant, since, client)));
  const used = new Set(asked.filter((_, index) => answers[index] === true));
  const unread = quiet.length - asked.length;
  return {
    ids: new Set(quiet.filter((grant) => !used.has(grant)).map(idOf)),
    notes: [
      ...(answers.includes(undefined)
        ? [
            'The token may not read activity logs, so "not used" relies only on the date that the service shows with each authorization.',
          ]
        : []),
      ...(unread > 0
        ? [
            `Only ${MAX_ASKED} authorizations that seem unused were looked up in the activity log. For the other ${unread}, "not used" relies only on the date that the service shows.`,
          ]
        : []),
    ],
  };
}

function seemsIdle({ lastActiveDate, creationDate }: Authorization, since: number): boolean {
  const last = Date.parse(lastActiveDate ?? creationDate ?? "");
  // Of what has no date that can be read, nobody knows anything.
  return last < since;
}

/** Undefined if the token may not read the log. */
async function isInLog(
  { smartlockId, id }: Authorization,
  since: number,
  client: SmartlockClient,
): Promise<boolean | undefined> {
  const entries = await ifAllowed(
    client.smartlocks.listLogsOf(
      { smartlockId },
      { authId: id, fromDate: new Date(since).toISOString(), limit: 1 },
    ),
  );
  return entries === undefined ? undefined : entries.length > 0;
}
