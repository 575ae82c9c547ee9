import { z } from "zod";
import { date, loose } from "./fields";

export const serviceRecord = z.object({
  serviceId: z.string(),
  context: loose,
  enabled: z.boolean(),
  started: z.boolean(),
  stopped: z.boolean(),
});
export type ServiceRecord = z.infer<typeof serviceRecord>;

export const brandRecord = z.object({ brandId: z.int(), brand: z.string() });

export const intercomRecord = z.object({
  intercomId: z.int(),
  brandId: z.int(),
  type: z.int(),
  model: z.string(),
  verified: z.int(),
  conGndBus: z.string(),
  conBusAudio: z.string(),
  conAudioout: z.string(),
  conDoorbellPlus: z.string(),
  conDoorbellMinus: z.string(),
  conOpendoor: z.string(),
  conGndAnalogue: z.string(),
  busModeSwitch: z.int(),
  busModeSwitchShortCircuitDuration: z.int(),
  creationDate: date,
  updateDate: date,
});
export type IntercomRecord = z.infer<typeof intercomRecord>;
