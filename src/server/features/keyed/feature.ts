import { sql } from "kysely";
import { runPeriodically } from "../../base/periodically.ts";
import type { Feature } from "../../http/feature.ts";
import { countOf } from "../../http/metrics.ts";
import { endUnread } from "./end-unread.ts";
import { forgetOldBatches } from "./in/batch.ts";
import { adoptKey, issueKey } from "./key/issue-key.ts";
import { KEYED_MIGRATIONS } from "./keyed-migrations.ts";
import { addKeyedRoutes } from "./keyed-routes.ts";
import { enqueuing } from "./push/enqueue.ts";
import { adoptHook, beginHook, endHook, resumeHook } from "./push/hook-effects.ts";
import { placesOf } from "./push/push-address.ts";
import { resendPush } from "./push/resend-push.ts";
import { runPushes } from "./push/run-pushes.ts";
import { scopesCall } from "./scopes-call.ts";

export { KEYED_ROUTES } from "./keyed-routes.ts";

const EVERY_MS = 2000;
const HOUR_MS = 3_600_000;

/** Programs bring rows in, follow changes and are told of events, by keys (docs/decisions/112). */
export const keyed: Feature = {
  name: "keyed",
  effects: {
    "issue-key": { run: issueKey },
    "adopt-key": { run: adoptKey },
    "begin-hook": { run: beginHook },
    "adopt-hook": { run: adoptHook },
    "resume-hook": { run: resumeHook },
    "end-hook": { run: endHook },
    "resend-push": { run: resendPush },
  },
  calls: [scopesCall],
  migrations: KEYED_MIGRATIONS,
  waiting: { help: "Pushes to subscriptions that have not arrived", count: (db) => countOf(db, "_push", sql`true`) },
  maintain: ({ db, now }) => forgetOldBatches(db, now()),
  start(app, services) {
    const { database, registry, now } = services;
    const current = () => registry.current();
    const taking = enqueuing(current, now);
    addKeyedRoutes(app, services, taking);
    const deps = { database, db: database.kysely, registry: current, now, taking, places: placesOf(services) };
    let stop = async () => {};
    app.addHook("onListen", async () => {
      const task = { title: "subscriptions cannot be served now", run: (isStopping: () => boolean) => runPushes(deps, isStopping) };
      const log = (line: string) => app.log.warn(line);
      const stops = [
        runPeriodically(task, { everyMs: EVERY_MS, log }),
        runPeriodically(
          { title: "feeds cannot be ended now", run: () => endUnread(database, current(), now()) },
          { everyMs: HOUR_MS, log },
        ),
      ];
      stop = async () => void (await Promise.all(stops.map((each) => each())));
    });
    app.addHook("onClose", () => stop());
  },
};
