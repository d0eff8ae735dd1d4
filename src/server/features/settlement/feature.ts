import type { Feature } from "../../http/feature.ts";
import { clearCarried, unclearCarried } from "./clear-carried.ts";
import { freeSources } from "./free-sources.ts";
import { keepGoodsRate } from "./goods-rates.ts";
import { keepRates } from "./keep-rates.ts";
import { movePlan } from "./move-plan.ts";
import { recountSources } from "./recount-sources.ts";
import { settleOrders, unsettleOrders } from "./settle-orders.ts";
import { statements } from "./statements.ts";
import { takeSources } from "./take-sources.ts";

/** Statements: what a supplier is owed for a period, made from the documents of that period. */
export const settlement: Feature = {
  name: "settlement",
  flags: ["feeInvoice", "negative"],
  effects: {
    "clear-carried": { run: clearCarried },
    "free-sources": { run: freeSources },
    "keep-goods-rate": { run: keepGoodsRate },
    "keep-rates": { run: keepRates },
    "move-plan": { run: movePlan },
    "recount-sources": { run: recountSources },
    "settle-orders": { run: settleOrders },
    "take-sources": { run: takeSources },
    "unclear-carried": { run: unclearCarried },
    "unsettle-orders": { run: unsettleOrders },
  },
  jobs: { statements },
};
