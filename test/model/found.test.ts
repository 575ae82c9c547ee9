import { replay, stopWorld } from "./replay";

/** What random histories have found, each as the smallest history that showed it. */
describe("the model once found that", () => {
  afterAll(stopWorld);

  it("a webhook whose forced replacement was not finished was deleted by the next run", async () => {
    await replay({
      behaviour: { settleMs: 0, latencyMs: 5, webhookListShowsSecret: true },
      isLogged: false,
      commands: [
        {
          do: "up",
          stack: 0,
          edits: [
            {
              edit: "declare",
              place: 0,
              resource: { kind: "webhook", n: 0, v: 0, on: [0], set: false, patient: false, of: 0 },
            },
          ],
        },
        {
          do: "up",
          stack: 0,
          edits: [
            { edit: "force", place: 0 },
            {
              edit: "declare",
              place: 1,
              resource: { kind: "address", n: 0, v: 0, on: [0], set: false, patient: false, of: 0 },
            },
          ],
          fault: { kind: "error", operation: "PUT /address", status: 401 },
        },
      ],
    });
  });

  it("an up right after a killed destroy was a success while deletes were still under way", async () => {
    await replay({
      behaviour: { settleMs: 4000, latencyMs: 5, webhookListShowsSecret: false },
      isLogged: false,
      commands: [
        {
          do: "up",
          stack: 0,
          edits: [
            {
              edit: "declare",
              place: 1,
              resource: { kind: "unit", n: 2, v: 0, on: [1], set: false, patient: false, of: 4 },
            },
          ],
        },
        { do: "destroy", stack: 0, crash: { who: "provider", at: 19, checkpoints: false } },
        { do: "up", stack: 0, edits: [] },
      ],
    });
  });

  it("and so it was with the grants of a set", async () => {
    await replay({
      behaviour: { settleMs: 300, latencyMs: 40, webhookListShowsSecret: false },
      isLogged: false,
      commands: [
        {
          do: "up",
          stack: 0,
          edits: [
            {
              edit: "declare",
              place: 4,
              resource: { kind: "webhook", n: 0, v: 1, on: [2], set: false, patient: false, of: 2 },
            },
            {
              edit: "declare",
              place: 1,
              resource: { kind: "fob", n: 1, v: 2, on: [0, 2, 1], set: true, patient: false, of: 0 },
            },
            {
              edit: "declare",
              place: 7,
              resource: { kind: "user", n: 0, v: 3, on: [1, 0], set: false, patient: false, of: 2 },
            },
          ],
        },
        { do: "destroy", stack: 0, crash: { who: "both", at: 30, checkpoints: false } },
        { do: "up", stack: 0, edits: [] },
      ],
    });
  });

  it("a new resource adopted the user of one that was to become another, and both had the same", async () => {
    const of = { on: [0], set: false, patient: false, of: 0 };
    await replay({
      behaviour: { settleMs: 0, latencyMs: 5, webhookListShowsSecret: false },
      isLogged: true,
      commands: [
        {
          do: "up",
          stack: 0,
          edits: [
            { edit: "declare", place: 0, resource: { kind: "address", n: 0, v: 0, ...of } },
            { edit: "declare", place: 7, resource: { kind: "user", n: 1, v: 2, ...of } },
          ],
        },
        {
          do: "up",
          stack: 0,
          edits: [
            { edit: "declare", place: 7, resource: { kind: "user", n: 0, v: 0, ...of } },
            { edit: "declare", place: 0, resource: { kind: "user", n: 1, v: 2, ...of } },
          ],
        },
      ],
    });
  });
});
