import { registry } from "../../provider/resources";
import { type Simulator, startSimulator } from "../../simulator";
import { Project } from "../pulumi/project";

type Args = Readonly<Record<string, unknown>>;

interface Example {
  readonly kind: keyof typeof registry;
  /** Declared in the forms of the wire, where there are such. */
  readonly before: Args;
  readonly after: Args;
}

const [front, office] = [17698070561, 22085610685];
/** Stands for the address that the program declares for it. */
const SECOND = -1;

const limits = {
  allowedFromDate: "2026-01-10T08:00:00.000Z",
  allowedUntilDate: "2096-01-10T08:00:00.000Z",
  allowedWeekDays: 124,
  allowedFromTime: 480,
  allowedUntilTime: 1320,
};
const otherLimits = {
  allowedFromDate: "2026-02-11T09:00:00.000Z",
  allowedUntilDate: "2097-02-11T09:00:00.000Z",
  allowedWeekDays: 126,
  allowedFromTime: 510,
  allowedUntilTime: 1230,
};

/** Each field of each kind, changed. What steers the provider is no wire form. */
const examples: Readonly<Record<string, Example>> = {
  house: {
    kind: "Address",
    before: { name: "House", smartlockIds: [front], settings: { wifi: "a" } },
    after: { name: "Villa", smartlockIds: [office], settings: { wifi: "b" } },
  },
  unit: {
    kind: "AddressUnit",
    before: { addressId: 701, name: "Flat" },
    after: { addressId: SECOND, name: "Attic" },
  },
  person: {
    kind: "AccountUser",
    before: { email: "person@example.com", name: "Person", type: 0, language: "en" },
    after: { email: "other@example.com", name: "Other", type: 0, language: "de" },
  },
  desk: {
    kind: "SubAccount",
    before: {
      email: "desk@example.com",
      password: "an-invented-password-1",
      name: "Desk",
      rights: 18,
      language: "en",
      profile: { firstName: "A", lastName: "B", address: "Street", zip: "A", city: "Vienna", country: "AT" },
    },
    after: {
      email: "front@example.com",
      password: "an-invented-password-2",
      name: "Front",
      rights: 27,
      language: "de",
      profile: { firstName: "A", lastName: "B", address: "Street", zip: "A", city: "Graz", country: "AT" },
    },
  },
  code: {
    kind: "Authorization",
    before: { smartlockId: front, name: "Code", type: 13, code: 593174, remoteAllowed: false, ...limits },
    after: {
      smartlockId: office,
      name: "Other code",
      type: 13,
      code: 684229,
      remoteAllowed: true,
      enabled: false,
      smartActionsEnabled: true,
      accountUserId: 4002,
      ...otherLimits,
    },
  },
  app: {
    kind: "Authorization",
    before: {
      smartlockId: office,
      name: "App",
      type: 0,
      accountUserId: 4001,
      remoteAllowed: false,
      ...limits,
    },
    after: {
      smartlockId: front,
      name: "App",
      type: 2,
      accountUserId: 4001,
      remoteAllowed: false,
      ...otherLimits,
    },
  },
  crew: {
    kind: "AuthorizationSet",
    before: { smartlockIds: [front], name: "Crew", type: 13, code: 713468, remoteAllowed: false, ...limits },
    after: {
      smartlockIds: [front, office],
      name: "Other crew",
      type: 13,
      code: 825796,
      remoteAllowed: true,
      enabled: false,
      smartActionsEnabled: true,
      accountUserId: 4002,
      ...otherLimits,
    },
  },
  team: {
    kind: "AuthorizationSet",
    before: { smartlockIds: [office], name: "Team", type: 0, accountUserId: 4003, remoteAllowed: false },
    after: { smartlockIds: [office], name: "Team", type: 2, accountUserId: 4003, remoteAllowed: false },
  },
  hook: {
    kind: "Webhook",
    before: { webhookUrl: "https://hooks.example.com/a", webhookFeatures: ["DEVICE_LOGS"] },
    after: { webhookUrl: "https://hooks.example.com/b", webhookFeatures: ["DEVICE_STATUS"] },
  },
  bell: {
    kind: "Notification",
    before: {
      referenceId: "bell",
      pushId: "https://hooks.example.com/bell",
      secret: "a1".repeat(20),
      os: 2,
      language: "en",
      settings: [{ smartlockId: front, triggerEvents: ["ring"], authIds: [] }],
    },
    after: {
      referenceId: "other-bell",
      pushId: "an-invented-device",
      secret: "b2".repeat(20),
      os: 1,
      language: "de",
      settings: [{ smartlockId: office, triggerEvents: ["open"], authIds: [] }],
    },
  },
};

/** The preview refuses to change these, in words. */
const FIXED: Readonly<Record<string, readonly string[]>> = { AccountUser: ["type"] };

const STEERING = ["adopt", "deleteContents", "settleTimeout", "waitFor"];

function program(side: "before" | "after"): string {
  const second = `const second = new smartlock.Address("second", { name: "Second", smartlockIds: [] });\n`;
  const declared = Object.entries(examples)
    .map(([name, one]) => `new smartlock.${one.kind}("${name}", ${JSON.stringify(one[side])});`)
    .join("\n");
  return `${second}${declared.replace(`"addressId":${SECOND}`, "addressId: second")}`;
}

