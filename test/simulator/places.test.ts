import { lockNamed, simulators, anyNumber, anyText, objectId, objectWith } from "./speak";

const start = simulators();

describe("addresses", () => {
  it.each(["smartlockIds", "smartlock_ids"])(
    "creates one with %s; settings come by an update, which answers nothing",
    async (key) => {
      const sim = await start({ seed: "demo", clock: "held", now: new Date("2026-01-02T03:04:05Z") });
      const door = lockNamed(sim, "Garage");
      const made = await sim.speak.put("/address", { name: "Pier 7", [key]: [door], settings: { floor: 2 } });
      const { addressId } = made.body as { addressId: number };
      const address = {
        addressId: anyNumber,
        accountId: 100200,
        name: "Pier 7",
        smartlockIds: [door],
        creationDate: "2026-01-02T03:04:05.000Z",
        updateDate: "2026-01-02T03:04:05.000Z",
      };
      expect([made.status, made.body]).toEqual([200, address]);
      sim.clock.advance(1000);
      const updated = await sim.speak.post(`/address/${addressId}`, { [key]: [], settings: { floor: 3 } });
      expect([updated.status, updated.text]).toEqual([204, ""]);
      expect((await sim.speak.get("/address")).body).toContainEqual({
        ...address,
        smartlockIds: [],
        settings: { floor: 3 },
        updateDate: "2026-01-02T03:04:06.000Z",
      });
      expect((await sim.speak.get(`/address/${addressId}`)).status).toBe(405);
      expect((await sim.speak.del(`/address/${addressId}`)).status).toBe(204);
      expect((await sim.speak.get("/address")).body).toHaveLength(1);
      expect((await sim.speak.del(`/address/${addressId}`)).status).toBe(403);
    },
  );

  it.each([
    ["no name", { smartlockIds: [] }, 400],
    ["no locks", { name: "Pier 7" }, 400],
    ["an unknown lock", { name: "Pier 7", smartlockIds: [17] }, 400],
    ["locks that are no list", { name: "Pier 7", smartlockIds: 17 }, 422],
  ])("refuses %s", async (_, body, status) => {
    const sim = await start();
    expect((await sim.speak.put("/address", body)).status).toBe(status);
  });

  it("takes its units, tokens and reservations along", async () => {
    const sim = await start();
    await sim.speak.del("/address/701");
    expect(sim.state()).toMatchObject({
      addresses: [],
      addressUnits: [],
      addressTokens: [],
      reservations: [],
    });
  });
});

describe("address units and their tokens", () => {
  it("answers a new unit with a token that can be looked at and redeemed once", async () => {
    const sim = await start({ clock: "held", now: new Date("2026-01-02T03:04:05Z") });
    const made = await sim.speak.put("/address/701/unit", { name: "Loft" });
    const unit = made.body as { id: string; addressTokenId: string };
    expect(unit).toEqual({
      id: objectId,
      name: "Loft",
      addressId: 701,
      addressTokenId: anyText,
      creationDate: "2026-01-02T03:04:05.000Z",
      redeemDate: null,
    });
    const token = `/address/token/${unit.addressTokenId}`;
    expect((await sim.speak.get(token)).body).toEqual({
      id: unit.addressTokenId,
      addressName: "Harbour Street 5",
      smartlockNames: ["Front door", "Street entrance"],
    });
    expect((await sim.speak.get(`${token}/redeem`)).status).toBe(404);
    expect((await sim.speak.post(`${token}/redeem?email=false`)).status).toBe(204);
    expect(sim.state().mails).toEqual([]);
    const redeemed = {
      id: unit.addressTokenId,
      addressId: 701,
      creationDate: "2026-01-02T03:04:05.000Z",
      redeemDate: "2026-01-02T03:04:05.000Z",
      redeemAccountId: 100200,
      redeemResult: "ok",
      inviteKeys: [anyText, anyText],
    };
    expect((await sim.speak.get(`${token}/redeem`)).body).toEqual(redeemed);
    expect((await sim.speak.get("/address/701/token")).body).toContainEqual(redeemed);
    expect((await sim.speak.get("/address/701/unit")).body).toContainEqual(
      objectWith({ name: "Loft", redeemDate: "2026-01-02T03:04:05.000Z", redeemResult: "ok" }),
    );
    expect((await sim.speak.post(`${token}/redeem`)).status).toBe(400);
    for (const path of ["/address/token/none", "/address/token/none/redeem"]) {
      expect((await sim.speak.get(path)).status).toBe(404);
    }
  });

  it("deletes several, all or none", async () => {
    const sim = await start();
    const ids = ((await sim.speak.get("/address/701/unit")).body as { id: string }[]).map(({ id }) => id);
    expect((await sim.speak.del("/address/701/unit", [...ids, "none"])).status).toBe(403);
    expect((await sim.speak.get("/address/701/unit")).body).toHaveLength(2);
    expect((await sim.speak.del("/address/701/unit", ids)).body).toEqual({ requestId: anyText });
    expect((await sim.speak.get("/address/701/unit")).body).toEqual([]);
    expect((await sim.speak.get("/address/1/unit")).status).toBe(400);
    expect((await sim.speak.put("/address/1/unit", { name: "Loft" })).status).toBe(403);
    expect((await sim.speak.put("/address/701/unit", {})).status).toBe(400);
  });
});

