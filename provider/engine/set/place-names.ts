import type { Bag } from "../bag";
import type { Session } from "../session";
import { hostOf } from "../settle";
import type { SetKind } from "./members";

/** `Front door (17179869185)` for each place, by place. Without the name if the token may not read it. */
export async function placeNames(
  session: Session,
  set: SetKind,
  places: readonly string[],
  inputs: Bag,
): Promise<ReadonlyMap<string, string>> {
  const named = places.map(async (place) => {
    const host = await hostOf(session, set.member, set.inputsAt(place, inputs)).catch(() => undefined);
    return [place, host === undefined ? set.member.placeName(place) : `${host.name} (${place})`] as const;
  });
  return new Map(await Promise.all(named));
}
