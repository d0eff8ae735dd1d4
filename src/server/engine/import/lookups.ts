import { isSet } from "../../../shared/domain/predicate.ts";
import type { FormSpec } from "../../../shared/protocol/form.ts";
import type { Entity, Registry } from "../../../shared/registry/model.ts";
import { type RefUse, refUseOf, rowsByText } from "../../query/ref-rows.ts";
import { scoped } from "../../query/scope.ts";
import type { Scoped } from "../../query/scoped.ts";
import type { UserWork } from "../run-work.ts";
import type { SavePage } from "../save/draft.ts";
import type { KnownRefs } from "../save/known-refs.ts";
import { entityOf } from "../values/names.ts";
import type { RowProblem, Said, SaidDocument } from "./documents.ts";
import { lookupFields } from "./spec.ts";

/** Keys that are named where a text fits several rows. */
const MOST_NAMED = 3;

/**
 * The documents with refs by what is stored where the file tells them by other fields, as a store by its name: one statement for each
 * ref column and field. Nothing is found that the viewer could not name in a form. A text that fits nothing stays as it is, and the form
 * says what is wrong with it.
 */
export async function withLookups(at: UserWork, page: SavePage, documents: readonly SaidDocument[]): Promise<readonly SaidDocument[]> {
  const scope = scoped(at.ctx, page.module);
  const { registry } = at.ctx;
  const heads = await lookupsOf(
    scope,
    page.refs,
    registry,
    page.entity,
    page.form.fields,
    documents.map(({ head }) => head),
  );
  const [table] = page.form.lines;
  const said = documents.flatMap(({ lines = [] }) => lines.map((line) => line.said));
  const inLines =
    table === undefined ? [] : await lookupsOf(scope, page.refs, registry, entityOf(registry, table.entity), table.fields, said);
  if (heads.length + inLines.length === 0) return documents;
  return documents.map((document) => {
    const [row = 0] = document.rows;
    const problems: RowProblem[] = [...document.problems];
    const head = replaced(document.head, heads, "", row, problems);
    const lines = document.lines?.map((line) => ({
      ...line,
      said: replaced(line.said, inLines, `${table?.entity ?? ""}.`, line.row, problems),
    }));
    return { ...document, head, ...(lines !== undefined && { lines }), problems };
  });
}

/** A ref column with what its texts stand for. */
interface Lookup {
  readonly name: string;
  readonly found: ReadonlyMap<string, Found>;
}

/** The stored value, or what is wrong with a text that fits several rows. */
type Found = { readonly value: string } | { readonly problem: string };

async function lookupsOf(
  scope: Scoped,
  refs: KnownRefs,
  registry: Registry,
  entity: Entity,
  fields: FormSpec["fields"],
  said: readonly Said[],
): Promise<Lookup[]> {
  const lookups: Lookup[] = [];
  for (const field of Object.values(entity.fields)) {
    if (fields[field.name]?.isWritable !== true) continue;
    const by = lookupFields(registry.entities, entity, field.name);
    const use = refUseOf(registry, entity, field);
    // Told by what is stored alone: there is nothing to look up.
    if (use === null || by.every((name) => name === use.ref.key)) continue;
    const texts = said.map((one) => one[field.name]).filter((value) => typeof value === "string");
    lookups.push({ name: field.name, found: await resolve(scope, refs, use, by, [...new Set(texts)]) });
  }
  return lookups;
}

/** Field by field, each for the texts that those before it do not know. */
async function resolve(
  scope: Scoped,
  refs: KnownRefs,
  use: RefUse,
  by: readonly string[],
  texts: readonly string[],
): Promise<ReadonlyMap<string, Found>> {
  const found = new Map<string, Found>();
  for (const name of by) {
    const open = texts.filter((text) => isSet(text) && !found.has(text));
    if (open.length === 0) break;
    if (name === use.ref.key) {
      // The form follows the same refs afterwards.
      const known = await refs.rows(scope, use, open);
      for (const text of open) if (known.has(text)) found.set(text, { value: text });
      continue;
    }
    for (const [text, keys] of await rowsByText(scope, use, name, open)) {
      const [key = "", ...others] = keys;
      found.set(text, others.length === 0 ? { value: key } : { problem: ambiguous(use, text, keys) });
    }
  }
  return found;
}

function ambiguous({ field, target, ref }: RefUse, text: string, keys: readonly string[]): string {
  const named = keys.slice(0, MOST_NAMED).join("、") + (keys.length > MOST_NAMED ? " 等" : "");
  return `${field.title}“${text}”对应${keys.length}个${target.title}（${named}），请填写${target.fields[ref.key]?.title ?? ref.key}`;
}

function replaced(said: Said, lookups: readonly Lookup[], prefix: string, row: number, problems: RowProblem[]): Said {
  const other: Record<string, unknown> = {};
  for (const { name, found } of lookups) {
    const match = found.get(String(said[name] ?? ""));
    if (match === undefined) continue;
    if ("problem" in match) problems.push({ row, column: `${prefix}${name}`, message: match.problem });
    else if (match.value !== said[name]) other[name] = match.value;
  }
  return Object.keys(other).length === 0 ? said : { ...said, ...other };
}
