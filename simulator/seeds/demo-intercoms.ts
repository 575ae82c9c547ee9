import type { AccountStateInput } from "../account";
import { day, isoDate } from "./empty";

/** Invented brands and models: one that works, one that may work, and one that does not. */
export function demoIntercoms(now: number): Required<Pick<AccountStateInput, "brands" | "intercoms">> {
  const model = (intercomId: number, brandId: number, name: string, verified: number, daysAgo: number) => ({
    intercomId,
    brandId,
    type: 1,
    model: name,
    verified,
    conGndBus: "1",
    conBusAudio: "2",
    conAudioout: "",
    conDoorbellPlus: "3",
    conDoorbellMinus: "4",
    conOpendoor: "5",
    conGndAnalogue: "",
    busModeSwitch: 0,
    busModeSwitchShortCircuitDuration: 0,
    creationDate: isoDate(now - 900 * day),
    updateDate: isoDate(now - daysAgo * day),
  });
  return {
    brands: [
      { brandId: 51, brand: "Example Intercoms" },
      { brandId: 52, brand: "Sample Doorphones" },
    ],
    intercoms: [
      model(5101, 51, "Voice 100", 1, 10),
      model(5102, 51, "Voice 200", 2, 500),
      model(5103, 51, "Voice 300", 3, 500),
      model(5201, 52, "House 4", 1, 500),
    ],
  };
}
