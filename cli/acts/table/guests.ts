import type {
  Address,
  AddressReservation,
  AddressUnit,
  CallOptions,
  Smartlock,
  SmartlockClient,
} from "../../../provider/api";
import { ifAllowed } from "../../../provider/engine/lists/allowed";
import { momentInWords } from "../../../provider/http";
import { isReachable } from "../../../provider/resources/locks";
import { minutesOf } from "../../../provider/resources/words";
import { findOne } from "../../access/find";
import { CommandError } from "../../command-error";
import { type Act, confirmed, type Given, type Look, plan, waiting } from "../act";
import { callbackAnswered } from "../callback";
import { request } from "../request";

const addressArgument = { name: "address", description: "the address, by its name or its id" } as const;

const stayArguments = [
  addressArgument,
  {
    name: "reservation",
    description: "the reservation: its guest's name or e-mail, its reference, or its id",
  },
] as const;

async function addressFrom(client: SmartlockClient, wanted: string): Promise<Address> {
  return findOne(await client.addresses.list(), wanted, {
    noun: "address",
    plural: "addresses",
    id: ({ addressId }) => addressId,
    names: ({ name }) => [name],
  });
}

function unitFrom(units: readonly AddressUnit[], wanted: string): AddressUnit {
  return findOne(units, wanted, { noun: "unit", id: ({ id }) => id, names: ({ name }) => [name] });
}

interface Stay {
  readonly address: Address;
  readonly reservation: AddressReservation;
  /** Such as `Guest B at Harbour Street 5, 2026-11-26T12:00:00Z to …`. */
  readonly words: string;
  readonly guest: string;
}

async function stayFrom(client: SmartlockClient, given: Given): Promise<Stay> {
  const address = await addressFrom(client, given.text("address"));
  const { addressId } = address;
  const reservation = findOne(
    await client.addresses.listReservations({ addressId }),
    given.text("reservation"),
    {
      noun: "reservation",
      id: ({ id }) => id,
      names: ({ name, email, reference }) => [name, email, reference],
      detail: timeOf,
    },
  );
  const guest = reservation.name ?? reservation.email ?? reservation.id;
  const time = timeOf(reservation);
  const when = time === undefined ? "" : `, ${time}`;
  return { address, reservation, guest, words: `${guest} at ${address.name}${when}` };
}

function timeOf({ startDate, endDate }: AddressReservation): string | undefined {
  const [from, until] = [startDate, endDate].map((date) => Date.parse(date ?? ""));
  return from === undefined || until === undefined || Number.isNaN(from + until)
    ? undefined
    : `${momentInWords(from)} to ${momentInWords(until)}`;
}

/** The locks of an address, or none that the token may read. */
async function locksAt(
  client: SmartlockClient,
  { smartlockIds }: Address,
  options?: CallOptions,
): Promise<Smartlock[]> {
  const locks = await ifAllowed(client.smartlocks.list({}, options));
  return (locks ?? []).filter(({ smartlockId }) => smartlockIds.includes(smartlockId));
}

function doorsIn(locks: readonly Smartlock[]): string {
  return locks.length === 0 ? "the locks of the address" : locks.map(({ name }) => name).join(", ");
}

async function grantsAt(client: SmartlockClient, { smartlockIds }: Address, options?: CallOptions) {
  const lists = smartlockIds.map((smartlockId) => client.authorizations.listOf({ smartlockId }, {}, options));
  return (await Promise.all(lists)).flat();
}

/** Whether the service says that it is still giving or taking. The interface has no type for these fields. */
function isAtWork(reservation: AddressReservation): boolean {
  const { currentlyIssuingAuth, currentlyRevokingAuth } = reservation as {
    readonly currentlyIssuingAuth?: unknown;
    readonly currentlyRevokingAuth?: unknown;
  };
  return currentlyIssuingAuth === true || currentlyRevokingAuth === true;
}

/**
 * Done when the service says that the guests have their authorizations (or none any more), and no lock of the address
 * is still working on one. A lock that is offline has not done it.
 */
