import type { RefOption } from "../../../shared/protocol/form.ts";
import type { PieceState } from "../../../shared/protocol/job.ts";
import type { Module, Registry } from "../../../shared/registry/model.ts";
import type { Db } from "../../db/connect.ts";
import type { QueryContext } from "../../query/context.ts";
import type { Wanted } from "../../query/ref-rows.ts";

/** What a job is started with, as it is kept. */
export type JobParams = Readonly<Record<string, string | number>>;

/** One piece of a job, e.g. a supplier. */
export interface JobItem {
  readonly key: string;
  readonly name: string;
}

/** How a piece ended. */
export interface ItemEnd {
  readonly state: PieceState;
  /** What a person reads of it. */
  readonly note: string;
}

/** Where a piece of work is done: in an open transaction, which keeps its end, too. */
export interface ItemWork {
  readonly trx: Db;
  readonly registry: Registry;
  readonly now: Date;
  readonly shopId: string;
  readonly jobId: string;
  readonly params: JobParams;
  /** Who is named as maker. */
  readonly creator: string;
  readonly log: (line: string) => void;
}

/** Work that is done piece by piece, each in a transaction of its own, and goes on where it stopped. */
export interface Job {
  /** Reads what was asked for. Throws Code 400 with everything that is wrong. */
  readonly params: (ctx: QueryContext, module: Module, sent: Readonly<Record<string, string>>) => JobParams;
  /** For whom alone it can be started on this page, by what was typed or by code. */
  readonly choices: (ctx: QueryContext, module: Module, wanted: Wanted) => Promise<readonly RefOption[]>;
  readonly items: (trx: Db, registry: Registry, shopId: string, params: JobParams) => Promise<readonly JobItem[]>;
  readonly run: (work: ItemWork, item: JobItem) => Promise<ItemEnd>;
  /** Its pieces are done in their order and one at a time, whoever works on them: each builds on those before. */
  readonly isOrdered?: true;
  /** Starts by itself what is due, in every shop; asked now and then. Returns how many jobs were started. */
  readonly startDue?: (db: Db, registry: Registry, now: Date) => Promise<number>;
}

/** A job by the name that entities give it (`job`). */
export function jobOf(registry: Registry, name: string): Job {
  const job = registry.code.jobs[name] as Job | undefined;
  if (job === undefined) throw new Error(`no job ${name}: the registry must have refused it`);
  return job;
}
