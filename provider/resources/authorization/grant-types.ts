import type { z } from "zod";
import { oneWord } from "../words";

/** What opens the lock. The last four are only shown: nobody can declare them. */
export const grantType = oneWord(
  { app: 0, fob: 2, code: 13 },
  { bridge: 1, keypad: 3, "z-key": 14, virtual: 15 },
);

export type GrantType = z.output<typeof grantType.schema>;
