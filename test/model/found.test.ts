import type { Command, Edit, History } from "./command";
import type { Resource } from "./declaration";
import { replay, stopWorld } from "./replay";

/** The simplest resource of a kind, or one that differs from it. */
function resourceOf(kind: Resource["kind"], more: Partial<Resource> = {}): Resource {
  return { kind, n: 0, v: 0, on: [0], set: false, patient: false, of: 0, ...more };
}

function declare(place: number, kind: Resource["kind"], more: Partial<Resource> = {}): Edit {
  return { edit: "declare", place, resource: resourceOf(kind, more) };
}

/** Replays on a fast service, unless told otherwise. */
function relive(
  commands: Command[],
  { isLogged = false, ...behaviour }: Partial<History["behaviour"] & Pick<History, "isLogged">> = {},
): Promise<void> {
  return replay({
    behaviour: { settleMs: 0, latencyMs: 5, webhookListShowsSecret: false, absentStatus: 403, ...behaviour },
    isLogged,
    commands,
  });
}

/** Problems that random histories have found, each as the smallest history that showed it. */
describe("the model once found that", () => {
  afterAll(stopWorld);

  it("a webhook whose forced replacement was not finished was deleted by the next run", async () => {
    await relive(
      [
        {
          do: "up",
          stack: 0,
          edits: [declare(0, "webhook")],
        },
        {
          do: "up",
          stack: 0,
          edits: [{ edit: "force", place: 0 }, declare(1, "address")],
          faults: [{ kind: "error", operation: "PUT /address", status: 401 }],
        },
      ],
      { webhookListShowsSecret: true },
    );
  });

  it("an up right after a killed destroy was a success while deletes were still under way", async () => {
    await relive(
      [
        {
          do: "up",
          stack: 0,
          edits: [declare(1, "unit", { n: 2, on: [1], of: 4 })],
        },
        { do: "destroy", stack: 0, crash: { who: "provider", at: 19, checkpoints: false } },
        { do: "up", stack: 0, edits: [] },
      ],
      { settleMs: 4000 },
    );
  });

  it("and so it was with the grants of a set", async () => {
    await relive(
      [
        {
          do: "up",
          stack: 0,
          edits: [
            declare(4, "webhook", { v: 1, on: [2], of: 2 }),
            declare(1, "fob", { n: 1, v: 2, on: [0, 2, 1], set: true }),
            declare(7, "user", { v: 3, on: [1, 0], of: 2 }),
          ],
        },
        { do: "destroy", stack: 0, crash: { who: "both", at: 30, checkpoints: false } },
        { do: "up", stack: 0, edits: [] },
      ],
      { settleMs: 300, latencyMs: 40 },
    );
  });

  it("a new resource adopted the user of one that was to become another, and both had the same", async () => {
    await relive(
      [
        {
          do: "up",
          stack: 0,
          edits: [declare(0, "address"), declare(7, "user", { n: 1, v: 2 })],
        },
        {
          do: "up",
          stack: 0,
          edits: [declare(7, "user"), declare(0, "user", { n: 1, v: 2 })],
        },
      ],
      { isLogged: true },
    );
  });

  it("a user stays whom a run that died gave something that no program declares any more", async () => {
    await relive([
      { do: "preview", stack: 0, edits: [declare(1, "fob")] },
      { do: "preview", stack: 0, edits: [declare(0, "user")] },
      { do: "up", stack: 0, edits: [], crash: { who: "both", at: 17, checkpoints: true } },
      { do: "up", stack: 0, edits: [declare(0, "address")] },
      { do: "up", stack: 0, edits: [declare(1, "address", { n: 1 })] },
    ]);
  });

  it("a ghost can go while a run goes on that took it for real, and the next one makes it again", async () => {
    await relive(
      [
        { do: "up", stack: 0, edits: [declare(0, "code", { on: [1, 0], set: true })] },
        { do: "ghosts", lock: 0, on: true },
        {
          do: "up",
          stack: 0,
          edits: [declare(2, "unit"), declare(1, "user")],
          crash: { who: "engine", at: 3, checkpoints: false },
        },
        { do: "destroy", stack: 0, crash: { who: "both", at: 68, checkpoints: false } },
        { do: "up", stack: 0, edits: [] },
      ],
      { settleMs: 300 },
    );
  });

  it("what a run that died has made and somebody renamed is nobody's, and is made again", async () => {
    await relive([
      { do: "up", stack: 0, edits: [declare(0, "code")] },
      { do: "up", stack: 0, edits: [declare(1, "address", { n: 2 })] },
      {
        do: "up",
        stack: 0,
        edits: [declare(2, "address"), declare(4, "address", { n: 1 }), declare(3, "user")],
      },
      {
        do: "up",
        stack: 1,
        edits: [declare(0, "fob", { on: [0, 1], set: true })],
        crash: { who: "both", at: 17, checkpoints: false },
      },
      { do: "app", act: { act: "change", what: 80 } },
    ]);
  });

  it("what a list lacks while its resource gets a new name is made a second time, and a person has to see to it", async () => {
    await relive(
      [
        {
          do: "faults",
          faults: [{ kind: "missing page", operation: "GET /smartlock/auth", skip: 7 }],
        },
        { do: "up", stack: 0, edits: [declare(0, "fob", { v: 2 })] },
        {
          do: "up",
          stack: 0,
          edits: [{ edit: "rename", place: 0, hasAlias: false }],
          crash: { who: "both", at: 15, checkpoints: false },
        },
      ],
      { settleMs: 300 },
    );
  });

  it("one that became another was there beside that other when the run died, and both were known", async () => {
    await relive([
      { do: "up", stack: 0, edits: [declare(2, "alert"), declare(7, "alert", { n: 2 })] },
      {
        do: "up",
        stack: 0,
        edits: [declare(7, "address"), declare(2, "alert", { n: 2 })],
        crash: { who: "both", at: 7, checkpoints: false },
      },
    ]);
  });

  it("nobody can tell what somebody makes just so while a lock still has to make it for a run that died", async () => {
    const fob = { n: 2, v: 3, on: [1] };
    await relive(
      [
        { do: "up", stack: 0, edits: [declare(0, "fob", fob)] },
        { do: "destroy", stack: 0 },
        { do: "up", stack: 0, edits: [], crash: { who: "both", at: 15, checkpoints: false } },
        { do: "app", act: { act: "add", stack: 0, resource: resourceOf("fob", fob) } },
        { do: "up", stack: 0, edits: [], meanwhile: { afterMs: 0, act: { act: "change", what: 0 } } },
      ],
      { settleMs: 4000 },
    );
  });

  it("what a run that died has sent can arrive after the next one made the same and another deleted it", async () => {
    await relive([
      {
        do: "up",
        stack: 0,
        edits: [declare(1, "desk"), declare(2, "address")],
        faults: [{ kind: "slow", operation: "PUT *", skip: 0, count: 1, when: "before", ms: 500 }],
        crash: { who: "both", at: 5, checkpoints: false },
      },
      { do: "up", stack: 0, edits: [] },
      { do: "twice up", stack: 0, edits: [declare(1, "address", { n: 1 })], afterMs: 0 },
    ]);
  });

  it("a set whose grant another resource took over was refused in every run, instead of making one of its own", async () => {
    await relive([
      { do: "up", stack: 0, edits: [declare(6, "code", { n: 2, set: true })] },
      { do: "up", stack: 0, edits: [declare(6, "code", { set: true }), declare(0, "code", { n: 2 })] },
    ]);
  });

  it("one could be changed into what a run that died has left, and nobody said so", async () => {
    await relive([
      {
        do: "up",
        stack: 0,
        edits: [declare(1, "address")],
        crash: { who: "both", at: 10, checkpoints: false },
      },
      { do: "up", stack: 0, edits: [declare(1, "address", { n: 1 })] },
      { do: "preview", stack: 0, edits: [declare(1, "address")] },
    ]);
  });

  it("so it could with what one of two runs at once has left", async () => {
    await relive([
      { do: "twice up", stack: 0, edits: [declare(1, "push")], afterMs: 0 },
      { do: "up", stack: 0, edits: [declare(1, "push", { n: 1 })] },
      { do: "up", stack: 0, edits: [declare(1, "push")] },
    ]);
  });

  it("one gets what another has only after a person has cleared up what keeps that one from becoming something else", async () => {
    await relive([
      { do: "up", stack: 0, edits: [declare(0, "desk", { n: 2 })] },
      { do: "app", act: { act: "add", stack: 0, resource: resourceOf("desk", { n: 1 }) } },
      { do: "up", stack: 0, edits: [declare(0, "desk", { n: 1 })] },
      { do: "up", stack: 0, edits: [declare(1, "desk", { n: 2 })] },
    ]);
  });

  it("somebody can change what a run has just taken over, which was as declared when it did", async () => {
    await relive(
      [
        { do: "app", act: { act: "add", stack: 0, resource: resourceOf("unit", { of: 7 }) } },
        {
          do: "up",
          stack: 0,
          edits: [declare(0, "unit", { of: 7 }), declare(1, "code")],
          meanwhile: { afterMs: 100, act: { act: "change", what: 3 } },
        },
      ],
      { settleMs: 300 },
    );
  });

  it("nobody can tell what somebody makes just so while what a run that died has sent is on its way", async () => {
    await relive(
      [
        {
          do: "up",
          stack: 0,
          edits: [declare(0, "app")],
          crash: { who: "engine", at: 15, checkpoints: false },
        },
        { do: "app", act: { act: "add", stack: 0, resource: resourceOf("app") } },
        { do: "up", stack: 0, edits: [] },
      ],
      { settleMs: 4000, latencyMs: 40 },
    );
  });

  it("two webhooks of which one wants what the other had: that goes last, and was waited for in every run", async () => {
    await relive(
      [
        { do: "preview", stack: 0, edits: [declare(1, "webhook", { n: 2 })] },
        {
          do: "up",
          stack: 0,
          edits: [declare(3, "webhook", { n: 2, v: 3 }), declare(0, "webhook", { n: 1 })],
        },
        {
          do: "faults",
          faults: [
            { kind: "old values", operation: "GET /api/decentralWebhook", count: "always", lacksNew: false },
          ],
        },
        { do: "up", stack: 0, edits: [declare(1, "webhook"), declare(0, "webhook", { n: 2 })] },
        { do: "refresh", stack: 0 },
        { do: "up", stack: 0, edits: [declare(1, "webhook", { n: 1 })] },
        { do: "refresh", stack: 0 },
      ],
      { absentStatus: 400, isLogged: true },
    );
  });

  it.each([true, false])(
    "and so were two that want each other's URL (secrets are shown: %s)",
    async (isShown) => {
      await relive(
        [
          { do: "up", stack: 0, edits: [declare(0, "webhook"), declare(1, "webhook", { n: 1 })] },
          {
            do: "up",
            stack: 0,
            edits: [declare(0, "webhook", { n: 2 }), declare(1, "webhook"), declare(0, "webhook", { n: 1 })],
          },
        ],
        { webhookListShowsSecret: isShown },
      );
    },
  );

  it("a person who was told of two that dead runs had left deleted neither", async () => {
    await relive(
      [
        {
          do: "up",
          stack: 0,
          edits: [declare(1, "fob", { n: 1, v: 2, set: true, of: 2 })],
          crash: { who: "engine", at: 10, checkpoints: false, losesNotes: true, isWaitedFor: false },
        },
        {
          do: "up",
          stack: 0,
          edits: [],
          crash: { who: "provider", at: 49, checkpoints: false, losesNotes: true, isWaitedFor: true },
        },
      ],
      { settleMs: 4000, absentStatus: 400 },
    );
  });

  it("a person who was told of a code that the same run then deleted did not know what to do", async () => {
    await relive(
      [
        { do: "up", stack: 0, edits: [declare(5, "code", { n: 1, on: [1, 0] })] },
        { do: "offline", lock: 1, how: "lost" },
        { do: "up", stack: 0, edits: [declare(5, "app")] },
        { do: "up", stack: 0, edits: [declare(3, "code", { n: 1, v: 3, on: [1, 0] })] },
      ],
      { absentStatus: 400, isLogged: true },
    );
  });

  it("the twin of what is taken to be there was not named", async () => {
    await relive(
      [
        {
          do: "up",
          stack: 0,
          edits: [declare(3, "alert", { n: 1, v: 3, on: [2, 1], set: true, of: 5 }), declare(1, "alert")],
        },
        {
          do: "up",
          stack: 0,
          edits: [{ edit: "force", place: 1 }],
          crash: { who: "both", at: 16, checkpoints: false, losesNotes: true, isWaitedFor: false },
        },
        { do: "both up", edits: [], otherEdits: [], afterMs: 0 },
      ],
      { absentStatus: 400, isLogged: true },
    );
  });

  it("what somebody else had made a moment before was taken for what was pending, and changed", async () => {
    await relive(
      [
        {
          do: "up",
          stack: 0,
          edits: [],
          meanwhile: {
            afterMs: 0,
            act: { act: "add", stack: 0, resource: resourceOf("app", { n: 2, on: [2] }) },
          },
        },
        { do: "faults", faults: [{ kind: "lacking", operation: "GET /smartlock/auth", count: "always" }] },
        { do: "up", stack: 0, edits: [declare(3, "app", { n: 2, v: 3, on: [2, 0] })] },
      ],
      { absentStatus: 400, isLogged: true },
    );
  });

  it("it was not enough to say that what a dead run had left exists already", async () => {
    await relive(
      [
        {
          do: "up",
          stack: 0,
          edits: [
            declare(7, "code", { n: 2, v: 3, on: [1, 2], set: true, of: 1 }),
            declare(1, "desk", { n: 2, v: 3, on: [1, 2, 0], set: true }),
          ],
        },
        {
          do: "up",
          stack: 0,
          edits: [
            declare(7, "unit", { n: 2, v: 3, on: [1], set: true, patient: true, of: 2 }),
            { edit: "force", place: 1 },
          ],
          crash: { who: "engine", at: 30, checkpoints: false, losesNotes: true, isWaitedFor: false },
        },
        { do: "wait", minutes: 400 },
        { do: "preview", stack: 0, edits: [] },
      ],
      { settleMs: 300, webhookListShowsSecret: true, isLogged: true },
    );
  });

  it("a unit goes with its address, which is replaced by force, in a run that dies", async () => {
    await relive(
      [
        { do: "up", stack: 0, edits: [declare(4, "unit", { v: 1, on: [1, 0], of: 3 })] },
        { do: "up", stack: 0, edits: [declare(3, "address", { n: 2, v: 3, on: [2], of: 1 })] },
        {
          do: "up",
          stack: 0,
          edits: [{ edit: "force", place: 3 }],
          faults: [],
          crash: { who: "engine", at: 22, checkpoints: true, losesNotes: true, isWaitedFor: true },
        },
      ],
      { settleMs: 4000, latencyMs: 40, webhookListShowsSecret: true, absentStatus: 404 },
    );
  });

  it("nobody can name a second authorization that lists hid in every run about it", async () => {
    await relive(
      [
        {
          do: "faults",
          faults: [{ kind: "old values", operation: "GET /smartlock/auth", count: "always", lacksNew: true }],
        },
        { do: "up", stack: 0, edits: [declare(2, "app", { n: 1, v: 3, on: [2, 1], set: true })] },
        { do: "up", stack: 0, edits: [] },
        {
          do: "up",
          stack: 0,
          edits: [],
          faults: [{ kind: "lacking", operation: "GET /smartlock/auth", count: "always", which: [3] }],
          crash: { who: "provider", at: 88, checkpoints: true, losesNotes: true, isWaitedFor: false },
        },
        { do: "up", stack: 0, edits: [declare(2, "code", { v: 1, on: [0, 1, 2] })] },
      ],
      { settleMs: 300, latencyMs: 40, webhookListShowsSecret: true, isLogged: true },
    );
  });

  it("an authorization stays that of its user when the user is deleted by hand", async () => {
    await relive(
      [
        {
          do: "up",
          stack: 0,
          edits: [
            declare(1, "user", { n: 1, on: [2], of: 2 }),
            declare(0, "user", { n: 2, on: [1], of: 3 }),
            declare(3, "desk", { n: 1, on: [2], of: 4 }),
            declare(7, "code", { n: 2, v: 2, patient: true, of: 6 }),
            declare(6, "app", { v: 1, on: [2, 1] }),
          ],
        },
        { do: "up", stack: 0, edits: [{ edit: "remove", place: 2 }] },
        { do: "app", act: { act: "delete", what: 142 } },
        { do: "up", stack: 0, edits: [] },
      ],
      { settleMs: 4000, latencyMs: 40, absentStatus: 400, isLogged: true },
    );
  });

  it("what somebody renames while the run that made it has not recorded it yet, and dies, is nobody's", async () => {
    await relive(
      [
        { do: "preview", stack: 0, edits: [declare(3, "code", { on: [1, 0], of: 7 })] },
        {
          do: "up",
          stack: 0,
          edits: [
            declare(6, "desk", { n: 2, v: 1, on: [0, 2, 1], patient: true, of: 1 }),
            declare(7, "app", { n: 2, v: 3, on: [1, 2], patient: true, of: 2 }),
          ],
          meanwhile: { afterMs: 914, act: { act: "change", what: 22 } },
        },
        {
          do: "up",
          stack: 0,
          edits: [declare(4, "fob", { n: 1, v: 2, on: [2, 0, 1], patient: true, of: 3 })],
          crash: { who: "both", at: 35, checkpoints: false, losesNotes: true, isWaitedFor: true },
        },
      ],
      { settleMs: 0, latencyMs: 40, webhookListShowsSecret: false, absentStatus: 404, isLogged: false },
    );
  });

  it("a person who was told of twins on several doors deleted none", async () => {
    await relive(
      [
        {
          do: "up",
          stack: 0,
          edits: [declare(7, "fob", { n: 1, v: 2, on: [2, 1], set: true, patient: true, of: 1 })],
          faults: [],
          crash: { who: "both", at: 24, checkpoints: false, losesNotes: true, isWaitedFor: false },
        },
        {
          do: "up",
          stack: 0,
          edits: [],
          crash: { who: "provider", at: 28, checkpoints: true, losesNotes: true, isWaitedFor: false },
        },
      ],
      { settleMs: 4000, latencyMs: 40, webhookListShowsSecret: false, absentStatus: 404, isLogged: true },
    );
  });

  it("how an address is, nobody sees while lists hide it", async () => {
    await relive(
      [
        {
          do: "up",
          stack: 0,
          edits: [
            declare(5, "app", { n: 2, v: 1, on: [0, 1, 2], of: 5 }),
            declare(0, "user", { n: 1, v: 1, on: [2, 1], of: 2 }),
            declare(6, "desk", { n: 1, v: 2, on: [1], set: true, of: 3 }),
            declare(3, "address", { v: 3, on: [0, 2, 1], of: 1 }),
            declare(7, "push", { n: 1, v: 2, on: [1, 2], of: 2 }),
          ],
        },
        {
          do: "faults",
          faults: [{ kind: "lacking", operation: "GET /address", count: "always", which: [2, 3, 0] }],
        },
        { do: "app", act: { act: "change", what: 79 } },
        { do: "up", stack: 0, edits: [] },
      ],
      { settleMs: 0, latencyMs: 40, webhookListShowsSecret: false, absentStatus: 403, isLogged: false },
    );
  });

  it("what a run that died has sent arrives late, and lists hide it", async () => {
    await relive(
      [
        {
          do: "up",
          stack: 0,
          edits: [declare(0, "address", { v: 2, set: true, of: 2 })],
          crash: { who: "both", at: 7, checkpoints: false, losesNotes: false, isWaitedFor: true },
        },
        {
          do: "up",
          stack: 0,
          edits: [
            declare(1, "desk", { v: 2, on: [2, 0], patient: true, of: 5 }),
            declare(6, "alert", { on: [0, 2], set: true }),
          ],
          faults: [{ kind: "lacking", operation: "GET /address", count: "always" }],
          crash: { who: "provider", at: 19, checkpoints: true, losesNotes: false, isWaitedFor: false },
        },
        { do: "both up", edits: [], otherEdits: [], afterMs: 375 },
      ],
      { settleMs: 4000, latencyMs: 5, webhookListShowsSecret: true, absentStatus: 404, isLogged: false },
    );
  });

  it("two that the state has under former names keep a third from being made, and a person deletes one", async () => {
    await relive(
      [
        {
          do: "up",
          stack: 0,
          edits: [
            declare(0, "desk", { v: 3, on: [2, 0], of: 3 }),
            declare(2, "push", { n: 2, on: [0, 2, 1], of: 2 }),
          ],
        },
        { do: "up", stack: 0, edits: [{ edit: "rename", place: 0, hasAlias: false }] },
        {
          do: "up",
          stack: 1,
          edits: [],
          faults: [{ kind: "lacking", operation: "GET /notification", count: "always" }],
          crash: { who: "engine", at: 32, checkpoints: false, losesNotes: false, isWaitedFor: true },
        },
        {
          do: "up",
          stack: 0,
          edits: [{ edit: "rename", place: 2, hasAlias: false }],
          meanwhile: {
            afterMs: 8,
            act: {
              act: "add",
              stack: 0,
              resource: { kind: "address", n: 0, v: 2, on: [1, 2], set: true, patient: false, of: 6 },
            },
          },
        },
        { do: "faults", faults: [] },
        { do: "up", stack: 0, edits: [{ edit: "rename", place: 2, hasAlias: false }] },
      ],
      { settleMs: 4000, latencyMs: 5, webhookListShowsSecret: true, absentStatus: 400, isLogged: false },
    );
  });

  it("a refresh that took something out of the state did not name what a dead run had put in its place", async () => {
    await relive(
      [
        {
          do: "up",
          stack: 0,
          edits: [
            declare(3, "fob", { n: 1, v: 1, on: [2] }),
            declare(0, "user", { n: 1, on: [2, 1], of: 4 }),
          ],
        },
        {
          do: "up",
          stack: 0,
          edits: [
            declare(0, "desk", { n: 2, v: 3, on: [2, 1], patient: true, of: 4 }),
            declare(1, "fob", { n: 2, v: 2, on: [1, 0, 2], set: true, of: 2 }),
          ],
          crash: { who: "engine", at: 18, checkpoints: false, losesNotes: false, isWaitedFor: true },
        },
        { do: "refresh", stack: 0 },
      ],
      { settleMs: 0, latencyMs: 5, webhookListShowsSecret: true, absentStatus: 400, isLogged: false },
    );
  });

  it("what a dead run had put in the place of something that is taken to be there is not as declared yet", async () => {
    await relive(
      [
        {
          do: "up",
          stack: 0,
          edits: [
            declare(2, "webhook", { n: 2, v: 1, on: [1, 2], set: true, of: 1 }),
            declare(1, "code", { v: 3, on: [1], set: true, of: 5 }),
            declare(5, "code", { n: 1, v: 3, on: [0, 1, 2], set: true, of: 4 }),
          ],
        },
        {
          do: "destroy",
          stack: 0,
          crash: { who: "provider", at: 21, checkpoints: true, losesNotes: false, isWaitedFor: true },
        },
        {
          do: "up",
          stack: 0,
          edits: [],
          faults: [],
          crash: { who: "engine", at: 26, checkpoints: true, losesNotes: true, isWaitedFor: false },
        },
        { do: "up", stack: 0, edits: [] },
      ],
      { settleMs: 0, latencyMs: 5, webhookListShowsSecret: true, absentStatus: 400, isLogged: true },
    );
  });

  it("what the first of two runs at once has made is nobody's, once no program declares it any more", async () => {
    await relive(
      [
        {
          do: "up",
          stack: 0,
          edits: [],
          faults: [{ kind: "old values", operation: "GET /smartlock/auth", count: "always", lacksNew: true }],
          crash: { who: "both", at: 3, checkpoints: true, losesNotes: true, isWaitedFor: true },
        },
        {
          do: "up",
          stack: 0,
          edits: [],
          crash: { who: "both", at: 21, checkpoints: false, losesNotes: false, isWaitedFor: false },
        },
        { do: "twice up", stack: 0, edits: [declare(2, "code", { n: 2, of: 2 })], afterMs: 14 },
        { do: "up", stack: 0, edits: [declare(2, "app", { v: 1, on: [1], patient: true, of: 4 })] },
      ],
      { settleMs: 0, latencyMs: 40, webhookListShowsSecret: false, absentStatus: 400, isLogged: false },
    );
  });

  it("what somebody renames while it is being made looks like a name that the service has altered", async () => {
    await relive(
      [
        {
          do: "up",
          stack: 1,
          edits: [declare(6, "user", { v: 1, on: [2, 1], patient: true, of: 1 })],
          crash: { who: "provider", at: 65, checkpoints: false, losesNotes: true, isWaitedFor: false },
        },
        {
          do: "up",
          stack: 0,
          edits: [
            declare(1, "app", { on: [1, 0], of: 1 }),
            declare(0, "user", { v: 2, on: [0, 1, 2], set: true, of: 1 }),
          ],
          meanwhile: { afterMs: 612, act: { act: "change", what: 21 } },
        },
        { do: "up", stack: 0, edits: [] },
      ],
      { settleMs: 300, latencyMs: 40, webhookListShowsSecret: false, absentStatus: 404, isLogged: true },
    );
  });

  it("and so does what somebody renames while it is pending", async () => {
    await relive(
      [
        {
          do: "up",
          stack: 0,
          edits: [
            declare(0, "address", { v: 2, on: [0, 2], of: 6 }),
            declare(6, "user", { n: 2, on: [0, 2], set: true, of: 6 }),
          ],
          faults: [],
        },
        { do: "faults", faults: [{ kind: "stale", operation: "GET /smartlock/auth", count: "always" }] },
        {
          do: "up",
          stack: 0,
          edits: [
            declare(3, "fob", { on: [0, 1], set: true, of: 6 }),
            declare(1, "app", { n: 1, v: 2, on: [2, 0], set: true, of: 2 }),
            declare(2, "fob", { v: 1, on: [2], set: true, of: 5 }),
          ],
        },
        { do: "app", act: { act: "change", what: 193 } },
      ],
      { settleMs: 4000, latencyMs: 40, webhookListShowsSecret: false, absentStatus: 400, isLogged: false },
    );
  });

  it("units that another stack has made two seconds before do not keep a run from going on that follows a dead one", async () => {
    await relive(
      [
        {
          do: "up",
          stack: 0,
          edits: [declare(0, "alert", { n: 1, on: [0, 1, 2], patient: true, of: 6 })],
          crash: { who: "engine", at: 40, checkpoints: true, losesNotes: true, isWaitedFor: false },
        },
        { do: "up", stack: 0, edits: [declare(3, "desk", { n: 2, set: true, of: 1 })] },
        {
          do: "faults",
          faults: [{ kind: "old values", operation: "GET /account/sub", count: "always", lacksNew: false }],
        },
        { do: "up", stack: 0, edits: [declare(3, "desk", { n: 2, v: 3, set: true, of: 1 })] },
        {
          do: "up",
          stack: 1,
          edits: [
            declare(6, "unit", { n: 2, v: 2, on: [1], of: 1 }),
            declare(7, "unit", { on: [0, 1, 2], of: 4 }),
          ],
        },
        {
          do: "up",
          stack: 0,
          edits: [declare(7, "unit", { n: 1, v: 1, on: [0, 1], patient: true })],
          crash: { who: "both", at: 19, checkpoints: true, losesNotes: false, isWaitedFor: false },
        },
      ],
      { settleMs: 0, latencyMs: 40, webhookListShowsSecret: false, absentStatus: 400, isLogged: true },
    );
  });

  it("a password of an update that failed stayed, where the program went back to the one before", async () => {
    await relive(
      [
        { do: "up", stack: 0, edits: [declare(3, "desk", { n: 2 })] },
        {
          do: "faults",
          faults: [
            {
              kind: "old values",
              operation: "GET /account/sub/{accountId}",
              count: "always",
              lacksNew: false,
            },
          ],
        },
        { do: "up", stack: 0, edits: [declare(3, "desk", { n: 2, v: 3 })] },
        { do: "up", stack: 0, edits: [declare(3, "desk", { n: 2 })] },
      ],
      { settleMs: 300, latencyMs: 5, webhookListShowsSecret: false, absentStatus: 403, isLogged: false },
    );
  });

  it("a code that is changed while no list shows what was sent is known to the state", async () => {
    await relive(
      [
        { do: "faults", faults: [{ kind: "lacking", operation: "GET /smartlock/auth", count: "always" }] },
        { do: "up", stack: 0, edits: [declare(1, "code", { n: 1, v: 1, on: [1, 2], set: true, of: 7 })] },
        { do: "up", stack: 0, edits: [declare(1, "code", { v: 2, on: [1, 2], set: true, of: 4 })] },
        { do: "up", stack: 0, edits: [{ edit: "remove", place: 1 }], faults: [] },
      ],
      { settleMs: 0, latencyMs: 5, webhookListShowsSecret: false, absentStatus: 403, isLogged: false },
    );
  });

  it("a code of which the answer was lost is known to the state", async () => {
    const code = declare(3, "code", { on: [1, 0], of: 2 });
    await relive(
      [
        {
          do: "faults",
          faults: [
            { kind: "lacking", operation: "GET /smartlock/auth", count: "always" },
            { kind: "drop", operation: "PUT *", skip: 0, count: 1, when: "after" },
          ],
        },
        { do: "up", stack: 0, edits: [code] },
        { do: "faults", faults: [] },
        { do: "up", stack: 0, edits: [{ edit: "remove", place: 3 }] },
      ],
      { settleMs: 0, latencyMs: 5, webhookListShowsSecret: false, absentStatus: 400, isLogged: true },
    );
  });

  it("of a fob that was sent twice and then renamed, none is left without a word", async () => {
    const fob = declare(3, "fob", { on: [1, 0], of: 2 });
    await relive(
      [
        { do: "up", stack: 0, edits: [declare(2, "user")] },
        { do: "faults", faults: [{ kind: "lacking", operation: "GET /smartlock/auth", count: "always" }] },
        { do: "up", stack: 0, edits: [fob] },
        { do: "up", stack: 0, edits: [fob] },
        { do: "faults", faults: [] },
        { do: "up", stack: 0, edits: [declare(3, "fob", { n: 1, on: [1, 0], of: 2 })] },
      ],
      { settleMs: 0, latencyMs: 5, webhookListShowsSecret: false, absentStatus: 400, isLogged: true },
    );
  });

  it("what somebody makes exactly as it was sent counts as sent", async () => {
    await relive(
      [
        { do: "offline", lock: 0, how: "lost" },
        { do: "up", stack: 0, edits: [declare(0, "app", { n: 2, patient: true })] },
        {
          do: "app",
          act: {
            act: "add",
            stack: 0,
            resource: { kind: "app", n: 2, v: 0, on: [0], set: false, patient: false, of: 0 },
          },
        },
      ],
      { settleMs: 0, latencyMs: 5, webhookListShowsSecret: false, absentStatus: 400, isLogged: true },
    );
  });

  it("a unit follows an address that was made a second time, since no list showed the first", async () => {
    await relive(
      [
        { do: "up", stack: 0, edits: [declare(4, "unit", { n: 2, on: [1, 2], set: true, of: 1 })] },
        {
          do: "up",
          stack: 0,
          edits: [
            declare(3, "address", { v: 3, on: [1, 2], of: 7 }),
            declare(1, "address", { n: 1, v: 1, on: [0, 2] }),
          ],
        },
        { do: "faults", faults: [{ kind: "lacking", operation: "GET /address", count: "always" }] },
        {
          do: "up",
          stack: 0,
          edits: [
            declare(3, "address", { v: 2, on: [1, 2], of: 7 }),
            { edit: "rename", place: 1, hasAlias: false },
          ],
        },
      ],
      { settleMs: 4000, latencyMs: 5, webhookListShowsSecret: true, absentStatus: 400, isLogged: true },
    );
  });

  it("what is deleted while another comparison uses up the time is created again", async () => {
    await relive(
      [
        { do: "up", stack: 0, edits: [declare(0, "address"), declare(4, "user")] },
        { do: "up", stack: 0, edits: [declare(3, "unit")] },
        {
          do: "faults",
          faults: [{ kind: "stale", operation: "GET /address/{addressId}/unit", count: "always" }],
        },
        { do: "up", stack: 0, edits: [declare(3, "unit", { v: 2 })] },
        { do: "offline", lock: 0, how: "pending" },
        { do: "up", stack: 0, edits: [] },
        {
          do: "destroy",
          stack: 0,
          crash: { who: "both", at: 19, checkpoints: false, losesNotes: false, isWaitedFor: false },
        },
        {
          do: "up",
          stack: 0,
          edits: [
            declare(1, "user", { n: 1, of: 2 }),
            { edit: "remove", place: 7 },
            declare(7, "push", { n: 2, on: [2, 1, 0] }),
          ],
        },
      ],
      { settleMs: 4000, latencyMs: 5, webhookListShowsSecret: false, absentStatus: 400, isLogged: true },
    );
  });

  it("what a dead run sent can be given up where somebody else has made something there", async () => {
    const crash = { checkpoints: false, losesNotes: false, isWaitedFor: false, who: "both" } as const;
    await relive(
      [
        { do: "up", stack: 0, edits: [declare(0, "address")], crash: { ...crash, at: 1 } },
        { do: "up", stack: 1, edits: [declare(0, "address")], crash: { ...crash, at: 11 } },
        { do: "up", stack: 0, edits: [] },
      ],
      { settleMs: 0, latencyMs: 5, webhookListShowsSecret: false, absentStatus: 400, isLogged: true },
    );
  });

  it("a preview names what a dead run has left of a set", async () => {
    await relive(
      [
        { do: "up", stack: 0, edits: [declare(2, "code", { set: true })] },
        {
          do: "up",
          stack: 0,
          edits: [{ edit: "force", place: 2 }],
          crash: { who: "both", at: 57, checkpoints: false, losesNotes: false, isWaitedFor: false },
        },
        { do: "preview", stack: 0, edits: [] },
      ],
      { settleMs: 4000, latencyMs: 5, webhookListShowsSecret: false, absentStatus: 400, isLogged: true },
    );
  });

  it("a run that does not see what it is about to delete makes a second one, and the offline lock keeps both", async () => {
    await relive(
      [
        {
          do: "up",
          stack: 0,
          edits: [
            declare(3, "fob", { n: 1, v: 2, on: [0, 1], of: 2 }),
            declare(2, "fob", { n: 2, on: [2, 0], set: true }),
          ],
        },
        {
          do: "faults",
          faults: [{ kind: "lacking", operation: "GET /smartlock/auth", count: "always", which: [1] }],
        },
        { do: "up", stack: 0, edits: [declare(3, "fob", { n: 1, on: [0, 1], of: 2 })] },
        { do: "offline", lock: 0, how: "pending" },
        {
          do: "up",
          stack: 0,
          edits: [
            { edit: "remove", place: 2 },
            declare(0, "fob", { n: 2, v: 1, on: [0, 2], set: true, patient: true }),
          ],
        },
        { do: "preview", stack: 0, edits: [] },
      ],
      { settleMs: 0, latencyMs: 5, webhookListShowsSecret: false, absentStatus: 400, isLogged: true },
    );
  });

  it("the first of two runs at once is judged by its own state, not by the object that the other run waits for", async () => {
    await relive(
      [
        {
          do: "up",
          stack: 0,
          edits: [declare(1, "app", { v: 2 })],
          crash: { who: "engine", at: 3, checkpoints: false, losesNotes: true, isWaitedFor: false },
        },
        {
          do: "twice up",
          stack: 0,
          edits: [
            declare(0, "address", { on: [0, 1, 2] }),
            declare(7, "fob", { v: 2, on: [0, 1], set: true }),
          ],
          afterMs: 461,
        },
      ],
      { settleMs: 4000, absentStatus: 400, isLogged: true },
    );
  });
});
