import type { Feature } from "../../http/feature.ts";
import { movePlan } from "./move-plan.ts";
import { settleOrders } from "./settle-orders.ts";
import { freeSources, recountSources, takeSources } from "./source-effects.ts";
import { statements } from "./statements.ts";

/** Statements: what a supplier is owed for a period, made from the documents of that period. */
export const settlement: Feature = {
  name: "settlement",
  effects: {
    "free-sources": { run: freeSources },
    "move-plan": { run: movePlan },
    "recount-sources": { run: recountSources },
    "settle-orders": { run: settleOrders },
    "take-sources": { run: takeSources },
  },
  jobs: { statements },
};
