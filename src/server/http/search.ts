import type { FoundBills } from "../../shared/protocol/search.ts";
import { openModules } from "../auth/authorize.ts";
import { findBills } from "../query/search/find-bills.ts";
import { ok } from "./envelope.ts";
import { reading } from "./read-call.ts";
import { LONGEST_TEXT, required } from "./required.ts";
import type { SessionRoute } from "./route.ts";

/** Documents of every page that the user has, by a part of what they are told by (`search`). What is told counts for the day as rows of lists do. */
export const findBill: SessionRoute = {
  path: "/Comm/FindBill",
  access: "session",
  handle: async (call) => {
    const { context, session, params, services } = call;
    const typed = required(params, "search").slice(0, LONGEST_TEXT);
    services.budget.checkRows(session.viewer);
    const found = await reading(call, (at) => findBills(at, openModules(context.registry, session), typed));
    await services.budget.countRows(session.viewer, found.bills.length);
    return ok(found satisfies FoundBills);
  },
};
