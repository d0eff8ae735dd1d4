import type { FastifyInstance } from "fastify";
import type { OverrideKey } from "../../shared/protocol/override-keys.ts";
import type { FeatureCode } from "../../shared/registry/code.ts";
import type { Module } from "../../shared/registry/model.ts";
import type { FileStorage } from "../base/storage/storage.ts";
import type { Viewer } from "../base/viewer.ts";
import type { Db } from "../db/connect.ts";
import type { NamedEffect } from "../engine/effects/named.ts";
import type { Choice, Inquiry } from "../engine/inquiry.ts";
import type { Job } from "../engine/jobs/job.ts";
import type { QueryContext } from "../query/context.ts";
import type { Offer } from "../query/offer.ts";
import type { RegistrySource } from "../registry/watch-registry.ts";
import type { Migrations } from "../tables/technical-ddl.ts";
import type { ModuleRoute, Route } from "./route.ts";
import type { Services } from "./services.ts";

/** Counts what waits for the viewer. The call of this path answers it; menu lines name it (`reminder` in modules.json). */
export interface Reminder {
  readonly count: (ctx: QueryContext) => Promise<number>;
}

/** What is kept in order once an hour. */
export interface Maintenance {
  readonly db: Db;
  readonly registry: Pick<RegistrySource, "current">;
  readonly storage: FileStorage;
  readonly now: () => Date;
  readonly log: (line: string) => void;
}

/**
 * A feature: a folder below src/server/features whose feature.ts says all that it brings. Other features use it through that file alone,
 * and the engine knows none of them. modules.json lists those in use.
 */
export interface Feature extends FeatureCode {
  /** By the name that effects give them (`named`). */
  readonly effects?: Readonly<Record<string, NamedEffect>>;
  /** By the name that transitions give them (`asks`). */
  readonly inquiries?: Readonly<Record<string, Inquiry>>;
  /** By the name that previews give them (`choose`). */
  readonly choices?: Readonly<Record<string, Choice>>;
  /** By the name that ref fields give them (`offer`). */
  readonly offers?: Readonly<Record<string, Offer>>;
  /** By the name that entities give them (`job`). */
  readonly jobs?: Readonly<Record<string, Job>>;
  readonly reminders?: Readonly<Record<string, Reminder>>;
  /** Addresses below /api. */
  readonly calls?: readonly Route[];
  /** By the key of a hand-written page that is a list: the call that its rows come from (docs/decisions/127). */
  readonly rows?: Readonly<Partial<Record<OverrideKey, ModuleRoute>>>;
  /** Somebody has opened a page. */
  readonly opened?: (services: Services, viewer: Viewer, page: Module) => void;
  /** Tables of its own that no entity file describes (src/server/tables/migrate.ts says how steps are named and added). */
  readonly migrations?: Migrations;
  /** How much of its own waits in the database, of all shops together, for whoever watches the server (http/metrics.ts). */
  readonly waiting?: { readonly help: string; readonly count: (db: Db) => Promise<number> };
  /** Forgets what is kept for a while only. */
  readonly maintain?: (at: Maintenance) => Promise<unknown>;
  /** Addresses that are no calls, and work in the background: it begins when the server listens and ends when it closes (Fastify's hooks). */
  readonly start?: (app: FastifyInstance, services: Services) => void;
}
