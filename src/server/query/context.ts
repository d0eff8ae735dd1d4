import type { Registry } from "../../shared/registry/model.ts";
import type { Viewer } from "../base/viewer.ts";
import type { Db } from "../db/connect.ts";

/** What every read works with. One registry snapshot serves a request from start to end. */
export interface QueryContext {
  readonly db: Db;
  readonly registry: Registry;
  readonly viewer: Viewer;
  readonly now: Date;
}
