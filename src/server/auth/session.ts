import type { SessionUser } from "../../shared/protocol/screen.ts";
import type { Viewer } from "../base/viewer.ts";

/** A signed-in user at the time of one request: rights, group and shop are read anew for each. */
export interface Session {
  readonly tokenHash: string;
  readonly viewer: Viewer;
  /** Somebody else gave the password: the session is for choosing another one, and for nothing else (docs/decisions/82). */
  readonly mustChange: boolean;
  /** A second factor was shown, here or to the provider of identity (docs/decisions/86). */
  readonly isProven: boolean;
  /** Opened by the provider of identity and not by a password (docs/decisions/87). */
  readonly isEnterprise: boolean;
  /** When it was opened. */
  readonly created: Date;
  /** The same as the client is told. */
  readonly user: SessionUser;
}
