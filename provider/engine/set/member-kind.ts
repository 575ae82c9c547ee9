import type { Bag } from "../bag";
import { Kind } from "../kind";
import type { Host } from "../resource-spec";
import type { SetSpec } from "./set-spec";

/** The kind of the objects of a set. They all have the same name, so their label includes the place. */
export class MemberKind extends Kind {
  readonly #place: string;

  override readonly howToGiveUp = "give the whole set up with `pulumi state delete`";

  constructor({ each, places }: SetSpec) {
    super(each);
    this.#place = places.of;
  }

  override label(fields: Bag): string {
    return `${super.label(fields)} on ${this.placeName(String(fields[this.#place]))}`;
  }

  override labelOn(fields: Bag, host: Host | undefined): string {
    return host === undefined ? this.label(fields) : `${super.label(fields)} on ${host.name}`;
  }

  /** `Front door`, or `lock 17179869185` before its name has been read. */
  placeName(place: string): string {
    const { container } = this.spec;
    return container?.nameSeen?.(place) ?? `${container?.noun ?? this.#place} ${place}`;
  }
}
