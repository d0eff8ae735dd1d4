import type { FastifyInstance } from "fastify";
import { runPeriodically } from "../base/periodically.ts";
import { fitAllSettings } from "../engine/setting-rows.ts";
import type { Services } from "./services.ts";

/** How soon after an edit of the files the pages of settings show what they declare now. */
const LOOK_MS = 1000;

/** Keeps the rows of settings what the model in force declares: before the first call, and after every edit of the files. */
export function keepSettings(app: FastifyInstance, { database, registry, now }: Services): void {
  let fitted = "";
  const fit = async () => {
    const current = registry.current();
    if (current.version === fitted) return;
    await fitAllSettings(database.kysely, current, now());
    fitted = current.version;
  };
  let stop = async () => {};
  app.addHook("onReady", fit);
  app.addHook("onListen", async () => {
    stop = runPeriodically({ title: "rows of settings", run: fit }, { everyMs: LOOK_MS, log: (line) => app.log.warn(line) });
  });
  app.addHook("onClose", () => stop());
}
