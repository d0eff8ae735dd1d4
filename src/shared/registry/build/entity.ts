import type { EntityInfo } from "../catalogue.ts";
import { dict } from "../dict.ts";
import type { Predicate } from "../language.ts";
import type { Dict, Entity } from "../model.ts";
import { buildChain } from "./chain.ts";
import { buildField } from "./field.ts";
import { indexPart } from "./index-part.ts";
import { buildMachines, buildTransitions } from "./machine.ts";
import { buildOpened, buildSave } from "./save.ts";
import { buildView } from "./view.ts";

/** The supplier's code on every row of tenancy shop+supplier, where the entity does not name another field. */
export const SUPPLIER_FIELD = "provid";

/** An entity as every reader works with it. */
export function buildEntity(info: EntityInfo, all: ReadonlyMap<string, EntityInfo>, messages: Dict<string>): Entity {
  const { raw } = info;
  return {
    name: raw.name,
    title: raw.title,
    table: tableOf(raw.name),
    tenancy: raw.tenancy,
    supplierReads: raw.supplierReads ?? false,
    supplierField: supplierFieldOf(info, all),
    fields: dict([...info.fields].map(([name, field]) => [name, buildField(field, info)] as const)),
    number: raw.number ?? null,
    head: raw.head ?? null,
    lines: [...all.values()].filter((line) => line.raw.head?.entity === raw.name).map((line) => line.name),
    visibleTo: {
      shop: (raw.visibleTo?.shop ?? null) as Predicate | null,
      supplier: (raw.visibleTo?.supplier ?? null) as Predicate | null,
    },
    machines: buildMachines(info),
    transitions: buildTransitions(info, messages),
    indexes: (raw.indexes ?? []).map((parts) => parts.map(indexPart)),
    unique: raw.unique ?? [],
    uniqueEverywhere: raw.uniqueEverywhere ?? [],
    checks: (raw.checks ?? []).map(({ name, require }) => ({ name, require: require as Predicate })),
    view: buildView(info),
    lineSource: raw.source ? { ...raw.source, copy: dict(Object.entries(raw.source.copy)) } : null,
    label: raw.label ?? null,
    save: buildSave(info, messages),
    opened: buildOpened(info),
    due: (raw.due ?? []).map(({ transition, when }) => ({ transition, when: when as Predicate })),
    job: raw.job ?? null,
    chain: buildChain(info),
    sections: raw.show?.sections ?? [],
  };
}

/** The field that says whose row it is; a line has its head's where it carries it. */
function supplierFieldOf({ raw, fields }: EntityInfo, all: ReadonlyMap<string, EntityInfo>): string | null {
  if (raw.tenancy === "shop+supplier") return raw.supplierField ?? SUPPLIER_FIELD;
  const head = raw.tenancy === "head" ? all.get(raw.head?.entity ?? "") : undefined;
  const field = head ? supplierFieldOf(head, all) : null;
  return field !== null && fields.has(field) ? field : null;
}

/** BalancePay is kept in balance_pay, vOrderDiff in v_order_diff. */
function tableOf(name: string): string {
  return name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, "_").toLowerCase();
}
