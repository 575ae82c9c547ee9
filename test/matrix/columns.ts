import type { AccountState, OperationName } from "../../simulator";
import { subjects } from "../contract/kinds";
import { type CollectionName, declared, nameOf, type Subject } from "../contract/subject";
import { hexId, locks, long } from "../contract/world";
import type { Bag } from "../protocol/plugin";
import type { Declared } from "../protocol/declared";
import type { Stored } from "../protocol/engine-state";
import { grants, people } from "../sets/doors";
import { without } from "./without";

/** The number of the declaration that a program manages, and of the one beside it that nobody does. */
const OURS = 1;
const NEIGHBOUR = 2;

/** How the service reads one object by its id, where it can. */
const readsById: Partial<Record<CollectionName, OperationName>> = {
  users: "GET /account/user/{accountUserId}",
  subAccounts: "GET /account/sub/{accountId}",
  authorizations: "GET /smartlock/{smartlockId}/auth/{id}",
  notifications: "GET /notification/{notificationId}",
};

/** A kind of resource in one of its forms: what a program declares of it, and how its objects look at the service. */
export interface Column {
  readonly name: string;
  readonly type: string;
  readonly collection: CollectionName;
  readonly readById: OperationName | undefined;
  /** It lives on these locks, which have to confirm what is done to it. */
  readonly locks: readonly number[];
  readonly program: Declared;
  /** The same after a change that the service can make; absent where it can make none. */
  readonly changed: Declared | undefined;
  /** The same after a change that needs another object. */
  readonly replaced: Declared;
  /** Objects of the same kind, and on the same locks, that belong to nobody's program. */
  readonly neighbours: readonly Bag[];
  readonly secrets: readonly string[];
  /** Where a person has to decide about one that was made and not recorded: what the person then declares. */
  readonly wayOut?: "same" | "always";
  /** How the service behaves where the real one may do this or that. */
  readonly behaviour: Partial<AccountState["behaviour"]>;
  /** What the service must hold of a declaration, one for each object. */
  wanted(program: Declared): Bag[];
  idOf(record: Bag): string;
  /** The ids of the service that a state tells. */
  idsIn(stored: Stored): string[];
}

export const columns: readonly Column[] = [
  ...subjects.flatMap((subject) =>
    subject.kind === "Webhook"
      ? [columnOf(subject), withHiddenSecret(columnOf(subject))]
      : [columnOf(subject)],
  ),
  ...Object.entries(grants).map(([form, grant]) => setColumn(form as keyof typeof grants, grant)),
];

/** The service may or may not show a webhook's secret after it was made. */
function withHiddenSecret(column: Column): Column {
  return {
    ...column,
    name: `${column.name} (secret hidden)`,
    behaviour: { webhookListShowsSecret: false },
    wayOut: "always",
  };
}

function columnOf(subject: Subject): Column {
  const inputs = subject.inputs(OURS);
  const program = { type: subject.kind, name: "ours", inputs };
  const neighbour = subject.record(subject.inputs(NEIGHBOUR), NEIGHBOUR, long);
  const smartlockId = inputs["smartlockId"];
  const after = (operation: "update" | "replace"): Declared | undefined => {
    const change = subject.changes.find(
      (candidate) =>
        candidate.operation === operation &&
        candidate.stored === undefined &&
        // What steers the provider is not sent to the service.
        candidate.outside !== "impossible",
    );
    const moved = subject.changes.find(
      (candidate) => candidate.operation === operation && candidate.field === "smartlockId",
    );
    const chosen = moved ?? change;
    return (
      chosen && {
        ...program,
        inputs: declared({ ...inputs, ...chosen.along?.(OURS), [chosen.field]: chosen.to(OURS) }),
      }
    );
  };
  return {
    name: nameOf(subject),
    type: subject.kind,
    collection: subject.collection,
    readById: readsById[subject.collection],
    locks: typeof smartlockId === "number" ? [smartlockId, locks.office] : [],
    program,
    changed: after("update"),
    replaced: after("replace") ?? { ...program, forceReplace: true },
    neighbours: [neighbour],
    secrets: subject.secrets,
    // One that nobody can tell from another's is never taken over by itself.
    ...(!subject.adoption.young && { wayOut: subject.adoption.same ? "same" : "always" }),
    behaviour: {},
    wanted: ({ inputs: fields }) => [without(fields as Bag, ["adopt", ...subject.writeOnly])],
    idOf: (record) => subject.idOf(record),
    idsIn: ({ outputs }) => {
      const parts = Object.keys(subject.idOutputs(neighbour)).map((part) => outputs[part]);
      return parts.includes(undefined) ? [] : [parts.join("/")];
    },
  };
}

function setColumn(form: keyof typeof grants, grant: Bag): Column {
  const smartlockIds = [locks.front, locks.office];
  // The demo account has the code of the table on one of its doors.
  const inputs = { ...grant, ...(form === "code" && { code: 593_847 }), smartlockIds };
  const program = { type: "AuthorizationSet", name: "ours", inputs };
  const other =
    form === "code"
      ? { type: 0, code: undefined, accountUserId: people.crew }
      : { accountUserId: people.caretaker };
  return {
    name: `AuthorizationSet (${form})`,
    type: "AuthorizationSet",
    collection: "authorizations",
    readById: readsById.authorizations,
    locks: smartlockIds,
    program,
    changed: { ...program, inputs: { ...inputs, remoteAllowed: !grant["remoteAllowed"] } },
    replaced: { ...program, inputs: declared({ ...inputs, ...other }) },
    neighbours: smartlockIds.map((smartlockId, n) => ({
      ...declared({ ...grant, name: "Somebody else's", accountUserId: 4_002 }),
      ...(form === "code" && { code: 739_516 }),
      type: grant["type"] ?? 0,
      smartlockId,
      id: hexId("ee0", n),
      authId: 900 + n,
      lockCount: 3,
      enabled: true,
      creationDate: long,
      updateDate: long,
    })),
    secrets: ["code"],
    behaviour: {},
    wanted: (declaration) => {
      const { smartlockIds: places, ...fields } = declaration.inputs as Bag;
      return (places as number[]).map((smartlockId) => ({
        ...without(fields, ["smartActionsEnabled"]),
        smartlockId,
      }));
    },
    idOf: ({ smartlockId, id }) => `${String(smartlockId)}/${String(id)}`,
    idsIn: ({ outputs }) =>
      Object.entries((outputs["authorizationIds"] ?? {}) as Bag).map(
        ([place, id]) => `${place}/${String(id)}`,
      ),
  };
}
