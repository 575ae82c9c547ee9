import type { AccountState, OperationName } from "../../simulator";
import { subjects } from "../contract/kinds";
import { type CollectionName, declared, nameOf, type Subject } from "../contract/subject";
import { hexId, locks, long } from "../contract/world";
import type { Bag } from "../protocol/plugin";
import type { Declared } from "../protocol/declared";
import type { Stored } from "../protocol/engine-state";
import { grants, people } from "../sets/doors";
import { without } from "./without";

/** The numbers of the declaration that the program manages, and of its neighbour that nobody manages. */
const OURS = 1;
const NEIGHBOUR = 2;

/** How the service reads one object by its id, if it can. */
const readsById: Partial<Record<CollectionName, OperationName>> = {
  users: "GET /account/user/{accountUserId}",
  subAccounts: "GET /account/sub/{accountId}",
  authorizations: "GET /smartlock/{smartlockId}/auth/{id}",
  notifications: "GET /notification/{notificationId}",
};

/** A kind of resource in one of its forms: what a program declares, and how its objects look on the service. */
export interface Column {
  readonly name: string;
  readonly type: string;
  readonly collection: CollectionName;
  readonly readById: OperationName | undefined;
  /** The locks it lives on. They have to confirm everything that is done to it. */
  readonly locks: readonly number[];
  readonly program: Declared;
  /** The same after a change that the service can make; undefined if it can make none. */
  readonly changed: Declared | undefined;
  /** The same after a change that needs a new object. */
  readonly replaced: Declared;
  /** Objects of the same kind, and on the same locks, that no program manages. */
  readonly neighbours: readonly Bag[];
  readonly secrets: readonly string[];
  /** What a person declares to decide about an object that was created and not recorded; absent if nobody has to decide. */
  readonly wayOut?: "same" | "always";
  /** How the service behaves where the real one is free to choose. */
  readonly behaviour: Partial<AccountState["behaviour"]>;
  /** What the service must hold for a declaration, one entry per object. */
  wanted(program: Declared): Bag[];
  idOf(record: Bag): string;
  /** The service's ids in a stored resource. */
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

/** The service may or may not show the secret of an existing webhook. */
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
        // Fields that steer the provider are not sent to the service.
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
    // An object that nobody can tell from somebody else's is never adopted automatically.
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
  // The demo account already has the code of the table on one of its doors.
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
