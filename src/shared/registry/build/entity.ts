import type { EntityInfo } from "../catalogue.ts";
import { dict } from "../dict.ts";
import type { RawUnionSource } from "../generated/raw.ts";
import type { Calc, Predicate } from "../language.ts";
import { headOf, linkOf, numberOf } from "../links.ts";
import type { ChainPart, Dict, Entity, Import, View, ViewPart, ViewSource } from "../model.ts";
import { sourceOf, type ViewPartUse, viewParts } from "../view-parts.ts";
import { buildField, indexPart } from "./field.ts";
import { buildMachines, buildTransitions } from "./machine.ts";
import { buildOpened, buildSave } from "./save.ts";
import { buildSections } from "./show.ts";

/** The supplier's code on every row of tenancy shop+supplier. */
const SUPPLIER_FIELD = "provid";
/** The same of a user, whose own code it is. */
const OWN_SUPPLIER_FIELD = "PROV_ID";

/** The field of tenancy shop+supplier that says whose row it is. */
export function supplierFieldName(fields: { has(name: string): boolean }): string {
  return !fields.has(SUPPLIER_FIELD) && fields.has(OWN_SUPPLIER_FIELD) ? OWN_SUPPLIER_FIELD : SUPPLIER_FIELD;
}

/** An entity as every reader works with it. */
export function buildEntity(info: EntityInfo, all: ReadonlyMap<string, EntityInfo>, messages: Dict<string>): Entity {
  const { raw } = info;
  const fields = dict([...info.fields].map(([name, field]) => [name, buildField(field, info, all)] as const));
  return {
    name: raw.name,
    title: raw.title,
    table: tableOf(raw.name),
    tenancy: raw.tenancy,
    supplierReads: raw.supplierReads ?? false,
    supplierField: supplierFieldOf(info, all),
    fields,
    number: numberOf(raw),
    head: headOf(raw),
    lines: [...all.values()].filter((line) => line.raw.head?.of === raw.name).map((line) => line.name),
    visibleTo: {
      shop: (raw.visibleTo?.shop ?? null) as Predicate | null,
      supplier: (raw.visibleTo?.supplier ?? null) as Predicate | null,
    },
    machines: buildMachines(info),
    transitions: buildTransitions(info, fields, messages),
    indexes: (raw.indexes ?? []).map((parts) => parts.map(indexPart)),
    unique: raw.unique ?? [],
    uniqueEverywhere: raw.uniqueEverywhere ?? [],
    checks: (raw.checks ?? []).map(({ name, require }) => ({ name, require: require as Predicate })),
    rollups: raw.rollups ?? [],
    sealed: raw.sealed ?? [],
    view: buildView(info),
    lineSource: raw.source ? { via: raw.source.from, lines: raw.source.lines, copy: dict(Object.entries(raw.source.copy)) } : null,
    label: raw.label ?? null,
    save: buildSave(info, messages),
    opened: buildOpened(info),
    due: (raw.due ?? []).map(({ action, when, setting = null }) => ({ action, when: when as Predicate, setting })),
    job: raw.job ?? null,
    chain: buildChain(info),
    sections: buildSections(raw.sections),
    import: buildImport(info),
  };
}

function buildImport({ raw }: EntityInfo): Import | null {
  if (raw.import === undefined) return null;
  const { key, columns, lines = {}, lookups = {}, update = [], then: next = [] } = raw.import;
  const [table] = Object.entries(lines);
  return {
    key,
    columns,
    lines: table === undefined ? null : { entity: table[0], columns: table[1] },
    lookups: dict(Object.entries(lookups)),
    update,
    next,
  };
}

/** The field that says whose row it is; a line has its head's where it carries it. */
function supplierFieldOf({ raw, fields }: EntityInfo, all: ReadonlyMap<string, EntityInfo>): string | null {
  if (raw.tenancy === "shop+supplier") return supplierFieldName(fields);
  const head = raw.tenancy === "head" ? all.get(raw.head?.of ?? "") : undefined;
  const field = head ? supplierFieldOf(head, all) : null;
  return field !== null && fields.has(field) ? field : null;
}

/** BalancePay is kept in balance_pay, vOrderDiff in v_order_diff. */
function tableOf(name: string): string {
  return name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, "_").toLowerCase();
}

/** The entity's part of the chain of documents. */
function buildChain({ raw: { chain, states } }: EntityInfo): ChainPart | null {
  if (chain === undefined) return null;
  const { rank: place, where, optional = false, to = [], state, amount, counted, gap, due, waits = [] } = chain;
  return {
    place,
    where: (where ?? null) as Predicate | null,
    isOptional: optional,
    links: to.map(({ of, on }) => ({ entity: of, ...linkOf(on) })),
    state: state ?? Object.keys(states ?? {})[0] ?? null,
    amount,
    counted: (counted ?? null) as Predicate | null,
    gap: gap === undefined ? null : { title: gap.title, of: gap.sub[0], less: gap.sub[1], when: (gap.when ?? null) as Predicate | null },
    due: due ?? null,
    waits: waits.map(({ when, by, title, from }) => ({ for: by, title, when: when as Predicate, since: from ?? null })),
  };
}

/** What a view reads; null for an entity with rows of its own. */
function buildView(info: EntityInfo): View | null {
  const { view } = info.raw;
  return view ? { parts: viewParts(info).map(buildPart), groupBy: view.by ?? [] } : null;
}

function buildPart({ raw: { of = "", join = {}, where }, sources }: ViewPartUse): ViewPart {
  return {
    of,
    joins: Object.entries(join).map(([alias, { entity, on }]) => ({
      alias,
      entity,
      on: Object.entries(on).map(([joined, own]) => ({ joined, own })),
    })),
    where: (where ?? null) as Predicate | null,
    sources: dict(sources.map(({ field, source }) => [field, buildSource(source)] as const)),
  };
}

function buildSource(source: RawUnionSource): ViewSource {
  if (typeof source === "string") return { kind: "field", ...sourceOf(source) };
  if (source.calc !== undefined) return { kind: "calc", calc: source.calc as Calc };
  return { kind: "value", value: source.value ?? "" };
}
