import { sql } from "kysely";
import { type Cell, cellToWire, type Row } from "../../../shared/domain/cell.ts";
import { convertCell } from "../../../shared/domain/convert-cell.ts";
import type { Entity, LineSource } from "../../../shared/registry/model.ts";
import { inSql, readCells, selectFields } from "../../query/read-cells.ts";
import { scoped } from "../../query/scope.ts";
import type { UserWork } from "../run-work.ts";
import type { SavePage } from "../save/draft.ts";
import { entityField, entityOf } from "../values/names.ts";
import type { Said, SaidDocument } from "./documents.ts";

const ALIAS = "o";

/**
 * Lines with what a form would propose for them: what a line does not say it takes from the line of the document it was made for that
 * refers to the same, e.g. the ordered amount and the cost of the same article.
 */
export async function withSourceLines(at: UserWork, page: SavePage, documents: readonly SaidDocument[]): Promise<readonly SaidDocument[]> {
  const [table] = page.form.lines;
  const lines = table === undefined ? null : entityOf(at.ctx.registry, table.entity);
  const source = lines?.lineSource ?? null;
  if (table === undefined || lines === null || source === null) return documents;
  const proposing = proposer(at, lines, source, (name) => table.fields[name]?.isWritable === true);
  const via = (document: SaidDocument) => document.head[source.via];
  const byDocument = await sourceLines(
    at,
    page,
    source,
    documents.map(via).filter((value) => typeof value === "string"),
  );
  return documents.map((document) => {
    const found = byDocument.get(String(via(document) ?? ""));
    if (found === undefined || document.lines === undefined) return document;
    return { ...document, lines: document.lines.map((line) => ({ ...line, said: proposing(line.said, found) })) };
  });
}

/** Lines that the viewer may see, by the document they belong to. */
async function sourceLines(at: UserWork, page: SavePage, source: LineSource, keys: readonly string[]): Promise<ReadonlyMap<string, Row[]>> {
  const entity = entityOf(at.ctx.registry, source.lines);
  const link = entity.head;
  const byDocument = new Map<string, Row[]>();
  if (link === null || keys.length === 0) return byDocument;
  const scope = scoped(at.ctx, page.module);
  const columns = scope.columns(entity, ALIAS);
  const fields = inSql([link.field, ...Object.values(source.copy)], columns);
  const rows = scope.rows(entity, ALIAS).where(sql<boolean>`${columns.expr(link.field)} in (${sql.join([...new Set(keys)])})`);
  for (const answer of await selectFields(rows, fields, columns).execute()) {
    const row = readCells(answer, fields);
    const key = String(row[link.field]);
    byDocument.set(key, [...(byDocument.get(key) ?? []), row]);
  }
  return byDocument;
}

function proposer(at: UserWork, lines: Entity, { lines: from, copy }: LineSource, isWritable: (name: string) => boolean) {
  const theirs = entityOf(at.ctx.registry, from);
  const copied = Object.entries(copy).filter(([own]) => isWritable(own));
  const isRef = ([own]: readonly [string, string]) => entityField(lines, own).ref !== null;
  const [same, taken] = [copied.filter(isRef), copied.filter((pair) => !isRef(pair))];
  return (said: Said, found: readonly Row[]): Said => {
    if (same.length === 0 || same.some(([own]) => said[own] === undefined)) return said;
    const source = found.find((row) => same.every(([own, name]) => String(row[name] ?? "") === said[own]));
    if (source === undefined) return said;
    const open = taken.filter(([own]) => said[own] === undefined);
    return { ...said, ...Object.fromEntries(open.map(([own, name]) => [own, proposed(source[name] ?? null, theirs, name, lines, own)])) };
  };
}

function proposed(cell: Cell, theirs: Entity, name: string, lines: Entity, own: string): unknown {
  const [from, to] = [entityField(theirs, name), entityField(lines, own)];
  return cellToWire(to, convertCell(cell, from, to));
}
