import { compilerErrors, unformatted } from "./formatted";
import { randomAccount } from "./random-account";
import { type RoundTrip, roundTrip } from "./round-trip";

/** How many accounts: few in `npm test`, more in `node scripts/export-round-trips.mjs`. */
const ACCOUNTS = Number(process.env["EXPORT_ACCOUNTS"] ?? "50");

/** A failed build must fail again. */
const FIRST = Number(process.env["EXPORT_SEED"] ?? "1");

/** Programs are compiled and formatted in groups: the compiler reads the types of the package once for each. */
const TOGETHER = 100;

type Exported = Pick<RoundTrip["made"], "files" | "leftOut" | "counts">;

/** Random account → export → import → preview, through the handlers. */
describe(`${ACCOUNTS} random accounts`, () => {
  const exported: Exported[] = [];

  it("are exported and imported, and a preview of the program then changes nothing", async () => {
    const problems: string[] = [];
    for (let seed = FIRST; seed < FIRST + ACCOUNTS; seed += 1) {
      const withSecrets = seed % 3 !== 0;
      const trip = await roundTrip(randomAccount(seed), withSecrets).catch((error: unknown) => {
        throw new Error(`Account ${seed}`, { cause: error });
      });
      const { made, changes, writes, output } = trip;
      const leaks = [
        ...secretsIn(made.files, withSecrets),
        ...secretsIn(new Map([["the output", output]]), false),
      ];
      problems.push(...[...changes, ...writes, ...leaks].map((what) => `account ${seed}: ${what}`));
      exported.push(made);
    }
    expect(problems).toEqual([]);
  });

  it("have everything that an export has to deal with", () => {
    const reasons = [...new Set(exported.flatMap(({ leftOut }) => leftOut.map(({ why }) => why)))];
    for (const begin of [
      "It has a twin",
      "A program cannot declare",
      "It is a part of the lock",
      "Grants of this type",
      "Its daily window goes",
      "It limits days or times",
      "It names no day",
      "It belongs to no user",
      "It is a grant by code",
      "It has a secret",
      "The service does not show",
    ]) {
      expect({ begin, found: reasons.some((why) => why.startsWith(begin)) }).toEqual({ begin, found: true });
    }
    const types = new Set(exported.flatMap(({ counts }) => Object.keys(counts)));
    expect([...types].sort()).toEqual([
      "AccountUser",
      "Address",
      "AddressUnit",
      "Authorization",
      "AuthorizationSet",
      "Notification",
      "SubAccount",
      "Webhook",
    ]);
    const sources = exported.flatMap(({ files }) => [...files.values()]);
    expect(sources.filter((text) => text.includes("for (const {")).length).toBeGreaterThan(0);
    expect(sources.filter((text) => text.includes("for (const resource of")).length).toBeGreaterThan(0);
  });

  it("become programs that Prettier leaves as they are", () => {
    for (let from = 0; from < exported.length; from += TOGETHER) {
      expect(unformatted(exported.slice(from, from + TOGETHER).map(({ files }) => files))).toBe("");
    }
  });

  it("become programs without a mistake for the compiler", () => {
    for (let from = 0; from < exported.length; from += TOGETHER) {
      expect(compilerErrors(exported.slice(from, from + TOGETHER).map(({ files }) => files))).toEqual([]);
    }
  });
});

/** The codes and secrets of these accounts have a form that nothing else has. */
function secretsIn(files: ReadonlyMap<string, string>, mayImport: boolean): string[] {
  return [...files]
    .filter(([file]) => !(mayImport && file === "import.json"))
    .flatMap(([file, text]) => {
      const [found] =
        /an-invented-secret|9c1185a5c5e9|push\/\d|67e0\d{20}|(?<![\da-f])[3-9]{6}(?![\da-f])/.exec(text) ??
        [];
      return found === undefined ? [] : [`${file} has a secret: ${found.slice(0, 2)}…`];
    });
}
