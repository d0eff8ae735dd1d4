import type { SessionUser } from "../../shared/protocol/screen.ts";
import type { Viewer } from "../base/viewer.ts";

/** A signed-in user at the time of one request: rights, group and shop are read anew for each. */
export interface Session {
  readonly tokenHash: string;
  readonly viewer: Viewer;
  /** The same as the client is told. */
  readonly user: SessionUser;
}
