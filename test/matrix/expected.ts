import type { RecordedRequest } from "../../simulator";
import type { Bag } from "../protocol/plugin";
import type { End } from "./cell";
import { isBeyondDoubt } from "./believed";
import type { Column } from "./columns";
import { isReading, type Operation } from "./operations";
import { isWrite, type Row } from "./rows";

/** The input of a rule. */
interface Case {
  readonly trouble: string;
  readonly course: Row["course"];
  readonly operation: Operation;
  readonly column: Column;
  /** What the first write does. */
  readonly first: Does | undefined;
}

type Does = "create" | "update" | "delete";

interface Rule {
  readonly when: (cell: Case) => boolean;
  readonly end: End;
  readonly because: string;
}

const isWaited = /^(429|slow)/;
const isAfter = /after the effect$/;
const isOld = /^old values/;
const isNaming = /^names/;

/** The service only accepts the delete of these, and does it later. */
const isDeletedLater = /^(Authorization|AuthorizationSet|AddressUnit|AccountUser)$/;
/** The service deletes these at once, and nothing else goes with them. */
const isDeletedAtOnce = /^(SubAccount|Webhook|Notification)$/;
const isSpoilt = /^(truncated|empty body)$/;

/** All answers agree that it is gone, although it is not. */
const believed: readonly Rule[] = [
  {
    when: (cell) =>
      isReading(cell.operation) &&
      isBeyondDoubt(cell, cell.column) &&
      cell.operation === "read" &&
      cell.column.wayOut !== undefined,
    end: "refused",
    because: "it counts as gone and that is said; a person decides about what turns up again",
  },
  {
    when: (cell) => isReading(cell.operation) && isBeyondDoubt(cell, cell.column),
    end: "healed",
    because: "it counts as gone and that is said; the next run finds it",
  },
];

