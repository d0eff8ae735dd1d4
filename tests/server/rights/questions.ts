import type { Entity, Module, Registry, Transition } from "../../../src/shared/registry/model.ts";
import type { Needs } from "./privilege-oracle.ts";

/*
 * What can be asked of a page: every call that is about one, and what the caller must hold for it. A call that stands in no line here
 * fails the matrix.
 */

/** One call on a page. */
export interface Question {
  /** The address as the table of routes has it. */
  readonly route: string;
  /** What is asked, for messages. */
  readonly what: string;
  readonly needs: Needs;
  /** The rows it names, and whose page's they are where that is another one (null: of none, there is no such thing); null: it is about the page. */
  readonly rows: { readonly params: (id: string) => Params; readonly of?: number | null } | null;
  /** Beside the rows. */
  readonly params: Params;
  /**
   * The call looks at something else before it looks for the row (a channel, a button of the page), so that a row that is not there may be
   * refused for that; never otherwise than a missing one.
   */
  readonly isLate?: true;
}

type Params = Readonly<Record<string, string>>;
type Ask = (route: string, needs: Needs, more?: Partial<Omit<Question, "route" | "needs">>) => Question;

const byId = (id: string): Params => ({ id });
const byIds = (id: string): Params => ({ ids: id });
const QUERY: Needs = { keys: ["query"] };

/** Everything that can be asked of a page as a shop has it. */
export function questionsOf(registry: Registry, module: Module, entity: Entity): readonly Question[] {
  const ask: Ask = (route, needs, more = {}) => ({ route, what: route, needs, rows: null, params: {}, ...more });
  const special = registry.modules[module.id]?.page === "override" ? overridden(ask, module) : [];
  return [...usual(ask, registry, module, entity), ...prints(ask, module), ...imports(ask, module), ...special];
}

