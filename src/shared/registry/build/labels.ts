import { dict } from "../dict.ts";
import type { Dict, Entity, EnumValue, Field } from "../model.ts";
import type { WholeModule } from "../whole/types.ts";
import { buildEnumValue } from "./field.ts";

/** The codes of every status and flag field as this page shows them: the entity's, with the module's own texts over them. */
export function buildLabels(raw: WholeModule, entity: Entity): Dict<readonly EnumValue[]> {
  const coded = Object.values(entity.fields).filter(({ values }) => values.length > 0);
  return dict(coded.map((field) => [field.name, relabelled(field, raw.labels?.[field.name]?.map(buildEnumValue) ?? [])] as const));
}

function relabelled(field: Field, own: readonly EnumValue[]): EnumValue[] {
  return field.values.map((value) => own.find(({ code }) => code === value.code) ?? value);
}