async function lookAtStay(
  client: SmartlockClient,
  { address, reservation }: Stay,
  wanted: "issued" | "revoked",
) {
  const before = new Set((await grantsAt(client, address)).map(({ id }) => id));
  return async (later: SmartlockClient, _answer: unknown, options: CallOptions): Promise<Look> => {
    const { addressId } = address;
    const stays = await later.addresses.listReservations({ addressId }, options);
    const now = stays.find(({ id }) => id === reservation.id);
    const isIssued = now !== undefined && ((now.guestsIssued ?? 0) > 0 || now.keypadIssued === true);
    if (now === undefined || isAtWork(now) || isIssued !== (wanted === "issued")) {
      return waiting("the service does not show it at the reservation yet");
    }
    const offline = (await locksAt(later, address, options)).filter((lock) => !isReachable(lock));
    if (offline.length > 0) {
      return waiting(`${doorsIn(offline)} cannot confirm it while offline`);
    }
    const grants = await grantsAt(later, address, options);
    if (grants.some(({ operationId }) => (operationId ?? undefined) !== undefined)) {
      return waiting("a lock of the address is still working on an authorization");
    }
    const isNew = grants.some(({ id }) => !before.has(id));
    return wanted === "issued" && !isNew
      ? waiting("no lock of the address shows a new authorization")
      : confirmed(`the locks of ${address.name} have done it.`);
  };
}

function timeOfDay(text: string, option: string): number {
  if (!/^([01]?\d|2[0-3]):[0-5]\d$|^24:00$/.test(text)) {
    throw new CommandError(`Nothing was sent. ${option} must be a time such as 15:00.`);
  }
  return minutesOf(text);
}

