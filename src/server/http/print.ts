import type { PrintDocument } from "../../shared/protocol/print.ts";
import { printModule } from "../query/print-rows.ts";
import { raiseDegree } from "../query/rows-by-ids.ts";
import { ok } from "./envelope.ts";
import { moduleOfOrderType, moduleOfTemplate, type Printable } from "./printable.ts";
import { required, requiredId, requiredIds } from "./required.ts";
import type { SessionCall, SessionRoute } from "./route.ts";

const MOST_IDS = 100;
/** The template of GetPrintBalanceProvForLC (LC is a customer's variant of the same print, docs/decisions/11). */
const BALANCE_PROV = "balanceprov";

const byTemplate = async (call: SessionCall) => printOut(call, moduleOfTemplate(call, required(call.params, "printtyp")), idsOf(call));
const byOrderType = async (call: SessionCall) => printOut(call, moduleOfOrderType(call, required(call.params, "ordertype")), idsOf(call));
const byEither = async (call: SessionCall) => ok(await (call.params.ordertype === undefined ? byTemplate(call) : byOrderType(call)));

/**
 * Printing (docs/decisions/34): by `id` and `bids` the documents of `bids` are printed; `id`, the one they were
 * chosen on, only has to be visible, too.
 */
export const printRoutes: readonly SessionRoute[] = [
  { path: "/Print/GetPrintData", access: "session", handle: byEither },
  { path: "/Print/GetPrintDataForLC", access: "session", handle: byEither },
  { path: "/Print/GetPrintDoc", access: "session", handle: async (call) => ok(await byTemplate(call)) },
  {
    path: "/Print/GetPrintDocBids",
    access: "session",
    handle: async (call) => {
      const printable = moduleOfTemplate(call, required(call.params, "printtyp"));
      const ids = requiredIds(call.params, "bids", MOST_IDS);
      await printModule(call.context, printable.module, printable.template, [requiredId(call.params, "id")]);
      return ok(await printOut(call, printable, ids));
    },
  },
  {
    path: "/Print/GetPrintBalanceProvForLC",
    access: "session",
    handle: async (call) => ok(await printOut(call, moduleOfTemplate(call, BALANCE_PROV), idsOf(call))),
  },
  {
    path: "/Print/GetPrintOrder",
    access: "session",
    handle: async (call) => ok(null, Buffer.from(JSON.stringify(await byOrderType(call)), "utf8").toString("base64")),
  },
];

function idsOf({ params }: SessionCall): number[] {
  return requiredIds(params, "ids", MOST_IDS);
}

/** The sheets; counts the print on each row (its field Degree, docs/decisions/34). */
async function printOut({ context }: SessionCall, { module, template }: Printable, ids: readonly number[]): Promise<PrintDocument> {
  const document = await printModule(context, module, template, ids);
  await raiseDegree(context, module, ids);
  return document;
}
