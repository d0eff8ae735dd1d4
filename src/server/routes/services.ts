import type { SignInThrottle } from "../auth/sign-in-throttle.ts";
import type { Database } from "../db/connect.ts";
import type { UsageCounter } from "../flows/usage-counter.ts";
import type { ManualShelf } from "../manual/manual-shelf.ts";
import type { FileStorage } from "../providers/storage/storage.ts";
import type { RegistrySource } from "../registry/watch-registry.ts";

/** What routes work with besides the request. */
export interface Services {
  readonly database: Database;
  readonly registry: RegistrySource;
  readonly storage: FileStorage;
  readonly throttle: SignInThrottle;
  readonly usage: UsageCounter;
  readonly manuals: ManualShelf;
  /** How users reach the portal; undefined: it was not told. */
  readonly publicUrl: string | undefined;
  readonly now: () => Date;
  /** Aborted when the server begins to stop. */
  readonly stopping: AbortSignal;
}
