import type { FastifyInstance } from "fastify";
import type { Registry } from "../../shared/registry/model.ts";
import { tablesOfSessions } from "../auth/kept-sessions.ts";
import { runPeriodically } from "../base/periodically.ts";
import { fitAllSettings } from "../engine/setting-rows.ts";
import { tellChanges } from "../tables/tell-changes.ts";
import type { Services } from "./services.ts";

/** How soon after an edit of the files the pages of settings show what they declare now, and sessions are kept again. */
const LOOK_MS = 1000;

/** Brings what depends on the model in force in line with it, before the first call and after every edit of the files: rows of settings, and kept sessions. */
export function followModel(app: FastifyInstance, { database, registry, sessions, now }: Services): void {
  let followed: Registry | undefined;
  const follow = async () => {
    const current = registry.current();
    if (current === followed) return;
    await fitAllSettings(database.kysely, current, now());
    await database.withoutTimeouts((owner) => tellChanges(owner, tablesOfSessions(current)));
    sessions.follow(current);
    followed = current;
  };
  let stop = async () => {};
  app.addHook("onRequest", (_request, _reply, done) => {
    const turning = registry.turning();
    if (turning === null) done();
    else void turning.then(() => done());
  });
  app.addHook("onReady", follow);
  app.addHook("onListen", async () => {
    stop = runPeriodically({ title: "what follows the model", run: follow }, { everyMs: LOOK_MS, log: (line) => app.log.warn(line) });
  });
  app.addHook("onClose", () => stop());
}
