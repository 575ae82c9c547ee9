import { openAccount, saveAccount, type Account, type AccountState, type AccountStateInput } from "./account";
import { Agenda } from "./agenda";
import type { SimulatorClock } from "./clock";
import { locked, type ServiceError } from "./errors";
import { LockQueue } from "./lock-queue";
import type { MailRecord } from "./records";

/** The live service: an account, the clock, and the operations under way. */
export class Simulation {
  account: Account;
  readonly queue: LockQueue;
  readonly agenda: Agenda;
  #lockedAnswers = 0;

  constructor(
    readonly clock: SimulatorClock,
    state: AccountStateInput,
  ) {
    this.account = openAccount(state, clock.now());
    this.queue = new LockQueue(this);
    this.agenda = new Agenda(this);
    this.#resume();
  }

  state(): AccountState {
    return saveAccount(this.account, this.clock.now());
  }

  /** A copy of the account as it is now. Later changes do not affect it. */
  copy(): Account {
    return openAccount(this.state(), this.clock.now());
  }

  /** Replaces the whole account. A state that does not parse changes nothing. */
  load(state: AccountStateInput): void {
    const account = openAccount(state, this.clock.now());
    this.queue.abandon();
    this.agenda.abandon();
    this.account = account;
    this.#resume();
  }

  mail(
    kind: MailRecord["kind"],
    to: string,
    about: Pick<MailRecord, "smartlockId" | "accountUserId"> = {},
  ): void {
    this.account.mails.push({ kind, to, date: this.clock.iso(), ...about });
  }

  locked(): ServiceError {
    return locked(this.#lockedAnswers++);
  }

  #resume(): void {
    for (const lock of this.account.smartlocks) {
      this.queue.resume(lock);
    }
    this.agenda.resume();
    this.clock.runDue();
  }
}
