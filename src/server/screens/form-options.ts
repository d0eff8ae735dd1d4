import { type Cell, CellError, cellFromLiteral, cellFromWire, cellToWire, type Row } from "../../shared/domain/cell.ts";
import { ApiError, CODE } from "../../shared/protocol/envelope.ts";
import type { FormField, FormSpec, RefOption } from "../../shared/protocol/form.ts";
import type { WireRow, WireValue } from "../../shared/protocol/list.ts";
import type { Dict, Entity, Module } from "../../shared/registry/model.ts";
import { actionRefused } from "../base/refused.ts";
import type { QueryContext } from "../query/context.ts";
import { knownTexts } from "../query/known-texts.ts";
import { type OfferNote, offerOf } from "../query/offer.ts";
import { fillOf, type RefUse, refChoices, refUseOf } from "../query/ref-rows.ts";
import { scoped } from "../query/scope.ts";
import { projectForm } from "./project-form.ts";

const MOST_OPTIONS = 20;

export interface OptionsRequest {
  readonly field: string;
  /** The line entity whose field it is; empty: the head's. */
  readonly entity: string;
  /** What was typed: part of a code or of a name; or the codes whose rows are asked for, e.g. for their labels. */
  readonly wanted: { readonly search: string } | { readonly codes: readonly string[] };
  /** The form as filled in so far; of a line with the head's values around it. */
  readonly row: Readonly<Record<string, unknown>>;
}

/**
 * The rows that may be chosen for a ref field of the module's form, with what each gives to other fields; by code also those that may no longer
 * be. Of a text whose format is `known`: what stands there in rows that the viewer may see.
 */
export async function formOptions(ctx: QueryContext, module: Module, request: OptionsRequest): Promise<RefOption[]> {
  const form = formOf(ctx, module);
  const entity = ctx.registry.entities[request.entity === "" ? module.entity : request.entity];
  if (!entity) throw new ApiError(CODE.badInput, `entity ${request.entity.slice(0, 40)} 不是本表单的明细`);
  const fields = fieldsOf(form, module, entity);
  const field = entity.fields[request.field];
  // guard key as field !== undefined: tests/server/flows/form-options.test.ts
  const isAsked = field !== undefined && fields[request.field]?.isWritable === true;
  if (isAsked && field.input === "known" && "search" in request.wanted) {
    const texts = await knownTexts(scoped(ctx, module), entity, field, request.wanted.search, MOST_OPTIONS);
    return texts.map((value) => ({ value, label: value, fill: {} }));
  }
  const use = isAsked ? refUseOf(ctx.registry, entity, field) : null;
  if (use === null) throw new ApiError(CODE.badInput, `field ${request.field.slice(0, 40)} 不是本表单可选的字段`);
  const own = (name: string) => ownValue(ctx, module, entity, name) ?? typedCell(fields[name] ?? form.fields[name], request.row[name]);
  const choices = await refChoices(scoped(ctx, module), use, own, request.wanted, MOST_OPTIONS);
  const notes = await notesOf(
    ctx,
    use,
    own,
    choices.map(({ value }) => value),
  );
  return choices.map(({ value, label, row }) => {
    return { value, label, fill: wireFill(fields, fillOf(use, row)), ...wireNote(notes.get(value)) };
  });
}

/** What is to know of these rows before one is chosen. */
async function notesOf(ctx: QueryContext, { ref }: RefUse, own: (name: string) => Cell, codes: readonly string[]) {
  if (ref.offer === null) return new Map<string, OfferNote>();
  const names = [...Object.values(ref.narrow), ...ref.offer.by];
  return offerOf(ctx.registry, ref.offer.named).tell(ctx, Object.fromEntries(names.map((name) => [name, own(name)])), codes);
}

const wireNote = (of: OfferNote | undefined) => ({ ...(of?.note && { note: of.note }), ...(of?.isClosed && { isClosed: true as const }) });

/** The viewer's form of the page; Code 403 where he has none. */
export function formOf(ctx: QueryContext, module: Module): FormSpec {
  const form = projectForm(ctx, module);
  if (form === null) throw actionRefused(ctx.registry, module, "create");
  return form;
}

/** Fields of the head or of one of its line tables; Code 400 for a table the form does not have. */
export function fieldsOf(form: FormSpec, module: Module, entity: Entity): Dict<FormField> {
  if (entity.name === module.entity) return form.fields;
  const table = form.lines.find((lines) => lines.entity === entity.name);
  if (!table) throw new ApiError(CODE.badInput, `entity ${entity.name} 不是本表单的明细`);
  return table.fields;
}

/** The cells of fields the form shows, as they travel. */
export function wireFill(fields: Dict<FormField>, fill: Row): WireRow {
  const shown = Object.entries(fill).flatMap(([name, cell]): [string, WireValue][] => {
    const field = fields[name];
    return field ? [[name, cellToWire(field, cell)]] : [];
  });
  return Object.fromEntries(shown);
}

/** Values that the session and the page decide, whatever was sent. */
function ownValue({ viewer }: QueryContext, module: Module, entity: Entity, name: string): Cell {
  if (viewer.side === "supplier" && name === entity.supplierField) return viewer.provId;
  const [fixed, field] = [module.fixedValues[name], entity.fields[name]];
  return entity.name === module.entity && fixed !== undefined && field ? cellFromLiteral(field, fixed) : null;
}

/** A value as typed so far; one that means nothing narrows nothing. */
function typedCell(field: FormField | undefined, value: unknown): Cell {
  if (!field) return null;
  try {
    return cellFromWire(field, value);
  } catch (error) {
    if (error instanceof CellError) return null;
    throw error;
  }
}
