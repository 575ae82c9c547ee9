import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Declared } from "../protocol/test-engine";
import { Account, seeded, until } from "../promises/every-kind";

/** 0.2.0 named the types of grants and devices by the service's numbers, also in the names of its notes. */
describe("a run of 0.2.0 that died", () => {
  let account: Account;
  let folder: string;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "smartlock-notes-"));
    account = await Account.start({}, { SMARTLOCK_NOTES: folder });
  });
  afterEach(async () => {
    await account.stop();
    rmSync(folder, { recursive: true });
  });

  const pushId = "https://hooks.example.com/bell";
  const program = (): Declared[] => [
    ...account.independentProgram().filter(({ name }) => name === "app" || name === "fob"),
    { type: "Notification", name: "bell", inputs: { pushId, os: "url", settings: [], adopt: "always" } },
  ];

  const nameOf = (type: string, identity: readonly unknown[]): string => {
    const what = [account.simulator.url, account.simulator.state().account.accountId, type, identity];
    return `${createHash("sha256").update(JSON.stringify(what)).digest("hex")}.json`;
  };

  /** The notes that a run of this release leaves, as 0.2.0 would have left them. */
  const renameNotes = (): void => {
    const garage = account.lockId("Garage");
    const identities: [string, readonly unknown[], readonly unknown[]][] = [
      ["Authorization", [garage, "app", seeded.accountUserId], [garage, 0, seeded.accountUserId]],
      ["Authorization", [garage, "fob", "Cleaner's fob"], [garage, 2, "Cleaner's fob"]],
      ["Notification", [pushId, "url"], [pushId, 2]],
    ];
    for (const [type, now, before] of identities) {
      renameSync(join(folder, nameOf(type, now)), join(folder, nameOf(type, before)));
    }
  };

  it("left notes that are found: what it sent and the service does later is not sent again", async () => {
    // Less than a run waits for what it finds a note of, so the clock may move before it has read the notes.
    const HELD_MS = 60_000;
    const creates = ["PUT /smartlock/{smartlockId}/auth", "PUT /notification"] as const;
    account.simulator.setFaults(
      creates.map((operation) => ({ kind: "slow", operation, ms: HELD_MS, when: "before", count: "always" })),
    );
    await account.engine.up(program(), async (provider) => {
      await until(() => account.writes().length === 3);
      provider.kill();
    });
    renameNotes();
    account.simulator.clearFaults();
    account.simulator.clearRequests();
    const { errors } = await account.engine.up(program(), async () => {
      await until(() =>
        ["GET /smartlock/auth", "GET /notification"].every((list) =>
          account.simulator.requests().some(({ operation }) => operation === list),
        ),
      );
      account.simulator.clock.advance(HELD_MS);
    });
    expect(errors).toEqual({});
    const { authorizations, notifications } = account.simulator.state();
    expect(authorizations.filter(({ name }) => name.startsWith("Cleaner's"))).toHaveLength(2);
    expect(notifications.filter((one) => one.pushId === pushId)).toHaveLength(1);
    expect(readdirSync(folder)).toEqual([]);
  });
});
