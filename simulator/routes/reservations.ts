import { answer, fieldsOf, noContent, textParam, type Call, type Handlers } from "../call";
import { invalid } from "../errors";
import { nthKeypadCode } from "../keypad-codes";
import type { ReservationRecord, SmartlockRecord } from "../records";
import { addressOfPath } from "./addresses";
import { findLock, queueCreate } from "./authorizations";

function reservationOfPath(call: Call): ReservationRecord {
  const { addressId } = addressOfPath(call);
  const id = textParam(call, "id");
  const reservation = call.account.reservations.find(
    (item) => item.id === id && item.addressId === addressId,
  );
  if (reservation === undefined) {
    throw invalid("id", id);
  }
  return reservation;
}

function keypadLocks(call: Call): SmartlockRecord[] {
  return addressOfPath(call).smartlockIds.flatMap((smartlockId) => {
    const lock = findLock(call.account, smartlockId);
    return lock?.config["keypadPaired"] === true || lock?.config["keypad2Paired"] === true ? [lock] : [];
  });
}

function freeCode(call: Call, lock: SmartlockRecord): number {
  const taken = new Set(call.account.authorizations.ofLock(lock.smartlockId).map(({ code }) => code));
  for (let n = call.account.ids.given; ; n++) {
    const code = nthKeypadCode(n);
    if (!taken.has(code)) {
      return code;
    }
  }
}

export const reservationRoutes = {
  "GET /address/{addressId}/reservation": (call) => {
    const { addressId } = addressOfPath(call);
    const reservations = call.account.reservations.filter(
      (reservation) => reservation.addressId === addressId,
    );
    return answer(
      reservations.map((reservation) => ({
        ...reservation,
        currentlyIssuingAuth: reservation.isCurrentlyIssuingAuth,
        currentlyRevokingAuth: reservation.isCurrentlyRevokingAuth,
        accessTimes: undefined,
        authorizationIds: undefined,
      })),
    );
  },

  /** Creates a code on each lock of the address that has a keypad, for the time of the stay. */
  "POST /address/{addressId}/reservation/{id}/issue": (call) => {
    const { account, simulation } = call;
    const reservation = reservationOfPath(call);
    if (reservation.isCurrentlyIssuingAuth || reservation.authorizationIds.length > 0) {
      throw invalid("id", reservation.id);
    }
    reservation.isCurrentlyIssuingAuth = true;
    reservation.authorizationIds = keypadLocks(call).map((lock) =>
      queueCreate(simulation, lock, {
        name: reservation.name.slice(0, 20),
        type: 13,
        code: freeCode(call, lock),
        remoteAllowed: false,
        allowedFromDate: reservation.startDate,
        allowedUntilDate: reservation.endDate,
      }),
    );
    const due = simulation.clock.now() + account.behaviour.settleMs;
    simulation.agenda.plan({ due, kind: "finish issuing", id: reservation.id });
    return noContent();
  },

  "POST /address/{addressId}/reservation/{id}/revoke": (call) => {
    const { account, simulation } = call;
    const reservation = reservationOfPath(call);
    reservation.isCurrentlyRevokingAuth = true;
    for (const authorizationId of reservation.authorizationIds) {
      const record = account.authorizations.get(authorizationId);
      const lock = record && findLock(account, record.smartlockId);
      if (lock !== undefined) {
        simulation.queue.add(lock, { kind: "delete", authorizationId });
      }
    }
    const due = simulation.clock.now() + account.behaviour.settleMs;
    simulation.agenda.plan({ due, kind: "finish revoking", id: reservation.id });
    return noContent();
  },

  "POST /address/{addressId}/reservation/{id}/update/accesstimes": (call) => {
    const reservation = reservationOfPath(call);
    const fields = fieldsOf(call);
    const minutes = { min: 0, max: 1440 };
    reservation.accessTimes = {
      checkInTime: fields.integer("checkInTime", minutes) ?? undefined,
      checkOutTime: fields.integer("checkOutTime", minutes) ?? undefined,
    };
    reservation.hasCustomAccessTimes = true;
    reservation.updateDate = call.simulation.clock.iso();
    return noContent();
  },
} satisfies Partial<Handlers>;
