import { buildColumns } from "../../../shared/registry/build/columns.ts";
import { TYPE_DEFAULTS } from "../../../shared/registry/build/type-defaults.ts";
import type { Action, Audience, Entity, Filter, Module, Registry } from "../../../shared/registry/model.ts";
import { entityField, entityOf, transitionOf } from "../../engine/values/names.ts";
import { BALANCE_PAY_MODULE } from "./balance-pay-module.ts";

/** What the rows of the calls say besides the page's own columns: what this user may do with each of them now (docs/decisions/44). */
const BILL_MORE = ["Isstop", "B2b_statu", "attachside", "BankName", "BankAcct", "planpaydate", "Remark"];
const BILL_RIGHTS = ["isPay", "isDelUrl", "isUpload", "isUpdate", "isMerge", "isBankPay"];

const MERGED_COLUMNS = [
  "Billid",
  "busdate",
  "provid",
  "Provider",
  "paycount",
  "Bala_sum",
  "Pay_sum",
  "PayWay",
  "Statu",
  "StatuZH",
  "transid",
  "attachurl",
  "paytime",
  "payer",
  "creator",
  "createtime",
  "Remark",
  "isPay",
  "isMerge",
];
const MERGED_FILTERS = ["Billid", "Provider", "busdate", "Statu"];
const MERGED_ACTIONS = ["pay", "unmerge"];
const ALWAYS = ["Id", "rowver"];

const bills = new WeakMap<Module, Module>();
const merged = new WeakMap<Module, Module>();

/** The payment page with the rights of each row. */
export function billPage(registry: Registry, module: Module): Module {
  return once(bills, module, () => {
    const entity = entityOf(registry, module.entity);
    const more = [...BILL_MORE, ...BILL_RIGHTS].filter((name) => module.columns.every(({ field }) => field !== name));
    const columns = [...module.columns, ...buildColumns(more, entity, module.sortMap)];
    return { ...module, columns, readable: readableBy(module, (names) => [...new Set([...names, ...more])]) };
  });
}

/**
 * The second tab of the payment page and the documents behind it: merged payments, with the rights that the user has on the page
 * (docs/decisions/45).
 */
export function mergedPage(registry: Registry, module: Module): Module {
  return once(merged, module, () => {
    const entity = entityOf(registry, "BalancePayFath");
    const sortMap = Object.fromEntries(["Billid", "busdate", "Provider", "paytime"].map((name) => [name, name]));
    return {
      ...module,
      // Of its own documents, below the page's (src/web/overrides).
      entry: { ...module.entry, title: entity.title, path: `${module.entry.path}/merged` },
      entity: entity.name,
      titleField: "Billid",
      where: null,
      columns: buildColumns(MERGED_COLUMNS, entity, sortMap),
      filters: MERGED_FILTERS.map((field): Filter => mergedFilter(entity, field, module.audience)),
      footer: { label: module.footer?.label ?? "合计", sums: ["Bala_sum", "Pay_sum"].map((field) => sum(field, module.audience)) },
      defaultSort: [],
      sortMap,
      labels: Object.fromEntries(
        MERGED_COLUMNS.map((name) => [name, entity.fields[name]?.values ?? []] as const).filter(([, values]) => values.length > 0),
      ),
      actions: MERGED_ACTIONS.map((name) => actionOf(entity, name)),
      sections: entity.sections,
      lines: [],
      prints: [],
      todos: [],
      readable: readableBy(module, () => [...ALWAYS, ...MERGED_COLUMNS]),
    };
  });
}

/** Pages that documents are read by, and merged payments with whoever has the payment page. */
export function withMergedPage(registry: Registry, modules: readonly Module[]): Module[] {
  return modules.flatMap((module) => (module.id === BALANCE_PAY_MODULE ? [module, mergedPage(registry, module)] : [module]));
}

function once(made: WeakMap<Module, Module>, module: Module, make: () => Module): Module {
  const page = made.get(module) ?? make();
  made.set(module, page);
  return page;
}

function readableBy({ audience, readable }: Module, change: (names: readonly string[]) => readonly string[]): Module["readable"] {
  const sides = Object.entries(readable) as [Audience, readonly string[]][];
  const changed = sides.map(([side, names]) => [side, audience.includes(side) ? change(names) : names]);
  return Object.fromEntries(changed) as Module["readable"];
}

/** As the field's type is usually filtered by; whose a payment is only the shop asks. */
function mergedFilter(entity: Entity, field: string, audience: readonly Audience[]): Filter {
  const { type, title } = entityField(entity, field);
  const usual = TYPE_DEFAULTS[type].filter;
  if (usual === null) throw new Error(`${entity.name}.${field} cannot be filtered`);
  return { field, title, ...usual, audience: field === "Provider" ? ["shop"] : audience, initial: null };
}

function sum(field: string, audience: readonly Audience[]) {
  return { field, decimals: 2, ratio: null, audience };
}

/** Done by the shop alone, as the transition says. */
function actionOf(entity: Entity, name: string): Action {
  const { title, key, needsReason, danger, bulk } = transitionOf(entity, name);
  return {
    name,
    title,
    functionKey: key ?? "",
    audience: ["shop", "mall"],
    transition: name,
    open: null,
    all: false,
    needsReason,
    danger,
    bulk,
  };
}
