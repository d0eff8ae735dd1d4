import type { Entity, Field, Module } from "../../shared/registry/model.ts";
import { KEY, LINE_NUMBER, ROW_VERSION, SHOP } from "../base/technical.ts";
import type { QueryContext } from "../query/context.ts";
import { actionsOf } from "../query/offered-actions.ts";
import type { Readable } from "../query/readable.ts";

/** Never a user's to say, whatever an entity's file says of them. */
const TECHNICAL: readonly string[] = [KEY, SHOP, ROW_VERSION];

/** Whether the viewer may write rows of the module by its form: new ones, old ones. */
export function writingRights(
  { viewer }: QueryContext,
  module: Module,
  entity: Entity,
): { readonly create: boolean; readonly edit: boolean } {
  const held = actionsOf(viewer, module, entity).filter(({ transition, open }) => transition === null && open === null);
  const may = (name: string) => held.some((action) => action.name === name);
  return { create: may("create"), edit: may("edit") };
}

/** The fields of the head that the viewer may write here: shown, readable, open to forms, and not decided by page or session. */
export function writableFields({ viewer }: QueryContext, module: Module, entity: Entity, readable: Readable): ReadonlySet<string> {
  const own = viewer.side === "supplier" ? entity.supplierField : null;
  const shown = module.sections.flatMap(({ fields }) => fields);
  return new Set(
    limited(module, shown).filter((name) => {
      const field = readable.fields.get(name);
      return field !== undefined && isWritable(field) && name !== own && !(name in module.fixedValues);
    }),
  );
}

/** The same for the columns of a line table: what says whose line it is comes from the head. */
export function writableColumns(entity: Entity, columns: readonly string[]): ReadonlySet<string> {
  const given = [entity.supplierField, entity.head?.field, LINE_NUMBER];
  return new Set(
    columns.filter((name) => {
      const field = entity.fields[name];
      return field !== undefined && isWritable(field) && !given.includes(name);
    }),
  );
}

/** A settings page writes the values alone, a page with the user's own row what it lists. */
function limited({ form }: Module, shown: readonly string[]): readonly string[] {
  if (form === null) return shown;
  return form.mode === "own" ? form.editable : form.value === null ? [] : [form.value];
}

function isWritable(field: Field): boolean {
  return field.computed === null && field.derived === null && !field.isReadonly && !field.isState && !TECHNICAL.includes(field.name);
}
