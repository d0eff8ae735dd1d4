import type { Feature } from "../../http/feature.ts";
import { confirmModel } from "./confirm-model.ts";
import { describeSetting } from "./describe-setting.ts";
import { recordEdits } from "./record-edits.ts";

/** How often it is looked at what is held. */
const LOOK_MS = 1000;

/** Edits of the files that wait for a confirmation, for those who may give it by a page (docs/decisions/72); and rows of settings. */
export const configuration: Feature = {
  name: "configuration",
  effects: { "confirm-model": { run: confirmModel }, "describe-setting": { run: describeSetting } },
  start(app, { database, registry, now }) {
    let before = registry.heldBefore();
    let told = "";
    const look = async () => {
      // What is let through is held no more a while before it is served: it would look as if it had been taken back.
      if (registry.isChanging()) return;
      const [held, current] = [registry.held(), registry.current()];
      const sign = JSON.stringify([current.version, held?.base, held?.version]);
      if (sign === told) return;
      await recordEdits({ db: database.kysely, registry: current, now: now(), held, before });
      [before, told] = [held, sign];
    };
    let working: Promise<void> = Promise.resolve();
    const timer = setInterval(() => {
      working = working.then(look).catch((error: Error) => app.log.warn(error, "what waits for a confirmation is not written yet"));
    }, LOOK_MS).unref();
    app.addHook("onClose", async () => {
      clearInterval(timer);
      await working;
    });
  },
};
