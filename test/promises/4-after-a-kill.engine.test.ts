import { type Campaign, weeksOf } from "../crash/campaign";
import { Figures } from "../crash/figures";
import { House } from "../crash/house";

/**
 * `npm run test:kill` sets them. The default is the short version: its seed draws each victim and each sort of moment
 * in one week.
 */
const campaign: Campaign = {
  seed: Number(process.env["SMARTLOCK_KILL_SEED"] ?? 2400),
  from: Number(process.env["SMARTLOCK_KILL_FROM"] ?? 1),
  runs: Number(process.env["SMARTLOCK_KILL_RUNS"] ?? 3),
};

/** A kill and its share of a healing take about fifteen seconds, nearly all of it Pulumi's own. */
const MAX_WAIT_MS = 120_000 + campaign.runs * 120_000;

describe(`promise 4: after kill -9 at any moment the next up leads to what is declared (seed ${campaign.seed})`, () => {
  let house: House;
  const figures = new Figures(campaign);

  beforeAll(async () => {
    house = await House.start();
  });
  afterAll(async () => {
    figures.write();
    await house.stop();
  });

  it(
    `${campaign.runs} kills from number ${campaign.from} on`,
    async () => {
      const weeks = weeksOf(campaign);
      const first = weeks[0]?.week ?? 0;
      if (first > 0) {
        await house.reach(first - 1);
      }
      for (const week of weeks) {
        const mails = house.simulator.state().mails.length;
        for (const kill of week.kills) {
          const isKilled = await house.kill(week.week, kill);
          figures.count(kill, isKilled);
          expect(figures.explained(week, house.harmed())).toBe("");
          if (!kill.leavesAlive) {
            house.project.killWhatIsLeft();
          }
        }
        const { wrong, twins, doors, isLater } = await house
          .heal(week)
          .catch((error: unknown) => ({ wrong: [String(error)], twins: [], doors: [], isLater: false }));
        // A user whom a killed destroy deleted is invited again.
        const isUp = week.kills.every(({ command }) => command === "up");
        const twice = isUp ? house.invitedTwice(mails, doors) : [];
        house.project.killWhatIsLeft();
        expect(figures.explained(week, [...wrong, ...twice])).toBe("");
        figures.healed(
          week,
          twins.map(({ kind }) => kind),
          isLater,
        );
      }
      expect(figures.kills).toBeGreaterThan(0);
    },
    MAX_WAIT_MS,
  );
});
