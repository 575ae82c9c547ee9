import type { Address, Smartlock } from "../../../provider/api";
import { localTime, timeZoneOf } from "../../../cli/access/local-time";

const lockId = 17_698_070_561;

type Config = NonNullable<Smartlock["config"]>;

function lock(config?: Partial<Config>): Smartlock {
  return { smartlockId: lockId, type: 4, name: "Front door", serverState: 0, config };
}

function address(name: string, timeZone: string | undefined, smartlockIds = [lockId]): Address {
  return { addressId: 1, name, smartlockIds, timeZone };
}

describe("The time zone of a lock", () => {
  it("is that of its address", () => {
    const zone = timeZoneOf(lock({ timezoneOffset: 0 }), [address("Harbour Street 5", "Europe/Vienna")]);
    expect(zone).toMatchObject({ name: "Europe/Vienna" });
    expect(zone.assumed).toBeUndefined();
  });

  it("has the usual spelling of its name, and counts as one however often it is spelt", () => {
    const zone = timeZoneOf(lock(), [
      address("Harbour Street 5", "europe/vienna"),
      address("Quay 1", "Europe/Vienna"),
    ]);
    expect(zone).toMatchObject({ name: "Europe/Vienna" });
    expect(zone.assumed).toBeUndefined();
  });

  it("keeps the name that the address has, if Node knows it under another one", () => {
    expect(timeZoneOf(lock(), [address("Harbour Street 5", "Asia/Kolkata")]).name).toBe("Asia/Kolkata");
  });

  it.each<[string, Address[] | undefined, Partial<Config> | undefined, string, string]>([
    [
      "the lock's settings, without an address",
      [],
      { timezoneOffset: 60, daylightSavingMode: 1 },
      "UTC+1, with European daylight saving time",
      "it has no address with a time zone, so this is what its settings say",
    ],
    [
      "the lock's settings, if the address has no time zone",
      [address("Harbour Street 5", undefined)],
      { timezoneOffset: 0 },
      "UTC",
      "it has no address with a time zone, so this is what its settings say",
    ],
    [
      "the lock's settings, if the address has no zone that is known",
      [address("Harbour Street 5", "Nowhere/At-All"), address("Quay 1", undefined)],
      { timezoneOffset: -210 },
      "UTC-3:30",
      "its address names a time zone that is not known (Nowhere/At-All), so this is what its settings say",
    ],
    [
      "the lock's settings, if the addresses could not be read",
      undefined,
      { timezoneOffset: 60, daylightSavingMode: 0 },
      "UTC+1",
      "the addresses could not be read, so this is what its settings say",
    ],
    [
      "the lock's settings, if the address has other locks",
      [address("Harbour Street 5", "Europe/Vienna", [1])],
      { timezoneOffset: 0, daylightSavingMode: 0 },
      "UTC",
      "it has no address with a time zone, so this is what its settings say",
    ],
    [
      "UTC, if nothing says which one",
      [],
      undefined,
      "UTC",
      "it has no address with a time zone, and its settings name none",
    ],
    [
      "the first of two zones",
      [address("Harbour Street 5", "Europe/Vienna"), address("Quay 1", "Europe/Lisbon")],
      undefined,
      "Europe/Vienna",
      "its addresses are in Europe/Vienna and Europe/Lisbon",
    ],
    [
      "the known one of two zones",
      [address("Harbour Street 5", "Nowhere/At-All"), address("Quay 1", "Europe/Lisbon")],
      undefined,
      "Europe/Lisbon",
      "its addresses are in Nowhere/At-All and Europe/Lisbon",
    ],
  ])("is assumed to be %s", (_title, addresses, config, name, assumed) => {
    expect(timeZoneOf(lock(config), addresses)).toMatchObject({ name, assumed });
  });
});

describe("The local time of a lock", () => {
  const vienna = timeZoneOf(lock(), [address("Harbour Street 5", "Europe/Vienna")]);
  const european = timeZoneOf(lock({ timezoneOffset: 60, daylightSavingMode: 1 }), []);
  const fixed = timeZoneOf(lock({ timezoneOffset: 60, daylightSavingMode: 0 }), []);
  const newYork = timeZoneOf(lock(), [address("Harbour Street 5", "America/New_York")]);

  it.each<[string, string, string, string]>([
    // The clocks go forward on 28 March 2027, and back on 31 October 2027.
    ["2027-03-28T00:59:00Z", "Sun 2027-03-28 01:59", "Sun 2027-03-28 01:59", "Sun 2027-03-28 01:59"],
    ["2027-03-28T01:00:00Z", "Sun 2027-03-28 03:00", "Sun 2027-03-28 03:00", "Sun 2027-03-28 02:00"],
    ["2027-10-31T00:59:00Z", "Sun 2027-10-31 02:59", "Sun 2027-10-31 02:59", "Sun 2027-10-31 01:59"],
    ["2027-10-31T01:00:00Z", "Sun 2027-10-31 02:00", "Sun 2027-10-31 02:00", "Sun 2027-10-31 02:00"],
    ["2026-12-24T23:30:00Z", "Fri 2026-12-25 00:30", "Fri 2026-12-25 00:30", "Fri 2026-12-25 00:30"],
    ["2026-08-02T22:15:30Z", "Mon 2026-08-03 00:15", "Mon 2026-08-03 00:15", "Sun 2026-08-02 23:15"],
  ])("at %s is %s by its address, %s by its settings, %s without daylight saving time", (at, ...expected) => {
    const said = [vienna, european, fixed].map((zone) => localTime(zone, Date.parse(at)).words);
    expect(said).toEqual(expected);
  });

  it("has the day and the minute of the place, not of UTC", () => {
    expect(localTime(newYork, Date.parse("2026-12-25T04:59:59Z"))).toEqual({
      day: "thu",
      minute: 23 * 60 + 59,
      words: "Thu 2026-12-24 23:59",
    });
    expect(localTime(newYork, Date.parse("2026-12-25T05:00:00Z"))).toMatchObject({ day: "fri", minute: 0 });
  });
});
