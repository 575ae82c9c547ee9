import type { Smartlock } from "../../../provider/api";
import { timeZoneOf } from "../../../cli/access/local-time";
import { localMoment } from "../../../cli/export/moments";

const lock = { smartlockId: 17 } as Smartlock;
const zone = (timeZone: string) =>
  timeZoneOf(lock, [{ addressId: 1, name: "House", smartlockIds: [17], timeZone }]);

describe("a moment in a program", () => {
  it("is in the local time of the address, in summer and in winter", () => {
    expect(localMoment("2026-09-22T12:00:00Z", zone("Europe/Vienna"))).toBe("2026-09-22T14:00:00+02:00");
    expect(localMoment("2026-12-22T12:00:00Z", zone("Europe/Vienna"))).toBe("2026-12-22T13:00:00+01:00");
    expect(localMoment("2026-12-22T12:00:00Z", zone("America/St_Johns"))).toBe("2026-12-22T08:30:00-03:30");
    expect(localMoment("2026-12-22T23:30:00.250Z", zone("Asia/Tokyo"))).toBe("2026-12-23T08:30:00.250+09:00");
  });

  it("is as the service shows it where nothing says the time zone", () => {
    expect(localMoment("2026-09-22T12:00:00Z", undefined)).toBe("2026-09-22T12:00:00Z");
    expect(localMoment("not a date", zone("Europe/Vienna"))).toBe("not a date");
  });
});
