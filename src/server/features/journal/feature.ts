import { sql } from "kysely";
import { runPeriodically } from "../../base/periodically.ts";
import type { Feature } from "../../http/feature.ts";
import { countOf } from "../../http/metrics.ts";
import { JOURNAL_MIGRATIONS } from "../../tables/changed-rows.ts";
import { beginJournal, postJournal } from "./post-journal.ts";

export { isPosted, type JournalGap, journalGaps } from "./post-journal.ts";

const EVERY_MS = 2000;

/** Double entry: every change of what a shop owes its suppliers is an entry of the journal (docs/decisions/97). */
export const journal: Feature = {
  name: "journal",
  migrations: JOURNAL_MIGRATIONS,
  waiting: { help: "Changed rows that the journal has not posted", count: (db) => countOf(db, "_journal_due", sql`true`) },
  start(app, { database, registry, now }) {
    const log = (line: string) => app.log.warn(line);
    let noted: unknown = null;
    let stop = async () => {};
    const run = async (isStopping: () => boolean) => {
      const current = registry.current();
      if (noted !== current) await database.withoutTimeouts((db) => beginJournal(db, current));
      noted = current;
      await postJournal({ db: database.kysely, registry: current, now }, isStopping);
    };
    app.addHook("onListen", async () => {
      stop = runPeriodically({ title: "the journal cannot be posted now", run }, { everyMs: EVERY_MS, log });
    });
    app.addHook("onClose", () => stop());
  },
};
