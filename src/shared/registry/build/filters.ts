import type { Entity, Filter } from "../model.ts";
import type { WholeModule } from "../whole-types.ts";
import { asField, fieldOf } from "./columns.ts";
import { TYPE_DEFAULTS } from "./type-defaults.ts";

/** The filters over the table; control and comparison by the field's type. */
export function buildFilters(raw: WholeModule, entity: Entity): Filter[] {
  return (raw.filters ?? []).map(asField).map(({ field: name, audience, default: initial }) => {
    const field = fieldOf(entity, name);
    const usual = TYPE_DEFAULTS[field.type].filter;
    if (usual === null) throw new Error(`${entity.name}.${name} cannot be filtered: the checks must have refused it`);
    return {
      field: name,
      title: field.title,
      control: usual.control,
      operator: usual.operator,
      audience: audience ?? raw.audience,
      initial: initial ?? null,
    };
  });
}
