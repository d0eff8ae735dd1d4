import type { PrintDocument } from "../../shared/protocol/print.ts";
import type { Module } from "../../shared/registry/model.ts";
import { grantedModule, moduleRefusal, requireFunction } from "../auth/authorize.ts";
import { badInput } from "../base/params.ts";
import { profileOf } from "../base/viewer.ts";
import { printModule } from "../query/print-rows.ts";
import { raiseDegree } from "../query/rows-by-ids.ts";
import { ok } from "./envelope.ts";
import { required, requiredId, requiredIds } from "./required.ts";
import type { SessionCall, SessionRoute } from "./route.ts";

const MOST_IDS = 100;
/** The template of GetPrintBalanceProvForLC (LC is a customer's variant of the same print, docs/decisions/11). */
const BALANCE_PROV = "balanceprov";

const byTemplate = async (call: SessionCall) => printOut(call, moduleOfTemplate(call, required(call.params, "printtyp")), idsOf(call));
const byOrderType = async (call: SessionCall) => printOut(call, moduleOfOrderType(call, required(call.params, "ordertype")), idsOf(call));
const byEither = async (call: SessionCall) => ok(await (call.params.ordertype === undefined ? byTemplate(call) : byOrderType(call)));

/** Whether the caller only looks, and will tell by SetPrinted what came out of the printer. */
const PREVIEW = "1";

/**
 * Printing (docs/decisions/34, docs/decisions/92): by `id` and `bids` the documents of `bids` are printed; `id`, the one they were
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
    path: "/Print/SetPrinted",
    access: "session",
    handle: async (call) => {
      const { module } = moduleOfTemplate(call, required(call.params, "printtyp"));
      await raiseDegree(call.context, module, idsOf(call));
      return ok(null);
    },
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

/** The sheets; counts the print on each row (its field Degree), unless the caller only looks. */
async function printOut({ context, params }: SessionCall, { module, template }: Printable, ids: readonly number[]): Promise<PrintDocument> {
  const document = await printModule(context, module, template, ids);
  if (params.preview !== PREVIEW) await raiseDegree(context, module, ids);
  return document;
}

/** A module on which the user may print, and the template. */
interface Printable {
  readonly module: Module;
  readonly template: string;
}

const FUNCTION = "print";

/** The module that `mdl` names, else the first one open to the user that offers the template. */
function moduleOfTemplate(call: SessionCall, template: string): Printable {
  const isOffered = ({ prints }: Module) => prints.some((print) => print.template === template);
  return choose(call, isOffered, `参数 printtyp：没有打印模板 ${JSON.stringify(template.slice(0, 40))}`, () => template);
}

/** By the number of a module (its own or the older one), with the module's first template; other words are templates. */
function moduleOfOrderType(call: SessionCall, orderType: string): Printable {
  if (!/^\d{1,9}$/.test(orderType)) return moduleOfTemplate(call, orderType);
  const isMeant = ({ id, tableKey, prints }: Module) => prints.length > 0 && [id, tableKey].includes(Number(orderType));
  return choose(call, isMeant, `参数 ordertype：${Number(orderType)} 不能打印`, ({ prints }) => prints[0]?.template ?? "");
}

function choose(call: SessionCall, fits: (module: Module) => boolean, none: string, templateOf: (module: Module) => string): Printable {
  const { session, context, params } = call;
  const { registry, viewer } = context;
  const candidates = Object.values(profileOf(registry, viewer.shopId).modules).filter(fits);
  const [first] = candidates;
  if (first === undefined) throw badInput(none);
  const open = candidates.filter((module) => moduleRefusal(registry, session, module) === null);
  const printing = open.find(({ id }) => viewer.rights.get(id)?.has(FUNCTION) === true) ?? open[0] ?? first;
  const module = grantedModule(registry, session, params.mdl ?? String(printing.id));
  if (!fits(module)) throw badInput(none);
  // guard key: tests/server/app/isolation.test.ts
  requireFunction(registry, session, module, FUNCTION);
  return { module, template: templateOf(module) };
}