/** Which end is right. The first matching rule decides. */
const rules: Readonly<Record<Row["course"], readonly Rule[]>> = {
  "each read once": [
    {
      when: (cell) =>
        on("401")(cell) && isSet(cell.column) && !["create", "read", "delete"].includes(cell.operation),
      end: "ok",
      because: "the preflight of a lock met it, where what is only good to know is said",
    },
    { when: on("401"), end: "healed", because: "the same token would get the same answer" },
    {
      when: (cell) =>
        (on("no answer")(cell) || on("empty body")(cell)) &&
        cell.operation === "delete" &&
        ["SubAccount", "AuthorizationSet"].includes(cell.column.type),
      end: "ok",
      because: "a delete goes by the id, and what has to be known besides is told by other reads",
    },
    { when: on("no answer"), end: "healed", because: "the time of the operation is over" },
    { when: on("empty body"), end: "healed", because: "an answer without its list proves nothing" },
    {
      when: (cell) =>
        on("stale list")(cell) && cell.column.type === "SubAccount" && !isReading(cell.operation),
      end: "healed",
      because: "what is read back is not what was written, and rights are never written in a loop",
    },
    { when: () => true, end: "ok", because: "reading again changes nothing" },
  ],
  "all reads": [
    { when: on("slow"), end: "ok", because: "it is only slow" },
    ...believed,
    {
      when: (cell) => on("stale list")(cell) && isReading(cell.operation),
      end: "ok",
      because: "what is young is not taken for gone where only lists tell, and old values are told",
    },
    {
      when: (cell) =>
        on("stale list")(cell) && deletes(cell.operation) && isDeletedLater.test(cell.column.type),
      end: "healed",
      because: "a second delete is refused, but it is still shown",
    },
    {
      when: (cell) => on("stale list")(cell) && cell.operation === "delete",
      end: "ok",
      because: "the answer to the delete is enough",
    },
    {
      when: (cell) =>
        on("stale list")(cell) && cell.column.locks.length === 0 && cell.column.type !== "SubAccount",
      end: "ok",
      because: "what a run wrote itself it needs no list for",
    },
    {
      when: ({ trouble, operation }) => isOld.test(trouble) && isReading(operation),
      end: "ok",
      because: "what differs is told, and nothing is sent",
    },
    {
      when: (cell) => isOld.test(cell.trouble) && cell.operation === "delete",
      end: "ok",
      because: "old values are no reason to keep it",
    },
    {
      when: (cell) =>
        isOld.test(cell.trouble) && cell.operation === "update" && cell.column.type === "Address",
      end: "ok",
      because: "only an altered name is looked for, and a list that shows the old one is late",
    },
    {
      when: (cell) => isOld.test(cell.trouble) && cell.operation === "update",
      end: "healed",
      because: "what is read back is not what was written",
    },
    {
      when: (cell) => isOld.test(cell.trouble) && cell.column.type === "SubAccount",
      end: "healed",
      because: "what was written is read back by its id",
    },
    {
      when: (cell) => on("old values")(cell) || (isOld.test(cell.trouble) && cell.column.locks.length === 0),
      end: "ok",
      because: "the answer, or a list, tells what was made",
    },
    {
      when: ({ trouble }) => isOld.test(trouble),
      end: "healed",
      because: "what was made is pending until a list shows it",
    },
    { when: () => true, end: "healed", because: "nothing is done on what is not known" },
  ],
  "all lists": [
    {
      when: (cell) => on("404")(cell) && cell.operation === "read" && cell.column.type === "AddressUnit",
      end: "ok",
      because: "nobody can tell whether its address is gone: it is taken to be there",
    },
    {
      when: (cell) =>
        on("404")(cell) && cell.operation === "delete" && isDeletedAtOnce.test(cell.column.type),
      end: "ok",
      because: "a delete goes by the id, whatever lists say",
    },
    { when: on("404"), end: "healed", because: "nothing is done on what is not known" },
    ...believed,
    {
      when: ({ operation, column }) => makes(operation) && column.locks.length > 0,
      end: "healed",
      because: "what was made is pending until a list shows it",
    },
    {
      when: ({ operation, column }) => operation === "update" && column.readById === undefined,
      end: "healed",
      because: "nothing is changed that cannot be seen",
    },
    {
      when: ({ operation }) => isReading(operation),
      end: "ok",
      because: "a list that lacks something is no proof",
    },
    { when: () => true, end: "ok", because: "the id is enough to write" },
  ],
  "reads by id": [
    {
      when: (cell) =>
        on("stale")(cell) &&
        deletes(cell.operation) &&
        ["Authorization", "AccountUser"].includes(cell.column.type),
      end: "healed",
      because: "a second delete is refused, but it is still shown",
    },
    ...believed,
    {
      when: ({ operation, column }) =>
        column.type === "SubAccount" && (operation === "update" || operation === "replace"),
      end: "healed",
      because: "what was written is read back by its id",
    },
    {
      when: (cell) => on("stale")(cell) && isSet(cell.column) && cell.operation !== "update",
      end: "healed",
      because: "a write to one lock makes the other one look as it was before",
    },
    {
      when: (cell) =>
        !on("stale")(cell) &&
        ((cell.operation === "replace" && cell.column.type === "AccountUser") ||
          (cell.operation === "update" && isCode(cell.column) && isBeyondDoubt(cell, cell.column))),
      end: "healed",
      because: "nobody can wait until it is gone, and until then its e-mail address or code is taken",
    },
    {
      when: (cell) => on("stale")(cell) && cell.operation === "update",
      end: "healed",
      because: "what is read back is not what was written",
    },
    {
      when: (cell) => cell.operation === "update" && !isBeyondDoubt(cell, cell.column),
      end: "healed",
      because: "nothing is changed that cannot be seen",
    },
    {
      when: (cell) => cell.operation === "update",
      end: "ok",
      because: "what is gone is made anew, and a delete of the old one is sent all the same",
    },
    {
      when: ({ operation }) => isReading(operation),
      end: "ok",
      because: "who cannot read it does not know that it is gone",
    },
    { when: () => true, end: "ok", because: "the id is enough to write" },
  ],
  "one write": [
    { when: on("401"), end: "healed", because: "the same token would get the same answer" },
    {
      when: (cell) => on("no answer after the effect")(cell) && cell.first !== "create",
      end: "healed",
      because: "the time of the operation is over",
    },
    {
      when: ({ trouble, first, column }) =>
        (isAfter.test(trouble) || isSpoilt.test(trouble)) && first === "create" && losesSecret(column),
      end: "refused",
      because: "its secret was in the answer",
    },
    {
      when: ({ trouble, first }) => isAfter.test(trouble) && first === "delete",
      end: "ok",
      because: "the second answer tells that it is gone",
    },
    { when: ({ trouble }) => isAfter.test(trouble), end: "ok", because: "the list tells that it was done" },
    {
      when: ({ trouble }) => isWaited.test(trouble),
      end: "ok",
      because: "it was refused unprocessed, or is only slow",
    },
    { when: ({ trouble }) => isSpoilt.test(trouble), end: "ok", because: "the list tells that it was done" },
    { when: on("ghost"), end: "ok", because: "a sync makes it go" },
    {
      when: (cell) => on("423")(cell) && cell.first === "create" && !isSet(cell.column),
      end: "healed",
      because: "there is no object yet to wait for",
    },
    {
      when: ({ first, column }) => first === "create" && column.locks.length === 0,
      end: "healed",
      because: "no device can be asked whether it was made, and a second one could be a duplicate",
    },
    {
      when: (cell) => on("no answer")(cell) && cell.first !== "create",
      end: "healed",
      because: "the time of the operation is over",
    },
    { when: () => true, end: "ok", because: "the same again changes nothing more" },
  ],
  "all writes": [
    { when: on("slow"), end: "ok", because: "it is only slow" },
    { when: on("ghost"), end: "ok", because: "a sync makes it go" },
    {
      when: (cell) => on("truncated")(cell) && cell.first === "update",
      end: "healed",
      because: "it is sent again and again, and no answer can be read",
    },
    {
      when: ({ trouble, first }) => isSpoilt.test(trouble) && first !== "create",
      end: "ok",
      because: "nothing in the answer is needed",
    },
    {
      when: ({ trouble, first }) => isAfter.test(trouble) && first === "delete",
      end: "healed",
      because: "no answer tells that it is gone, and a list that lacks it is no proof",
    },
    {
      when: ({ trouble, first, column }) =>
        isAfter.test(trouble) &&
        isSet(column) &&
        (trouble !== "no answer after the effect" || first !== "update"),
      end: "ok",
      because: "many at once are not sent again before the list was asked",
    },
    {
      when: ({ trouble, first, column }) =>
        (isAfter.test(trouble) || isSpoilt.test(trouble)) && first === "create" && losesSecret(column),
      end: "refused",
      because: "its secret was in the answer",
    },
    {
      when: ({ trouble, first, column }) =>
        isAfter.test(trouble) && first === "create" && !isSetLater(column),
      end: "ok",
      because: "the list tells that it was done",
    },
    { when: ({ trouble }) => isSpoilt.test(trouble), end: "ok", because: "the list tells that it was done" },
    { when: () => true, end: "healed", because: "it cannot be written now" },
  ],
  "outage from a write on": [
    {
      when: ({ trouble, first, column }) =>
        isAfter.test(trouble) && first === "create" && column.wayOut !== undefined,
      end: "refused",
      because: "nobody can tell whose it is: a person decides",
    },
    { when: () => true, end: "healed", because: "the next run looks first" },
  ],
  "the lock": [
    { when: ({ operation }) => isReading(operation), end: "ok", because: "the service's copy answers" },
    { when: () => true, end: "healed", because: "it goes on when the lock is back" },
  ],
  "the account": [
    { when: ({ operation }) => operation === "delete", end: "ok", because: "it goes by its id" },
    {
      when: ({ trouble }) => !isNaming.test(trouble),
      end: "told",
      because: "another window than the declared one stays an error: it says who may open when",
    },
    {
      when: ({ column }) => column.type === "AccountUser" || column.type === "SubAccount",
      end: "told",
      because: "the name of a person or an account is as declared, or an error",
    },
    { when: () => true, end: "ok", because: "what became of the name is recorded, and is no difference" },
  ],
};

