import type { Collection } from "./collection";
import type { Listing } from "./listing";

/** A collection as seen by a caller that needs only one part. */
export class View<Live> {
  constructor(
    /** The kind of the objects. */
    readonly type: string,
    readonly collection: Collection<Live>,
    readonly part: string | undefined,
  ) {}

  known(): Promise<Listing<Live>> {
    return this.collection.known(this.part);
  }

  fresh(): Promise<Listing<Live>> {
    return this.collection.fresh(this.part === undefined ? undefined : [this.part]);
  }

  /** Whether it can be used without a request. */
  get isAtHand(): boolean {
    return this.collection.covers(this.part);
  }

  isMissing(key: string): Promise<boolean> {
    return this.collection.isMissing(key, this.part);
  }

  confirmMissing(key: string): Promise<boolean> {
    return this.collection.confirmMissing(key, this.part);
  }

  readAgain(key: string): Promise<Live | undefined> {
    return this.collection.readAgain(key, this.part);
  }

  isAlone(key: string): Promise<boolean> {
    return this.collection.isAlone(key, this.part);
  }

  wrote(live: Live): void {
    this.collection.wrote(live);
  }

  removed(key: string): void {
    this.collection.removed(key);
  }
}
