import { z } from "zod";
import { answerObject, numericId, requestObject, rule } from "./fields";
import { operation } from "./operation";

const intercomBrand = answerObject({ brandId: z.int(), brand: z.string() });

const intercom = answerObject({
  intercomId: z.int(),
  brandId: z.int(),
  type: z.int().nullish(),
  model: z.string(),
  /** 1 verified, 2 may work, 3 does not work. */
  verified: z.int().nullish(),
  conGndBus: z.string().nullish(),
  conBusAudio: z.string().nullish(),
  conAudioout: z.string().nullish(),
  conDoorbellPlus: z.string().nullish(),
  conDoorbellMinus: z.string().nullish(),
  conOpendoor: z.string().nullish(),
  conGndAnalogue: z.string().nullish(),
  busModeSwitch: z.int().nullish(),
  busModeSwitchShortCircuitDuration: z.int().nullish(),
  creationDate: z.string().nullish(),
  updateDate: z.string().nullish(),
});

const intercomQuery = requestObject({
  brandId: numericId.optional(),
  ignoreVerified: z.boolean().optional(),
  recentlyChanged: z.boolean().optional(),
}).refine(
  (query) => query.brandId !== undefined || query.recentlyChanged === true,
  rule("brandId", "needed unless recentlyChanged is true"),
);

export type IntercomBrand = z.output<typeof intercomBrand>;
export type Intercom = z.output<typeof intercom>;
export type IntercomQuery = z.input<typeof intercomQuery>;

/** The intercoms that an opener can be connected to. */
export const openers = {
  /** Lists the brands of intercoms. */
  listBrands: operation({
    method: "GET",
    path: "/opener/brand",
    answer: z.array(intercomBrand),
    class: "read",
    scopes: [],
  }),
  /** Reads a brand. */
  getBrand: operation({
    method: "GET",
    path: "/opener/brand/{brandId}",
    ids: { brandId: numericId },
    answer: intercomBrand,
    class: "read",
    scopes: [],
  }),
  /** Lists the intercoms of a brand, or those that changed recently. */
  listIntercoms: operation({
    method: "GET",
    path: "/opener/intercom",
    query: intercomQuery,
    answer: z.array(intercom),
    class: "read",
    scopes: [],
  }),
  /** Reads an intercom. */
  getIntercom: operation({
    method: "GET",
    path: "/opener/intercom/{intercomId}",
    ids: { intercomId: numericId },
    answer: intercom,
    class: "read",
    scopes: [],
  }),
};
