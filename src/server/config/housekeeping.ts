import { dayOf } from "../../shared/domain/day.ts";
import { forgetOldDevices } from "../auth/devices.ts";
import { forgetOldFailures } from "../auth/failure-store.ts";
import { forgetOldVisits } from "../auth/visit-limits.ts";
import { forgetOldExports } from "../engine/exports/export-desk.ts";
import { ExportStore } from "../engine/exports/export-store.ts";
import { forgetOldMessages } from "../engine/forget-messages.ts";
import { forgetOwnLists } from "../engine/forget-own-lists.ts";
import { forgetOldRequestKeys } from "../engine/request-key.ts";
import { runDue } from "../engine/run-due.ts";
import { sweepFiles } from "../engine/uploads/attachments.ts";
import { forgetUnattached } from "../engine/uploads/unattached.ts";
import { forgetOldBudgets } from "../http/day-budget.ts";
import type { Feature, Maintenance } from "../http/feature.ts";

const HOUR = 3_600_000;
/** Who waited for the start is served first. */
const FIRST_MS = 3000;

/** Does soon, and then once an hour, what is due by itself, forgets what is kept for a while only, and removes files nobody owns. Returns how to stop. */
export function startHousekeeping(at: Maintenance, features: readonly Feature[]): () => void {
  const { clean, stop } = housekeeper(at, features);
  const timers = [setTimeout(() => void clean(), FIRST_MS).unref(), setInterval(() => void clean(), HOUR).unref()];
  return () => {
    stop();
    timers.forEach(clearTimeout);
  };
}

/** Who keeps house: `clean` is one round, and what fails in it is written down and keeps nothing else from being done. */
export function housekeeper(at: Maintenance, features: readonly Feature[]): { clean: () => Promise<void>; stop: () => void } {
  const { db, registry, storage, now, log } = at;
  const stopping = new AbortController();
  let hasBegun = false;
  let lookedAt = "";
  const jobs: readonly (() => Promise<unknown>)[] = [
    () => forgetOldRequestKeys(db, now()),
    () => forgetOldFailures(db, now()),
    () => forgetOldDevices(db, now()),
    () => forgetOldVisits(db, now()),
    () => forgetOldBudgets(db, now()),
    () => forgetOldExports(new ExportStore(db, now), storage),
    () => forgetOldMessages(db, registry.current(), now()),
    () => forgetOwnLists(db, registry.current()),
    ...features.flatMap(({ maintain }) => (maintain ? [() => maintain(at)] : [])),
    () => runDue({ db, registry: registry.current(), now: now(), log, stopping: stopping.signal }),
    async () => {
      // Every text of every table is looked at: once a day is enough, and not at the start.
      const day = dayOf(now());
      const isDue = hasBegun && lookedAt !== day;
      hasBegun = true;
      if (!isDue) return;
      lookedAt = day;
      const forgotten = await forgetUnattached(db, registry.current(), now());
      if (forgotten > 0) log(`housekeeping: forgot ${forgotten} uploads that no document names`);
    },
    async () => {
      const removed = await sweepFiles(db, registry.current(), storage, now());
      if (removed > 0) log(`housekeeping: removed ${removed} uploads that no row names`);
    },
  ];
  const fail = (error: Error) => {
    // What the end of the program cuts short is done at its next start.
    if (!stopping.signal.aborted) log(`housekeeping failed, next try in an hour: ${error.message}`);
  };
  return {
    clean: async () => {
      await Promise.all(jobs.map((job) => job().catch(fail)));
    },
    stop: () => stopping.abort(),
  };
}
