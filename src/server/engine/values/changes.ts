import type { Cell, Row } from "../../../shared/domain/cell.ts";
import type { Entity, Field, Registry } from "../../../shared/registry/model.ts";
import { KEY, ROW_VERSION, SHOP } from "../../base/technical.ts";
import { storedFields } from "../../tables/tables-of.ts";
import { readableCell } from "./fill-text.ts";
import { entityField, entityOf } from "./names.ts";

const SILENT: readonly string[] = [KEY, SHOP, ROW_VERSION];
const LONGEST_VALUE = 60;

/** The lines of one kind that a document had, and those it has, each as it was (null: new) and as it is. */
interface ChangedLines {
  readonly entity: Entity;
  readonly stored: readonly Row[];
  readonly lines: readonly { readonly before: Row | null; readonly row: Row }[];
}

/** The fields that differ, with their new values. */
export function changedCells(entity: Entity, before: Row, after: Row): Row {
  const changed: Record<string, Cell> = {};
  for (const { name } of storedFields(entity))
    if (name !== KEY && (before[name] ?? null) !== (after[name] ?? null)) changed[name] = after[name] ?? null;
  return changed;
}

/**
 * What changed, in words for the history: 数量：1→2；明细：新增1行. Suppliers read the history of their documents: of a field that
 * no page shows them it is only told that it changed. `how`: in which way, said before it.
 */
export function changesText(
  registry: Registry,
  entity: Entity,
  before: Row,
  after: Row,
  tables: readonly ChangedLines[],
  how = "",
): string {
  const changed = Object.keys(changedCells(entity, before, after)).filter((name) => !SILENT.includes(name));
  const isOpen = readableBySuppliers(registry, entity);
  const value = (field: Field, cell: Cell) => readableCell(field, cell).slice(0, LONGEST_VALUE) || "空";
  const ofHead = changed.map((name) => {
    const field = entityField(entity, name);
    if (!isOpen(name)) return `${field.title}已修改`;
    return `${field.title}：${value(field, before[name] ?? null)}→${value(field, after[name] ?? null)}`;
  });
  return cutReason(registry, [...(how === "" ? [] : [how]), ...ofHead, ...tables.flatMap(linesText)].join("；"));
}

/** The text as long as the log keeps it. */
export function cutReason(registry: Registry, text: string): string {
  const longest = entityField(entityOf(registry, "EventLog"), "reason").length ?? text.length;
  return text.length <= longest ? text : `${text.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}

function linesText({ entity, stored, lines }: ChangedLines): string[] {
  const kept = lines.filter(({ before }) => before !== null);
  const counts: readonly (readonly [string, number])[] = [
    ["新增", lines.length - kept.length],
    ["修改", kept.filter(({ before, row }) => before !== null && Object.keys(changedCells(entity, before, row)).length > 0).length],
    ["删除", stored.length - kept.length],
  ];
  const said = counts.filter(([, count]) => count > 0).map(([word, count]) => `${word}${count}行`);
  return said.length === 0 ? [] : [`${entity.title}：${said.join("、")}`];
}

const openTo = new WeakMap<Registry, Map<string, ReadonlySet<string>>>();

function readableBySuppliers(registry: Registry, entity: Entity): (name: string) => boolean {
  if (entity.supplierField === null && !entity.supplierReads) return () => true;
  const known = openTo.get(registry) ?? new Map<string, ReadonlySet<string>>();
  openTo.set(registry, known);
  const open = known.get(entity.name) ?? fieldsOpenToSuppliers(registry, entity);
  known.set(entity.name, open);
  return (name) => open.has(name);
}

function fieldsOpenToSuppliers({ profiles }: Registry, entity: Entity): ReadonlySet<string> {
  const pages = Object.values(profiles).flatMap(({ modules }) => Object.values(modules).filter((module) => module.entity === entity.name));
  return new Set(pages.flatMap((module) => module.readable.supplier));
}
