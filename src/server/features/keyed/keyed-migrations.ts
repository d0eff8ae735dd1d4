import { createFeeds } from "../../tables/feed/feed-tables.ts";
import type { Migrations } from "../../tables/technical-ddl.ts";
import { createBatches } from "./in/batch-tables.ts";
import { createKeys } from "./key/key-tables.ts";
import { createPushes } from "./push/push-tables.ts";

/** Tables of the keyed interface. */
export const KEYED_MIGRATIONS: Migrations = {
  "0021_api_keys": { up: createKeys },
  "0022_feeds": { up: createFeeds },
  "0023_batches": { up: createBatches },
  "0024_pushes": { up: createPushes },
};
