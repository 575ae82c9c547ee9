import type { Naming } from "../kind/kind";
import type { SetSpec } from "../kind/set-spec";

/** The objects of a set all have the same name, so their label always includes the place. */
export function namingAt(spec: Pick<SetSpec, "each" | "places">): Naming {
  return {
    placeOf: (fields) => placeName(spec, String(fields[spec.places.of])),
    howToGiveUp: "give the whole set up with `pulumi state delete`",
  };
}

/** `Front door`, or `lock 17179869185` before its name has been read. */
export function placeName({ each, places }: Pick<SetSpec, "each" | "places">, place: string): string {
  const { parent } = each;
  return parent?.nameSeen?.(place) ?? `${parent?.noun ?? places.of} ${place}`;
}
