import { Readable } from "node:stream";
import { minuteOf } from "../../shared/domain/day.ts";
import type { PrintDocument } from "../../shared/protocol/print.ts";
import type { Module } from "../../shared/registry/model.ts";
import { grantedModule, moduleRefusal, requireFunction } from "../auth/authorize.ts";
import { badInput } from "../base/params.ts";
import { profileOf } from "../base/viewer.ts";
import type { QueryContext } from "../query/context.ts";
import { printModule } from "../query/print-rows.ts";
import { raiseDegree } from "../query/rows-by-ids.ts";
import { siteSettings } from "../query/site-settings.ts";
import { askerOf, type Weight } from "./admission.ts";
import { ok } from "./envelope.ts";
import { FileAnswer } from "./file-answer.ts";
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
export const printRoutes: readonly SessionRoute[] = (
  [
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
    // Most of the time it waits for the thread that draws: it takes its turn there, and as every call for what it reads and counts.
    { path: "/Print/GetPrintPdf", access: "session", waits: () => true, handle: printPdf },
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
  ] satisfies SessionRoute[]
).map((route) => ({ weight: weightOfPapers, ...route }));

/** So many documents a hand prints. */
const FEW = 20;

function weightOfPapers({ params: { ids = "", bids = "" } }: SessionCall): Weight {
  return `${ids},${bids}`.split(",", FEW + 2).length > FEW + 1 ? "long" : "usual";
}

function idsOf({ params }: SessionCall): number[] {
  return requiredIds(params, "ids", MOST_IDS);
}

/** The sheets; counts the print on each row (its field Degree), unless the caller only looks. */
async function printOut({ context, params }: SessionCall, { module, template }: Printable, ids: readonly number[]): Promise<PrintDocument> {
  const document = await printed(context, { module, template }, ids);
  if (params.preview !== PREVIEW) await raiseDegree(context, module, ids);
  return document;
}

/** The sheets with what stands across each of them: whose they are, who printed them and when, as far as the shop wants that. */
async function printed(context: QueryContext, { module, template }: Printable, ids: readonly number[]): Promise<PrintDocument> {
  const data = await printModule(context, module, template, ids);
  const { "site.watermark": choice } = await siteSettings(context, ["site.watermark"]);
  const { shopName, userId } = context.viewer;
  return { data, watermark: { full: `${shopName} ${userId} ${minuteOf(context.now)}`, shop: shopName, none: "" }[choice] };
}

/** The sheets as a PDF. They are read once they can be drawn, and the print counts only when there is a file to be saved. */
async function printPdf(call: SessionCall): Promise<FileAnswer> {
  const { context, services } = call;
  const { module, template } = moduleOfTemplate(call, required(call.params, "printtyp"));
  const ids = idsOf(call);
  const [gone, asker] = [call.gone(), askerOf(context.viewer)];
  const inTurn = <T>(work: () => Promise<T>) => services.admission.run(asker, "usual", work);
  return services.drawing.run(asker, "heavy", async () => {
    gone.throwIfAborted();
    const document = await inTurn(() => printed(context, { module, template }, ids));
    const title = titleOf(document);
    const bytes = await services.press.print(document, { title, made: context.now }, gone);
    await inTurn(() => raiseDegree(context, module, ids));
    return new FileAnswer({ size: bytes.length, bytes: Readable.from([bytes]) }, "application/pdf", `${title}.pdf`);
  });
}

/** What documents are called together, as the print view calls them. */
function titleOf({ data }: PrintDocument): string {
  const firsts = data.filter(({ page }) => page === 1);
  const name = firsts.slice(0, 1).map(({ samedata }) => `${samedata.title} ${samedata.Billid}`);
  return `${name.join("")}${firsts.length > 1 ? ` 等${firsts.length}份` : ""}`;
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
