import { runPeriodically } from "../../base/periodically.ts";
import type { Feature } from "../../http/feature.ts";
import { openNewShop } from "./open-new-shop.ts";
import { getSetupForm, saveSetup } from "./setup-calls.ts";
import { SETUP_MIGRATIONS } from "./setup-tables.ts";
import { readShopProfiles } from "./shop-profiles.ts";

export { announceSetup } from "./announce-setup.ts";

/** How soon another process knows of a shop that was opened. */
const LOOK_MS = 2000;

/** The first start, and every shop that is opened later. */
export const setup: Feature = {
  name: "setup",
  needs: {
    Shop: {
      fields: { SHOP_ID: "string", ShopName: "string", ShopKind: "enum", MarketId: "ref", ProfileKey: "string" },
    },
  },
  effects: { "open-shop": { run: openNewShop } },
  calls: [getSetupForm, saveSetup],
  migrations: SETUP_MIGRATIONS,
  start: (app, { database: { kysely }, registry }) => {
    const look = async () => registry.giveProfiles(await readShopProfiles(kysely));
    let stop = async () => {};
    app.addHook("onReady", look);
    app.addHook("onListen", async () => {
      stop = runPeriodically({ title: "profiles of shops", run: look }, { everyMs: LOOK_MS, log: (line) => app.log.warn(line) });
    });
    app.addHook("onClose", () => stop());
  },
};