/** Whole numbers of up to four digits that stand for something else: days, times, rights, types. */
function wireNumbers(plan: string): string[] {
  const ids = [
    /\b(addressId|accountUserId|accountId|authId|webhookId|id|urn)\b.*/,
    /\(id [^)]*\)/g,
    /"[^"]*"/g,
    /\[\d+\]:/,
  ];
  return plan
    .split("\n")
    .filter((line) => !/Duration|^ *[-+~]? *\d+ (to|unchanged|changes)/.test(line))
    .map((line) => ids.reduce((rest, pattern) => rest.replace(pattern, ""), line))
    .flatMap((line) => (/(?<![\d:.-])\d{1,4}(?![\d:.-])/.test(line) ? [line.trim()] : []));
}

describe("A plan of every kind with every field changed", () => {
  let simulator: Simulator;
  let project: Project;
  let creation: string;
  let plan: string;

  beforeAll(async () => {
    simulator = await startSimulator({ seed: "demo", settleMs: 50 });
    project = new Project({ SMARTLOCK_TOKEN: simulator.token, SMARTLOCK_BASE_URL: simulator.url });
    await project.pulumi("stack", "init", "test");
    project.program(program("before"));
    creation = (await project.pulumi("preview", "--diff")).output;
    await project.pulumi("up", "--yes", "--skip-preview");
    project.program(program("after"));
    plan = (await project.pulumi("preview", "--diff")).output;
  });

  afterAll(async () => {
    project.remove();
    await simulator.stop();
  });

  it.each(Object.entries(registry))("changes every field of %s", (kind, { inputs }) => {
    const own = Object.values(examples).filter((one) => one.kind === kind);
    const changed = own.flatMap(({ before, after }) =>
      Object.keys(after).filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field])),
    );
    const fields = Object.keys(inputs.shape).filter(
      (field) => ![...STEERING, ...(FIXED[kind] ?? [])].includes(field),
    );
    expect(fields.filter((field) => !changed.includes(field))).toEqual([]);
  });

  it("shows no number of the wire", () => {
    expect(wireNumbers(plan)).toEqual([]);
    for (const words of ["mon", "22:00", "20:30", "operate", "url", "ios", "2097-02-11T09:00:00Z"]) {
      expect(plan).toContain(words);
    }
    expect(plan).not.toContain(".000Z");
    expect(plan).not.toContain("2000-01-01");
  });

  it("shows none where everything is created either", () => {
    expect(creation.match(/ will be created\./g)?.length).toBeGreaterThan(3);
    expect(wireNumbers(creation)).toEqual([]);
    for (const words of ["mon", "08:00", "operate", "url", "person", "2096-01-10T08:00:00Z"]) {
      expect(creation).toContain(words);
    }
    expect(creation).not.toContain(".000Z");
    expect(creation).not.toContain("2000-01-01");
  });

  it("says in one line each who gets which door", () => {
    const lines = plan.split("\n").filter((line) => / \(was |another (code|password|secret)/.test(line));
    const window =
      "mon–sat 08:30–20:30 from 2026-02-11 09:00 UTC until 2097-02-11 09:00 UTC " +
      "(was mon–fri 08:00–22:00 from 2026-01-10 08:00 UTC until 2096-01-10 08:00 UTC)";
    const rest = "now disabled, another code";
    const profile = (city: string): string => `"city":"${city}","country":"AT"`;
    expect(lines.map((line) => line.trim()).sort()).toEqual([
      'AccountUser "Person": email "other@example.com" (was "person@example.com"), language "de" (was "en"), name "Other" (was "Person").',
      'Address "House": name "Villa" (was "House"), settings {"wifi":"b"} (was {"wifi":"a"}), smartlockIds Office (was Front door).',
      'AddressUnit "Flat": addressId Second (was Harbour Street 5), name "Attic" (was "Flat"); this replaces it.',
      `App (Cleaning crew): Office → Front door, ${window}, type fob (was app); this replaces it.`,
      `Code: nobody → Caretaker, Front door → Office, ${window}, ${rest}, name "Other code" (was "Code"), now also remotely; this replaces it.`,
      `Crew: nobody → Caretaker, Front door, ${window}, ${rest}, name "Other crew" (was "Crew"), now also remotely.`,
      'Notification "bell": language "de" (was "en"), os "ios" (was "url"), another pushId, referenceId "other-bell" (was "bell"), another secret, settings Office: open (was Front door: ring).',
      expect.stringMatching(
        `^SubAccount "Desk": email "front@example.com" .*${profile("Graz")}.*${profile("Vienna")}.*, rights manageLocks, operate, authorizations, logs \\(was operate, logs\\), another password\\.$`,
      ),
      "Team (Guest A): Office, type fob (was app); this replaces it.",
      'Webhook "https://hooks.example.com/a": webhookFeatures DEVICE_STATUS (was DEVICE_LOGS), webhookUrl "https://hooks.example.com/b" (was "https://hooks.example.com/a"); this replaces it.',
    ]);
  });

  it("has fifty such lines, and one more for the rest, also when the engine ends the provider", async () => {
    const many =
      'for (let n = 1; n <= 52; n += 1) new smartlock.Address("a" + n, { name: "House " + n, smartlockIds: [] });';
    project.program(`${program("before")}\n${many}`);
    const { output } = await project.pulumi("preview", "--diff");
    expect(output.match(/Address "House \d+" will be created\./g)).toHaveLength(50);
    expect(output.split("And 2 more changes (Address: 2). Pulumi's plan above shows them all.")).toHaveLength(
      2,
    );
  });
});