describe("reservations", () => {
  it("issues and revokes authorizations, which takes time, and takes other access times", async () => {
    const sim = await start({ clock: "held", settleMs: 1000 });
    const door = lockNamed(sim, "Front door");
    const codes = async (): Promise<unknown[]> =>
      (await sim.speak.get(`/smartlock/${door}/auth?types=13`)).body as unknown[];
    const list = async (): Promise<unknown> => (await sim.speak.get("/address/701/reservation")).body;
    const path = "/address/701/reservation/68f000000000000000000001";
    expect(await list()).toEqual([
      {
        id: "68f000000000000000000001",
        addressId: 701,
        accountId: 100200,
        email: "guest-b@example.com",
        name: "Guest B",
        guests: 2,
        guestsIssued: 0,
        keypadIssued: false,
        state: "accepted",
        serviceId: "airbnb",
        reference: "HX2049",
        automation: 0,
        startDate: anyText,
        endDate: anyText,
        updateDate: anyText,
        isCurrentlyIssuingAuth: false,
        isCurrentlyRevokingAuth: false,
        hasCustomAccessTimes: false,
        currentlyIssuingAuth: false,
        currentlyRevokingAuth: false,
      },
    ]);
    expect(
      (await sim.speak.post(`${path}/update/accesstimes`, { checkInTime: 840, checkOutTime: 600 })).status,
    ).toBe(204);
    expect((await sim.speak.post(`${path}/update/accesstimes`, { checkInTime: 9999 })).status).toBe(400);
    expect((await sim.speak.post(`${path}/issue`)).status).toBe(204);
    expect(await list()).toMatchObject([{ isCurrentlyIssuingAuth: true, hasCustomAccessTimes: true }]);
    sim.clock.advance(1000);
    expect(await list()).toMatchObject([
      { isCurrentlyIssuingAuth: false, guestsIssued: 2, keypadIssued: true },
    ]);
    expect(await codes()).toContainEqual(objectWith({ name: "Guest B", type: 13 }));
    expect((await sim.speak.post(`${path}/issue`)).status).toBe(400);
    expect((await sim.speak.post(`${path}/revoke`)).status).toBe(204);
    expect(await list()).toMatchObject([{ isCurrentlyRevokingAuth: true }]);
    sim.clock.advance(1000);
    expect(await list()).toMatchObject([
      { isCurrentlyRevokingAuth: false, guestsIssued: 0, keypadIssued: false },
    ]);
    expect(await codes()).toHaveLength(1);
    expect((await sim.speak.post("/address/701/reservation/none/issue")).status).toBe(400);
  });
});
