import { StorageAway } from "../storage.ts";

/** The store has said nothing at all. */
export class StoreSilent extends StorageAway {}

/** The store says no, and will again: a setting is wrong, or a right is missing. */
export class StoreRefused extends StorageAway {
  /** `reason`: what the store has said, for the operator. */
  constructor(readonly reason: string) {
    super();
  }
}
