import type { Address, Smartlock } from "../../provider/api";
import { nearest } from "../../provider/engine/values/nearest";
import { shown } from "../../provider/http";
import { CommandError } from "../command-error";

/** A part of an account. */
export interface Part {
  readonly locks: readonly Smartlock[];
  readonly addresses: readonly Address[];
}

const MAX_TEXT = 100;

/** An address with its locks, or a single lock, each by its name or its id. An address comes before a lock. */
export function partNamed(wanted: string) {
  return (locks: readonly Smartlock[], addresses: readonly Address[]): Part => {
    const places: readonly Place[] = [
      ...addresses.map((address) => ({ ...placeOf(address), address })),
      ...locks.map((lock) => ({ name: lock.name, id: String(lock.smartlockId), lock })),
    ];
    const ways: readonly ((place: Place) => boolean)[] = [
      ({ name, address }) => address !== undefined && name === wanted,
      ({ name }) => name === wanted,
      ({ id }) => id === wanted,
    ];
    const found = ways.map((isMeant) => places.filter(isMeant)).find((some) => some.length > 0) ?? [];
    const [one, ...others] = found;
    if (one === undefined) {
      throw new CommandError(
        notFound(
          wanted,
          places.map(({ name }) => name),
        ),
      );
    }
    if (others.length > 0) {
      const noun = one.address === undefined ? "locks" : "addresses";
      throw new CommandError(
        `${found.length} ${noun} are called "${shown(wanted, MAX_TEXT)}". Name one by its id: ${found.map(({ id }) => id).join(", ")}.`,
      );
    }
    const { address, lock } = one;
    return {
      addresses: address === undefined ? [] : [address],
      locks:
        lock === undefined
          ? locks.filter(({ smartlockId }) => address?.smartlockIds.includes(smartlockId))
          : [lock],
    };
  };
}

interface Place {
  readonly name: string;
  readonly id: string;
  readonly address?: Address;
  readonly lock?: Smartlock;
}

function placeOf({ name, addressId }: Address): Pick<Place, "name" | "id"> {
  return { name, id: String(addressId) };
}

function notFound(wanted: string, names: readonly string[]): string {
  const meant = nearest(wanted, names);
  const hint =
    meant === undefined
      ? "Name an address or a lock, as the app shows it, or by its id."
      : `Did you mean "${shown(meant, MAX_TEXT)}"?`;
  return `No address and no lock is called "${shown(wanted, MAX_TEXT)}". ${hint}`;
}
