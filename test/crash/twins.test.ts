import { SmartlockClient } from "../../provider/api";
import { type Simulator, startSimulator } from "../../simulator";
import { deleteByHand, isNamed, twinsIn } from "./twins";

describe("a line that names a twin", () => {
  const twin = { kind: "fob", id: "60aa" } as const;
  const rest = "another Authorization with the same smartlockId, type, name";

  it.each([
    [`Warning: Authorization "Fob" (id 17/5f1c) has a twin: ${rest} (id 17/60aa). Delete one.`, true],
    [
      `Warning: Authorization "Fob" (id 17/5f1c) was deleted, but a twin of it remains: ${rest} (id 17/60aa).`,
      true,
    ],
    [`Warning: Authorization "Fob" (id 17/60aa) has a twin: ${rest} (id 17/5f1c). Delete one.`, false],
    [`Warning: Authorization "Fob" (id 17/5f1c) has a twin: ${rest} (id 17/60aabb). Delete one.`, false],
    [`Authorization "Fob": adopted the one that the service already has (id 17/60aa).`, false],
    [`Warning: Authorization "Fob" (id 17/5f1c) has a twin: ${rest}.\nsomething (id 17/60aa)`, false],
  ])("%s: %s", (said, named) => {
    expect(isNamed(twin, said)).toBe(named);
  });
});

describe("a twin", () => {
  let simulator: Simulator;
  beforeAll(async () => {
    simulator = await startSimulator({ seed: "demo", settleMs: 20 });
  });
  afterAll(() => simulator.stop());

  it("is what was made and not recorded, and is gone when the person has deleted it", async () => {
    const before = simulator.state();
    const app = new SmartlockClient({ token: simulator.token, baseUrl: simulator.url });
    const smartlockIds = before.smartlocks.slice(0, 1).map(({ smartlockId }) => smartlockId);
    const kept = await app.addresses.create({ name: "House", smartlockIds });
    const house = await app.addresses.create({ name: "House", smartlockIds });
    const attic = await app.addresses.createUnit({ addressId: kept.addressId }, { name: "Attic" });
    const hook = await app.webhooks.create({
      webhookUrl: "https://hooks.example.com/twin",
      webhookFeatures: ["DEVICE_LOGS"],
    });
    const bell = await app.notifications.create({
      pushId: "p",
      os: 0,
      settings: [{ triggerEvents: ["ring"] }],
    });
    await app.close();
    const recorded = [String(kept.addressId)];
    const twins = twinsIn(before, simulator.state(), recorded);
    expect(twins).toEqual([
      { kind: "house", id: String(house.addressId) },
      { kind: "attic", id: attic.id },
      { kind: "hook", id: String(hook.id) },
      { kind: "bell", id: bell.notificationId },
    ]);
    await deleteByHand(simulator, twins);
    expect(twinsIn(before, simulator.state(), recorded)).toEqual([]);
    expect(twinsIn(before, simulator.state(), [])).toEqual([{ kind: "house", id: recorded[0] }]);
  });
});
