/**
 * Checked by the compiler in `npm test`: a kind that lacks one of these must not compile. Each `@ts-expect-error` fails
 * the type check as soon as the line below it compiles.
 */
import type { address } from "../../../provider/resources/address";

type Spec = typeof address;
type Requires<Whole extends Spec> = Whole;

export type Complete = Requires<Spec>;
// @ts-expect-error -- without an identity nobody could recognise one that exists
export type NoIdentity = Requires<Omit<Spec, "identity">>;
// @ts-expect-error -- without a list nobody could prove that one is gone
export type NoList = Requires<Omit<Spec, "list">>;
// @ts-expect-error -- without docs there is no page
export type NoDocs = Requires<Omit<Spec, "docs">>;
// @ts-expect-error -- without marks a secret could appear
export type NoSecrets = Requires<Omit<Spec, "fields">>;
// @ts-expect-error -- a verb is missing
export type NoCreate = Requires<Omit<Spec, "create">>;
// @ts-expect-error -- a verb is missing
export type NoRemove = Requires<Omit<Spec, "remove">>;
// @ts-expect-error -- without an id nothing could be stored
export type NoId = Requires<Omit<Spec, "id">>;