export const guestActs: readonly Act[] = [
  {
    name: "issue",
    operations: ["addresses.issueReservation"],
    summary: "Gives the guests of a reservation their authorizations.",
    arguments: stayArguments,
    waitsFor: "the locks of the address to have the new authorizations",
    example: 'issue "Harbour Street 5" "Guest B" --wait',
    async plan(client, given) {
      const stay = await stayFrom(client, given);
      const doors = doorsIn(await locksAt(client, stay.address));
      return plan({
        deed: `issue the authorizations for the stay of ${stay.words}`,
        means: [`The guests can then open ${doors} for the time of the stay.`, "The service may mail them."],
        request: request("addresses", "issueReservation", {
          addressId: stay.address.addressId,
          id: stay.reservation.id,
        }),
        ...(given.waits && { look: await lookAtStay(client, stay, "issued") }),
      });
    },
  },
  {
    name: "revoke",
    operations: ["addresses.revokeReservation"],
    summary: "Takes the authorizations of a reservation's guests away.",
    arguments: stayArguments,
    waitsFor: "the locks of the address to have removed the authorizations",
    example: 'revoke "Harbour Street 5" "Guest B" --wait',
    async plan(client, given) {
      const stay = await stayFrom(client, given);
      const doors = doorsIn(await locksAt(client, stay.address));
      return plan({
        deed: `revoke the authorizations for the stay of ${stay.words}`,
        means: [`The guests can then no longer open ${doors}, even if they are still there.`],
        request: request("addresses", "revokeReservation", {
          addressId: stay.address.addressId,
          id: stay.reservation.id,
        }),
        ...(given.waits && { look: await lookAtStay(client, stay, "revoked") }),
      });
    },
  },
  {
    name: "access-times",
    operations: ["addresses.setReservationAccessTimes"],
    summary: "Sets when the guests of a reservation may come in for the first and the last time.",
    arguments: stayArguments,
    options: [
      {
        flags: "--check-in <time>",
        description: "from this time on the first day, such as 15:00",
        isRequired: true,
      },
      {
        flags: "--check-out <time>",
        description: "until this time on the last day, such as 11:00",
        isRequired: true,
      },
    ],
    example: 'access-times "Harbour Street 5" "Guest B" --check-in 15:00 --check-out 11:00',
    async plan(client, given) {
      const { address, reservation, guest, words } = await stayFrom(client, given);
      const [checkIn, checkOut] = [given.text("checkIn"), given.text("checkOut")];
      return plan({
        deed: `set the access times for the stay of ${words}`,
        means: [`${guest} can then come in from ${checkIn} on the first day until ${checkOut} on the last.`],
        request: request(
          "addresses",
          "setReservationAccessTimes",
          { addressId: address.addressId, id: reservation.id },
          { checkInTime: timeOfDay(checkIn, "--check-in"), checkOutTime: timeOfDay(checkOut, "--check-out") },
        ),
      });
    },
  },
  {
    name: "redeem",
    operations: ["addresses.redeemToken"],
    summary: "Redeems the token of an address: this account gets access to its locks.",
    notes:
      "Name a unit of this account, or type the token that you were given at the hidden prompt\n(or pass it with --stdin). Whoever knows a token can redeem it, so it is never an argument, and never shown.",
    options: [
      { flags: "--address <name>", description: "an address of this account, by its name or its id" },
      { flags: "--unit <name>", description: "a unit of that address, by its name or its id" },
      { flags: "--no-mail", description: "the service should send no e-mail" },
    ],
    takesSecret: true,
    example: 'redeem --address "Harbour Street 5" --unit "Apartment 1" --no-mail',
    async plan(client, given) {
      const { tokenId, words } = await tokenFrom(client, given);
      const { addressName, smartlockNames } = await client.addresses.getToken({ tokenId });
      const mails = given.is("mail");
      return plan({
        deed: `redeem the token of ${words ?? addressName} for this account`,
        means: [
          `The account of the API token then has access to ${smartlockNames?.join(", ") ?? "its locks"} at ${addressName}.`,
          "A token can be redeemed once: nobody else can use it afterwards.",
          mails ? "The service mails the account (--no-mail prevents that)." : "No e-mail is sent.",
        ],
        request: request("addresses", "redeemToken", { tokenId }, { email: mails }),
      });
    },
  },
  {
    name: "delete-units",
    operations: ["addresses.removeUnits"],
    summary: "Deletes several units of an address in one request, with the permissions given through them.",
    notes: "A unit that a program declares belongs to the program: remove it there.",
    arguments: [
      addressArgument,
      { name: "units", description: "the units, by their names or ids", isList: true },
    ],
    waitsFor: "the units to be gone",
    example: 'delete-units "Harbour Street 5" "Apartment 1" "Apartment 2"',
    async plan(client, given) {
      const { addressId, name } = await addressFrom(client, given.text("address"));
      const listed = await client.addresses.listUnits({ addressId });
      const units = [...new Set(given.list("units").map((wanted) => unitFrom(listed, wanted)))];
      const ids = units.map(({ id }) => id);
      const names = units.map((unit) => unit.name).join(", ");
      return plan({
        deed: `delete ${units.length === 1 ? "the unit" : `${units.length} units`} ${names} of ${name}`,
        means: ["Whoever got access through them loses it.", "Their tokens can no longer be redeemed."],
        deletes: units.length,
        request: request("addresses", "removeUnits", { addressId }, ids),
        answered: callbackAnswered,
        async look(later, _answer, options) {
          const left = (await later.addresses.listUnits({ addressId }, options)).filter(({ id }) =>
            ids.includes(id),
          );
          return left.length === 0
            ? confirmed(`${name} no longer has ${names}.`)
            : waiting(`still there: ${left.map((unit) => unit.name).join(", ")}`);
        },
      });
    },
  },
];

async function tokenFrom(
  client: SmartlockClient,
  given: Given,
): Promise<{ readonly tokenId: string; readonly words?: string }> {
  const [address, unit] = [given.optional("address"), given.optional("unit")];
  if (address === undefined && unit === undefined) {
    return { tokenId: await given.secret("the token of the address") };
  }
  if (address === undefined || unit === undefined) {
    throw new CommandError("Nothing was sent. --address and --unit belong together.");
  }
  const { addressId, name } = await addressFrom(client, address);
  const found = unitFrom(await client.addresses.listUnits({ addressId }), unit);
  const tokenId = found.addressTokenId ?? undefined;
  if (tokenId === undefined) {
    throw new CommandError(`Nothing was sent. The service shows no token of ${found.name} at ${name}.`);
  }
  return { tokenId, words: `${found.name} at ${name}` };
}
