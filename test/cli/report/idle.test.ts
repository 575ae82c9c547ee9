import { idleIn } from "../../../cli/report/idle";
import { CredentialError, type SmartlockClient } from "../../../provider/api";
import { account, live } from "../previews";

describe("What was not used for 90 days", () => {
  const old = { creationDate: "2026-01-01T00:00:00Z" };
  const asked: string[] = [];
  /** Answers for each authorization how many entries its log has, or that the token may not read it. */
  const client = (entries: (id: string) => number | "refused") =>
    ({
      smartlocks: {
        listLogsOf: (_: object, { authId }: { authId: string }) => {
          asked.push(authId);
          const found = entries(authId);
          return found === "refused"
            ? Promise.reject(Object.create(CredentialError.prototype) as CredentialError)
            : Promise.resolve(Array.from({ length: found }));
        },
      },
    }) as unknown as SmartlockClient;
  beforeEach(() => asked.splice(0));

  it("is looked up in the log, unless the service says that it was used, or it is young, disabled, or has no date", async () => {
    const grants = [
      live("a1", old),
      live("a2", old),
      live("a3", { ...old, lastActiveDate: "2026-11-01T00:00:00Z" }),
      live("a4", { ...old, lastActiveDate: "2026-08-01T00:00:00Z" }),
      live("a5", { creationDate: "2026-11-01T00:00:00Z" }),
      live("a6", { ...old, enabled: false }),
      live("a7"),
      live("a8", { ...old, type: 3 }),
    ];
    const { ids, notes } = await idleIn(
      account(grants),
      client((id) => (id === "a2" ? 1 : 0)),
    );
    expect([...ids]).toEqual(["1/a1", "1/a4"]);
    expect(asked).toEqual(["a1", "a2", "a4"]);
    expect(notes).toEqual([]);
  });

  it("is told by the service's date alone where the token may not read the log, and a note says so", async () => {
    const { ids, notes } = await idleIn(
      account([live("a1", old)]),
      client(() => "refused"),
    );
    expect([...ids]).toEqual(["1/a1"]);
    expect(notes).toEqual([
      expect.stringMatching(/^The token may not read activity logs, so "not used" relies only on the date/),
    ]);
  });

  it("is looked up for 200 at most, and a note says for how many it was not", async () => {
    const grants = Array.from({ length: 203 }, (_, n) => live(`a${n}`, old));
    const { ids, notes } = await idleIn(
      account(grants),
      client(() => 1),
    );
    expect(asked).toHaveLength(200);
    expect([...ids]).toEqual(["1/a200", "1/a201", "1/a202"]);
    expect(notes).toEqual([
      expect.stringMatching(/^Only 200 authorizations that seem unused .* For the other 3,/),
    ]);
  });
});
