import type { Behaviour, Simulator } from "../../simulator";
import { lockNamed, simulators, type Speaker } from "./speak";

const start = simulators();
const noObject = "0".repeat(24);

async function answering(
  absentStatus?: Behaviour["absentStatus"],
): Promise<Simulator & { speak: Speaker; front: number }> {
  const sim = await start();
  const state = sim.state();
  if (absentStatus !== undefined) {
    sim.setState({ ...state, behaviour: { ...state.behaviour, absentStatus } });
  }
  return Object.assign(sim, { front: lockNamed(sim, "Front door") });
}

/** No documentation says what these answer about an object that does not exist. */
const undocumented: [string, (speak: Speaker, front: number) => Promise<{ status: number; text: string }>][] =
  [
    ["a read of an authorization", (speak, front) => speak.get(`/smartlock/${front}/auth/${noObject}`)],
    ["its update", (speak, front) => speak.post(`/smartlock/${front}/auth/${noObject}`, { name: "A" })],
    ["its update with others", (speak) => speak.post("/smartlock/auth", [{ id: noObject, name: "A" }])],
    ["its delete", (speak, front) => speak.del(`/smartlock/${front}/auth/${noObject}`)],
    ["a read of a user", (speak) => speak.get("/account/user/999999")],
    ["its update", (speak) => speak.post("/account/user/999999", { name: "A" })],
    ["its delete", (speak) => speak.del("/account/user/999999")],
    ["a read of a sub-account", (speak) => speak.get("/account/sub/999999")],
    ["its update", (speak) => speak.post("/account/sub/999999", { language: "en" })],
    ["its delete", (speak) => speak.del("/account/sub/999999")],
    ["the update of an address", (speak) => speak.post("/address/999999", { name: "A" })],
    ["its delete", (speak) => speak.del("/address/999999")],
    ["the delete of a unit", (speak) => speak.del(`/address/701/unit/${noObject}`)],
    ["its delete with others", (speak) => speak.del("/address/701/unit", [noObject])],
    ["the update of a notification", (speak) => speak.post(`/notification/${noObject}`, {})],
    ["its delete", (speak) => speak.del(`/notification/${noObject}`)],
    ["the delete of a webhook", (speak) => speak.del("/api/decentralWebhook/999999")],
  ];

describe("what is not there", () => {
  it.each([
    [undefined, 403, "No access to this object"],
    [400, 400, "is not valid"],
    [403, 403, "No access to this object"],
    [404, 404, "Object not found"],
  ] as const)(
    "is answered as the account was told to, where nothing is documented: %s",
    async (told, status, words) => {
      const { speak, front } = await answering(told);
      for (const [what, ask] of undocumented) {
        const answer = await ask(speak, front);
        expect([what, answer.status]).toEqual([what, status]);
        expect(answer.text).toContain(words);
      }
    },
  );

  it("is answered with 404 where that is documented, whatever the account was told", async () => {
    const { speak } = await answering(400);
    expect((await speak.get("/smartlock/17")).status).toBe(404);
    expect((await speak.get(`/notification/${noObject}`)).status).toBe(404);
  });

  it.each([400, 403, 404] as const)("has a delete of many refused as a whole: %i", async (absentStatus) => {
    const sim = await answering(absentStatus);
    const before = sim.state();
    const grants = before.authorizations.map(({ id }) => id);
    const units = before.addressUnits.map(({ id }) => id);
    expect((await sim.speak.del("/smartlock/auth", [...grants, noObject])).status).toBe(absentStatus);
    expect((await sim.speak.del("/address/701/unit", [...units, noObject])).status).toBe(absentStatus);
    expect(sim.state().authorizations).toEqual(before.authorizations);
    expect(sim.state().addressUnits).toEqual(before.addressUnits);
    expect((await sim.speak.del("/smartlock/auth", grants)).status).toBe(204);
  });
});
