import { Kind } from "../kind/kind";
import type { Device } from "../kind/listed";
import type { Content } from "../kind/spec";
import type { View } from "../lists/view";
import type { Bag } from "../values/bag";
import type { Writer } from "../writes/writer";
import type { Session } from "./session";

/** A kind in the account of a run: everything about its objects, with the service to ask. */
export class BoundKind extends Kind {
  readonly session: Session;
  readonly #marked: ReadonlySet<string>;

  constructor({ spec, naming }: Kind, session: Session, marked: Iterable<string> = []) {
    super(spec, naming);
    this.session = session;
    this.#marked = new Set(marked);
  }

  override isUnseen(field: string): boolean {
    return super.isUnseen(field) || this.#marked.has(field);
  }

  /** The list of the objects, limited to the part that matters for these fields. */
  collection(fields: Bag): View<object> {
    return this.session.collection(this.spec, fields);
  }

  /** The same list taken in another way. */
  otherCollection(fields: Bag): View<object> {
    return this.session.otherCollection(this.spec, fields);
  }

  /** Announces that objects with these fields will be asked for, so that the lists are chosen for all of them together. */
  expect(all: readonly Bag[]): void {
    this.session.expect(this.spec, all);
  }

  /** Looks in another way for objects that the run's list may lack. */
  lookAgain(wanted: Bag): Promise<void> {
    return this.session.lookAgain(this.spec, wanted);
  }

  /** Objects that would be deleted together with this one although this resource did not create them. */
  async contents(id: string): Promise<readonly Content[]> {
    return (await this.spec.contents?.(this.session, this.parts(id))) ?? [];
  }

  /** The account of what the object belongs to. */
  async accountOfParent(fields: Bag): Promise<number | undefined> {
    const key = this.parentOf(fields);
    return key === undefined ? undefined : this.spec.parent?.accountOf?.(this.session, key);
  }

  /** The device that the object is on, if it is on one. */
  async deviceOf(fields: Bag): Promise<Device | undefined> {
    const key = this.parentOf(fields);
    return key === undefined ? undefined : this.spec.parent?.device?.find(this.session, key);
  }

  /** Makes the service ask the device what it really holds. */
  async sync(fields: Bag): Promise<void> {
    const { parent } = this.spec;
    if (parent?.device === undefined) {
      return;
    }
    const key = this.parentOf(fields);
    if (key === undefined) {
      throw new Error(
        `${this.label(fields)}: the state does not say which ${parent.noun} it is on, so the ${parent.noun} could not be asked what it holds. Import an ` +
          "earlier state, or use `pulumi state delete` to give it up.",
      );
    }
    await parent.device.sync(this.session.api, key);
  }

  get writer(): Writer {
    return this.session.writer(this.spec);
  }

  /** Runs one write of an object from beginning to end. */
  write<T>(work: () => Promise<T>): Promise<T> {
    return this.session.write(this.spec, work);
  }
}