function usual(ask: Ask, registry: Registry, module: Module, entity: Entity): Question[] {
  const { functions, actions, page, stats } = module;
  const transitions = actions.flatMap(({ transition }) => (transition === null ? [] : [required(entity, transition)]));
  const [isAttached, isDetached] = [withEffect("attach-file"), withEffect("detach-file")];
  const pictures = transitions.filter((one) => isAttached(one) || isDetached(one));
  const names = (all: readonly Transition[]) => all.map(({ name }) => name);
  const writes = ["create", "edit"];
  const steps = transitions.filter((one) => !pictures.includes(one));
  const form = writes.some((name) => entity.save[name as "create" | "edit"] && actions.some((one) => one.name === name));
  const group: Question[] = [];
  if (functions.includes("grant"))
    group.push(
      ask("/Module/:mdl/GetGrants", { keys: ["grant"] }, { rows: { params: byId }, isLate: true }),
      ask("/Module/:mdl/Grant", { keys: ["grant"] }, { rows: { params: byId }, params: { rowver: "0", grants: "{}" }, isLate: true }),
    );
  if (["ApiKey", "PushHook"].includes(entity.name)) group.push(ask("/Module/:mdl/Scopes", { keys: ["add"] }));
  if (entity.name === "Delegation") group.push(ask("/Module/:mdl/Delegable", { keys: ["add"] }));
  if (page === "rights")
    group.push(
      ask("/Module/:mdl/GetRights", QUERY, { rows: { params: byId } }),
      ask("/Module/:mdl/GetWhy", QUERY, { rows: { params: byId }, params: { module: String(firstPage(registry)), what: "page" } }),
    );
  if (entity.job !== null && actions.some(({ name }) => name === "generate"))
    group.push(
      ask("/Module/:mdl/Generate", { keys: [], action: ["generate"] }),
      ask("/Module/:mdl/GenerateOptions", { keys: [], action: ["generate"] }, { params: { search: "" } }),
      ask("/Module/:mdl/GenerateStatus", { keys: [], action: ["generate"] }, { rows: { params: () => ({ job: "none" }), of: null } }),
    );
  if (transitions.some(isAttached)) {
    const upload = { rows: { params: byId }, params: { attachurl: "/Upload/none.png" } };
    group.push(
      ask("/Module/:mdl/UploadAttachCheck", QUERY, { rows: { params: byId } }),
      ask("/Module/:mdl/UploadAttach", { keys: [], action: names(transitions.filter(isAttached)) }, upload),
    );
  }
  if (transitions.some(isDetached))
    group.push(ask("/Module/:mdl/DeleteAttach", { keys: [], action: names(transitions.filter(isDetached)) }, { rows: { params: byId } }));
  return [
    ask("/Registry/GetModule", { keys: [] }, { params: { mdl: String(module.id) } }),
    ask("/Module/:mdl/GetPage", QUERY, { params: { page: "2" } }),
    ask("/Module/:mdl/GetPage", { keys: ["query", "export"] }, { what: "export", params: { page: "2", purpose: "export" } }),
    // What is asked for has columns of no list, and the jobs are nobody's, so that nothing is written for the asking.
    ask("/Module/:mdl/ExportRows", { keys: ["query", "export"] }, { params: { columns: "-" } }),
    ask("/Module/:mdl/Export", { keys: ["query", "export"] }, { params: { columns: "-" } }),
    ask("/Module/:mdl/ExportStatus", QUERY),
    ask("/Module/:mdl/ExportCancel", QUERY),
    ask("/Module/:mdl/ExportFile", { keys: ["query", "export"] }),
    ...(stats === null ? [] : [ask("/Module/:mdl/GetStats", QUERY)]),
    ask("/Module/:mdl/GetGroups", QUERY, { params: { group: module.columns.find(({ sortable }) => sortable)?.field ?? "" } }),
    // What users make of a list for themselves: a view is named by none, so that what is not there is not what is asked about.
    ask("/Module/:mdl/SaveLayout", QUERY, { params: { layout: "{}" } }),
    ask("/Module/:mdl/GetViews", QUERY),
    ask("/Module/:mdl/SaveView", QUERY),
    ask("/Module/:mdl/DeleteView", QUERY),
    ask("/Module/:mdl/SetDefaultView", QUERY),
    ask("/Module/:mdl/Get", QUERY, { rows: { params: byId } }),
    ...steps
      .filter(({ preview }) => preview)
      .map(({ name }) =>
        ask("/Module/:mdl/Preview", QUERY, { what: `preview of ${name}`, rows: { params: byIds }, params: { action: name } }),
      ),
    ...steps
      .filter(({ bulk }) => bulk)
      .map(({ name }) =>
        ask("/Module/:mdl/TryAction", { keys: ["query"], action: [name] }, { what: `trial of ${name}`, params: { action: name } }),
      ),
    ...steps.map(({ name }) =>
      ask(
        "/Module/:mdl/Action",
        { keys: [], action: [name] },
        { what: name, rows: { params: byIds }, params: { action: name, reason: "x" } },
      ),
    ),
    ...(actions.some(({ name, transition, open }) => name === "restore" && transition === null && open === null)
      ? [
          ask(
            "/Module/:mdl/Action",
            { keys: [], action: ["restore"] },
            { what: "restore", rows: { params: byIds }, params: { action: "restore" } },
          ),
        ]
      : []),
    ask("/Module/:mdl/Save", { keys: [], action: ["create"] }, { what: "create" }),
    ask("/Module/:mdl/Save", { keys: [], action: ["edit"] }, { what: "edit", rows: { params: byId }, params: { rowver: "0" } }),
    ask("/Module/:mdl/Delete", { keys: [], action: ["delete"] }, { what: "delete", rows: { params: byIds } }),
    ...(form
      ? [
          ask("/Module/:mdl/Options", { keys: [], action: writes }, { params: { field: "none", search: "" } }),
          ask("/Module/:mdl/SourceLines", { keys: [], action: writes }, { params: { entity: "None", value: "1" } }),
        ]
      : []),
    ...group,
  ];
}

/** The same document by every way to its paper. */
function prints(ask: Ask, { id, prints: offered }: Module): Question[] {
  const needs: Needs = { keys: ["print"] };
  const mdl = String(id);
  return offered.flatMap(({ template }) => [
    ...["GetPrintDoc", "GetPrintData", "GetPrintDataForLC", "GetPrintPdf", "SetPrinted"].map((name) =>
      ask(`/Print/${name}`, needs, { rows: { params: byIds }, params: { printtyp: template, mdl } }),
    ),
    ask("/Print/GetPrintOrder", needs, { rows: { params: byIds }, params: { ordertype: template, mdl } }),
    ask("/Print/GetPrintDocBids", needs, { rows: { params: (row) => ({ id: row, bids: row }) }, params: { printtyp: template, mdl } }),
    ...(template === "balanceprov" ? [ask("/Print/GetPrintBalanceProvForLC", needs, { rows: { params: byIds }, params: { mdl } })] : []),
  ]);
}

/** Files of rows: for whoever may press 导入; of what became of one only its sender is told, and on the page of all of them whoever reads it. */
function imports(ask: Ask, { id, entity, actions }: Module): Question[] {
  const mdl = String(id);
  const ofRun = { rows: { params: (run: string) => ({ run, mdl, mode: "all" }), of: null } };
  const told = ["Status", "BadRows", "Undo"].map((name) => `/Import/${name}`);
  if (entity === "ImportRun") return told.map((route) => ask(route, QUERY, ofRun));
  if (!actions.some(({ name }) => name === "import")) return [];
  const press: Needs = { keys: [], action: ["import"] };
  return [
    ...["/Import/GetForm", "/Import/Template"].map((route) => ask(route, press, { params: { mdl } })),
    ...["/Import/Preview", "/Import/Start"].map((route) => ask(route, press, ofRun)),
    ...[...told, "/Import/Notices"].map((route) => ask(route, { keys: [] }, ofRun)),
  ];
}

