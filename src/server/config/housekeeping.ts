import { forgetOldCaptchas } from "../auth/captcha.ts";
import { forgetOldFailures } from "../auth/failure-store.ts";
import type { FileStorage } from "../base/storage/storage.ts";
import type { Db } from "../db/connect.ts";
import { forgetOldRequestKeys } from "../engine/request-key.ts";
import { runDue } from "../engine/run-due.ts";
import { sweepFiles } from "../engine/uploads/sweep-files.ts";
import { forgetOldNotices } from "../features/payments/bank-notice.ts";
import { forgetOldVisits } from "../features/visitors/visit-limits.ts";
import { forgetVisitorFiles } from "../features/visitors/visitor-files.ts";
import type { RegistrySource } from "../registry/watch-registry.ts";

const HOUR = 3_600_000;

/** What is kept in order. */
export interface House {
  readonly db: Db;
  readonly registry: Pick<RegistrySource, "current">;
  readonly storage: FileStorage;
  readonly now: () => Date;
  readonly say: (line: string) => void;
}

/** Does once an hour what is due by itself, forgets what is kept for a while only, and removes files nobody owns. Returns how to stop. */
export function startHousekeeping({ db, registry, storage, now, say }: House): () => void {
  const stopping = new AbortController();
  const jobs: readonly (() => Promise<unknown>)[] = [
    () => forgetOldRequestKeys(db, now()),
    () => forgetOldFailures(db, now()),
    () => forgetOldCaptchas(db, now()),
    () => forgetOldVisits(db, now()),
    () => forgetOldNotices(db, now()),
    () => forgetVisitorFiles(db, registry.current(), now()),
    () => runDue({ db, registry: registry.current(), now: now(), say, stopping: stopping.signal }),
    async () => {
      const removed = await sweepFiles(db, registry.current(), storage, now());
      if (removed > 0) say(`housekeeping: removed ${removed} uploads that no row names`);
    },
  ];
  const clean = () => {
    for (const job of jobs) job().catch((error: Error) => say(`housekeeping failed, next try in an hour: ${error.message}`));
  };
  clean();
  const timer = setInterval(clean, HOUR).unref();
  return () => {
    stopping.abort();
    clearInterval(timer);
  };
}
