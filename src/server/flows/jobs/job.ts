import type { Module, Registry } from "../../../shared/registry/model.ts";
import type { Db } from "../../db/connect.ts";
import type { QueryContext } from "../../query/context.ts";

/** What a job is started with, as it is kept. */
export type JobParams = Readonly<Record<string, string | number>>;

/** One piece of a job, e.g. a supplier. */
export interface JobItem {
  readonly key: string;
  readonly name: string;
}

/** How a piece ended: something was made, there was nothing to do, or it was refused. */
export interface ItemEnd {
  readonly state: "made" | "none" | "failed";
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
}

/** Work that is done piece by piece, each in a transaction of its own, and goes on where it stopped. */
export interface Job {
  /** Reads what was asked for. Throws Code 400 with everything that is wrong. */
  readonly params: (ctx: QueryContext, module: Module, sent: Readonly<Record<string, string>>) => JobParams;
  readonly items: (trx: Db, registry: Registry, shopId: string, params: JobParams) => Promise<readonly JobItem[]>;
  readonly run: (work: ItemWork, item: JobItem) => Promise<ItemEnd>;
}
