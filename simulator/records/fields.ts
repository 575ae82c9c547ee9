import { z } from "zod";

/** `2026-09-22T12:00:00.000Z`: UTC with milliseconds, whatever was sent. */
export const date = z.string();

/** An object whose fields the simulator keeps and returns, but does not look at. */
export const loose = z.record(z.string(), z.unknown());
