import type { Bag } from "../bag";
import { Kind } from "../kind";
import type { SetSpec } from "./set-spec";

/** The kind of the objects of a set. They all have the same name, so their label always includes the place. */
export class MemberKind extends Kind {
  readonly #place: string;

  override readonly howToGiveUp = "give the whole set up with `pulumi state delete`";

  constructor({ each, places }: SetSpec) {
    super(each);
    this.#place = places.of;
  }

  protected override placeOf(fields: Bag): string {
    return this.placeName(String(fields[this.#place]));
  }

  /** `Front door`, or `lock 17179869185` before its name has been read. */
  placeName(place: string): string {
    const { container } = this.spec;
    return container?.nameSeen?.(place) ?? `${container?.noun ?? this.#place} ${place}`;
  }
}