/** The pages that are hand-written have calls of their own. */
function overridden(ask: Ask, { id }: Module): Question[] {
  const calls: Readonly<Record<number, () => Question[]>> = {
    503: () => payments(ask),
    9004: () => [ask("/AuditLog/VerifyAudit", QUERY), ask("/AuditLog/HeldPairs", QUERY)],
    9901: () => suggestions(ask),
  };
  return calls[id]?.() ?? [];
}

/** The page of merged payments is a page of that of payments. */
const MERGED = 9503;

function payments(ask: Ask): Question[] {
  const at = (name: string, needs: Needs, more: Parameters<Ask>[2] = {}) => ask(`/BalancePay/${name}`, needs, more);
  const row = { params: (id: string) => ({ Id: id }) };
  const merged = { ...row, of: MERGED };
  const bank: Needs = { keys: ["bankpay"] };
  return [
    at("GetBalance_Pay", QUERY),
    at("GetBalance_Pay", { keys: ["query", "export"] }, { what: "export of payments", params: { purpose: "export" } }),
    at("GetBalancePayFath", QUERY),
    at("GetbalancepayDetails", QUERY, { rows: row }),
    at("GetBalance_Pay_FathDetails", QUERY, { rows: merged }),
    at("GetConfirmInfo", QUERY, { rows: { params: byIds }, params: { to: "50" } }),
    at("ConfirmPay", { keys: [], action: ["confirm"] }, { what: "confirm a payment", rows: { params: byIds }, params: { to: "20" } }),
    at("ConfirmPay", { keys: [], action: ["pay"] }, { what: "pay", rows: { params: byIds }, params: { to: "50" } }),
    // Answers for each row by itself.
    at("ConfirmForxyhlj", { keys: ["confirm"] }, { rows: { params: byIds }, isLate: true }),
    at("GetMergeBll", { keys: ["merge"] }, { params: { provid: "S1" } }),
    at("MergeBll", { keys: ["merge"] }, { rows: { params: byIds }, isLate: true }),
    at("DelPayfath", { keys: ["merge"] }, { rows: merged }),
    at("GetPayeeAccounts", { keys: ["update"] }, { rows: row }),
    at("UpdateInfo", { keys: ["update"] }, { rows: row, params: { rowver: "0", Remark: "x" } }),
    at("UploadAttachCheck", QUERY, { rows: row }),
    at("UploadAttach", { keys: ["upload"] }, { rows: row, params: { attachurl: "/Upload/none.png" } }),
    at("DeleteAttach", { keys: ["delurl"] }, { rows: row }),
    ...["ZSPay", "KingDeePay"].flatMap((channel) => [
      ask(`/${channel}/Pay`, bank, { rows: { params: byIds }, isLate: true }),
      ask(`/${channel}/MergePay`, { keys: ["bankpay", "merge"] }, { rows: { params: byIds }, isLate: true }),
      ask(`/${channel}/${channel === "ZSPay" ? "PayCheck" : "PayCheckLst"}`, bank, { rows: { params: byIds }, isLate: true }),
    ]),
    ask("/KingDeePay/Recieve", bank, { rows: { params: byIds }, isLate: true }),
    ask("/KingDeePay/MergeRecieve", { keys: ["bankpay", "merge"] }, { rows: { params: byIds }, isLate: true }),
    ask("/KingDeePay/GetPayCity", bank),
  ];
}

function suggestions(ask: Ask): Question[] {
  return [
    ask("/Advice/GetPageadvice", QUERY),
    ask("/Advice/Saveadvice", { keys: [], action: ["create"] }),
    ask("/Advice/Replyadvice", { keys: [], action: ["reply"] }, { rows: { params: byId }, params: { reply: "x" } }),
    ask("/Advice/Readadvice", { ...QUERY, side: "supplier" }, { rows: { params: byId }, isLate: true }),
  ];
}

const withEffect =
  (name: string) =>
  ({ effects }: Transition) =>
    effects.some((effect) => effect.kind === "named" && effect.named === name);

function required({ name: entity, transitions }: Entity, name: string): Transition {
  const found = transitions[name];
  if (!found) throw new Error(`${entity} has no transition ${name}`);
  return found;
}

const firstPage = ({ modules }: Registry) => Object.keys(modules)[0];
