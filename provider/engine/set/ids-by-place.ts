import { isBag } from "../bag";
import type { ImportForm } from "../imported";
import type { SetSpec } from "./set-spec";

/** The entry of a set names the objects as its output does: by place. */
export function idsByPlace({ idsAs, places }: Pick<SetSpec, "idsAs" | "places">): ImportForm {
  return {
    idsIn: (named) => {
      const pairs = isBag(named) ? Object.entries(named) : [];
      return pairs.length === 0 ? undefined : pairs.map(([place, id]) => `${place}/${String(id)}`);
    },
    sameAs: `${idsAs} in the outputs`,
    where: { field: places.field, part: places.of },
  };
}
