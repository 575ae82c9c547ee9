import type { Behaviour, Simulator } from "../../simulator";
import { lockNamed, simulators, speakTo, type Speaker } from "./speak";

const start = simulators();
type Alterations = Behaviour["alters"];

async function altering(alters?: Alterations): Promise<Simulator & { speak: Speaker }> {
  const sim = await start();
  const state = sim.state();
  if (alters !== undefined) {
    sim.setState({ ...state, behaviour: { ...state.behaviour, alters } });
  }
  return sim;
}

const sent = {
  name: " Guest of May ",
  remoteAllowed: false,
  type: 13,
  code: 573914,
  allowedFromDate: "2026-05-01T10:07:29.123Z",
  allowedUntilDate: "2026-05-08T10:52:31.987Z",
  allowedWeekDays: 127,
  allowedFromTime: 487,
  allowedUntilTime: 953,
};
const rounded = {
  allowedFromDate: "2026-05-01T10:00:00.000Z",
  allowedUntilDate: "2026-05-08T11:00:00.000Z",
  allowedFromTime: 480,
  allowedUntilTime: 960,
};

const tables: [string, Alterations | undefined, Partial<typeof sent>][] = [
  ["nothing", undefined, {}],
  ["cut names", { cutNamesAt: 6 }, { name: " Guest" }],
  ["names without blanks around them", { trimNames: true }, { name: "Guest of May" }],
  ["names in capitals", { nameCase: "upper" }, { name: " GUEST OF MAY " }],
  ["names in small letters", { nameCase: "lower" }, { name: " guest of may " }],
  ["names with all of it", { trimNames: true, cutNamesAt: 5, nameCase: "upper" }, { name: "GUEST" }],
  ["rounded times", { roundTimesToMinutes: 15 }, rounded],
  [
    "a longer window",
    { widensWindow: true },
    { allowedUntilDate: "2026-05-08T11:52:31.987Z", allowedUntilTime: 1013 },
  ],
];

describe.each(tables)("an account that alters: %s", (_, alters, altered) => {
  it("an authorization that is created, for one lock and for many, or updated", async () => {
    const sim = await altering(alters);
    const front = lockNamed(sim, "Front door");
    const listed = (): object | undefined => sim.state().authorizations.at(-1);
    expect((await sim.speak.put(`/smartlock/${front}/auth`, sent)).status).toBe(204);
    expect(listed()).toMatchObject({ ...sent, ...altered });
    const many = { ...sent, code: 573915, smartlockIds: [front] };
    expect((await sim.speak.put("/smartlock/auth", many)).status).toBe(204);
    const { code } = many;
    expect(listed()).toMatchObject({ ...sent, code, ...altered });

    const id = sim.state().authorizations.at(-1)?.id;
    const path = `/smartlock/${front}/auth/${id}`;
    expect((await sim.speak.post(path, { name: "Nobody" })).status).toBe(204);
    expect((await sim.speak.post(path, { ...sent, code })).status).toBe(204);
    expect((await sim.speak.get(path)).body).toMatchObject({ ...sent, code, ...altered });
    await sim.speak.post(path, { name: "Nobody" });
    expect((await sim.speak.post("/smartlock/auth", [{ ...sent, code, id }])).status).toBe(204);
    expect((await sim.speak.get(path)).body).toMatchObject({ ...sent, code, ...altered });
  });

  it("names of users, sub-accounts, addresses and units", async () => {
    const { speak } = await altering(alters);
    const name = sent.name;
    const shown = altered.name ?? name;
    const nameAt = async (path: string, n = -1): Promise<string | undefined> =>
      ((await speak.get(path)).body as { name: string }[]).at(n)?.name;

    const user = await speak.put("/account/user", { email: "guest@example.com", name });
    expect([user.body, await nameAt("/account/user")]).toMatchObject([{ name: shown }, shown]);
    await speak.post("/account/user/4001", { name });
    expect(await nameAt("/account/user", 0)).toBe(shown);

    const desk = { email: "desk@example.com", password: "an invented password", name, language: "en" };
    const { body } = await speak.put("/account/sub", { ...desk, rights: 2 });
    expect([body, await nameAt("/account/sub")]).toMatchObject([{ name: shown }, shown]);
    const { accountId } = body as { accountId: number };
    await speak.post(`/account/sub/${accountId}`, { name: "Desk", language: "en" });
    await speak.post(`/account/sub/${accountId}`, { name, language: "en" });
    expect(await nameAt("/account/sub")).toBe(shown);

    const address = await speak.put("/address", { name, smartlockIds: [] });
    expect([address.body, await nameAt("/address")]).toMatchObject([{ name: shown }, shown]);
    await speak.post("/address/701", { name });
    expect(await nameAt("/address", 0)).toBe(shown);

    const unit = await speak.put("/address/701/unit", { name });
    expect([unit.body, await nameAt("/address/701/unit")]).toMatchObject([{ name: shown }, shown]);
  });
});

describe("an altered window", () => {
  it.each([
    ["no daily window stays none", { allowedFromTime: 0, allowedUntilTime: 0 }, { allowedUntilTime: 0 }],
    ["no day is longer than a day", { allowedUntilTime: 1435 }, { allowedUntilTime: 1440 }],
    ["what was not sent is not made up", {}, { allowedUntilTime: undefined, allowedUntilDate: undefined }],
  ])("%s", async (_, times, expected) => {
    const sim = await altering({ widensWindow: true, roundTimesToMinutes: 15 });
    const front = lockNamed(sim, "Front door");
    const { name, remoteAllowed, type, code } = sent;
    await sim.speak.put(`/smartlock/${front}/auth`, { name, remoteAllowed, type, code, ...times });
    expect(sim.state().authorizations.at(-1)).toMatchObject({ code, ...expected });
  });
});

describe("the control interface", () => {
  it("tells an account to alter, keeps it with the state, and refuses what it does not know", async () => {
    const sim = await start();
    const control = speakTo(sim.url);
    const state = sim.state();
    const telling = (alters: object): object => ({ ...state, behaviour: { ...state.behaviour, alters } });
    expect((await control.put("/_simulator/state", telling({ cutNamesAt: 4 }))).status).toBe(204);
    expect(sim.state().behaviour.alters).toEqual({ cutNamesAt: 4 });
    const misspelt = await control.put("/_simulator/state", telling({ cutNameAt: 4 }));
    expect([misspelt.status, misspelt.text]).toEqual([400, expect.stringContaining("cutNameAt")]);
  });
});
