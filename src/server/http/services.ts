import type { Module } from "../../shared/registry/model.ts";
import type { Enterprise } from "../auth/enterprise.ts";
import type { KeptSessions } from "../auth/kept-sessions.ts";
import type { SignInThrottle } from "../auth/sign-in-throttle.ts";
import type { FileStorage } from "../base/storage/storage.ts";
import type { Viewer } from "../base/viewer.ts";
import type { Database } from "../db/connect.ts";
import type { ExportDesk } from "../engine/exports/export-desk.ts";
import type { Outside } from "../engine/inquiry.ts";
import type { JobScheduler } from "../engine/jobs/job-scheduler.ts";
import type { ManualCache } from "../manual/build/manual-cache.ts";
import type { PaperPress } from "../paper/paper-press.ts";
import type { RegistrySource } from "../registry/watch-registry.ts";
import type { SentHeads } from "../tables/heads/sent-heads.ts";
import type { Admission } from "./admission.ts";
import type { DayBudget } from "./day-budget.ts";
import type { LongLists } from "./long-lists.ts";

/** What routes work with besides the request. */
export interface Services {
  readonly database: Database;
  readonly registry: RegistrySource;
  /** Who is signed in, and what he may. */
  readonly sessions: KeptSessions;
  readonly storage: FileStorage;
  readonly throttle: SignInThrottle;
  /** Whose call is served next. */
  readonly admission: Admission;
  /** Which questions go over many rows. */
  readonly longLists: LongLists;
  /** What users and shops may have in a day. */
  readonly budget: DayBudget;
  readonly signIn: SignInWays;
  readonly manuals: ManualCache;
  /** Draws documents as PDF; whose turn it is there `drawing` says, so that the calls of others need not wait for it. */
  readonly press: PaperPress;
  readonly drawing: Admission;
  /** Tells the features in use that somebody has opened a page. */
  readonly opened: (viewer: Viewer, page: Module) => void;
  /** Writes long lists to files. */
  readonly exports: ExportDesk;
  /** Work in the background. */
  readonly jobs: JobScheduler;
  /** Whom flows ask outside of the database. */
  readonly outside: Outside;
  /** How users reach the portal; undefined: it was not told. */
  readonly publicUrl: string | undefined;
  /** Networks inside that may be sent to. */
  readonly pushNetworks: readonly string[];
  /** Signed heads of the audit chains that were sent to a file; null: to none. Throws where it cannot be read. */
  readonly sentHeads: () => SentHeads | null;
  readonly now: () => Date;
  /** Aborted when the server begins to stop. */
  readonly stopping: AbortSignal;
}

/** How users may sign in, by the settings. */
export interface SignInWays {
  /** The provider of identity; null: none is set. */
  readonly enterprise: Enterprise | null;
  /** Who may sign in by password. */
  readonly byPassword: "all" | ReadonlySet<string>;
  /** Whoever may pay or grant must have a second factor. */
  readonly needsFactor: boolean;
}