function makes(operation: Operation): boolean {
  return operation === "create" || operation === "replace";
}

function deletes(operation: Operation): boolean {
  return operation === "delete" || operation === "replace";
}

function on(trouble: string): Rule["when"] {
  return (cell) => cell.trouble === trouble;
}

/** The service shows the secret only in its answer to the create. */
function losesSecret({ behaviour }: Column): boolean {
  return behaviour.webhookListShowsSecret === false;
}

/** A lock takes each code only once. */
function isCode({ program }: Column): boolean {
  return (program.inputs as Bag)["code"] !== undefined;
}

/** Many objects that are sent in one request. */
function isSet({ type }: Column): boolean {
  return type === "AuthorizationSet";
}

/** The create cannot set everything, so a second request follows. */
function isSetLater({ type }: Column): boolean {
  return type === "Address" || type === "SubAccount";
}

const worst: readonly End[] = ["told", "refused", "healed", "ok"];

/** The end that a cell has to have. `requests` are those of the operation when nothing goes wrong. */
export function expected(
  { trouble, course }: Row,
  operation: Operation,
  column: Column,
  requests: readonly RecordedRequest[],
): Pick<Rule, "end" | "because"> {
  const does = { PUT: "create", POST: "update", DELETE: "delete" } as const;
  const [first, ...others] = requests
    .filter((request) => isWrite(request) && (!isSpoilt.test(trouble) || request.status === 200))
    .map(({ method }): Does => does[method as keyof typeof does]);
  // If every write is in trouble, each of them counts.
  const deciding = course === "all writes" ? [first, ...others] : [first];
  const found = deciding.map((one) => {
    const rule = rules[course].find(({ when }) => when({ trouble, course, operation, column, first: one }));
    if (rule === undefined) {
      throw new Error(`No rule decides ${trouble} (${course}) for ${operation} of ${column.name}.`);
    }
    return rule;
  });
  const [decided] = found.sort((left, right) => worst.indexOf(left.end) - worst.indexOf(right.end));
  return decided ?? { end: "impossible", because: "no rule is asked" };
}
