import type { Entity } from "../../shared/registry/model.ts";
import type { ComputedDef } from "./computed-def.ts";
import { relatedRows, subquery } from "./related-rows.ts";

/**
 * A field of the row that a reference names. The reference itself is leave to read it, so an entity closed to suppliers
 * (a user group's name, say) can be looked up; rows of other suppliers and rows hidden from the side cannot.
 */
export const copy: ComputedDef<"copy"> = {
  inputs: ({ via }) => [via],
  sql({ via, field }, at) {
    const to = targetOf(at.entity, via);
    const { rows, columns } = relatedRows(at, to.entity, to.field, via, "reference");
    return subquery(rows.select(columns.expr(field).as("value")).limit(1));
  },
  async fromOthers({ via, field }, { entity, row, find }) {
    const to = targetOf(entity, via);
    const [found] = await find(to.entity, { [to.field]: row[via] ?? null }, null, [field]);
    return found?.[field] ?? null;
  },
  looksFor: ({ via }, entity) => targetOf(entity, via),
};

/** What a ref field points to, or the head of a line. */
function targetOf({ name, head, fields }: Entity, via: string): { entity: string; field: string } {
  if (head?.field === via) return { entity: head.entity, field: head.key };
  const ref = fields[via]?.ref;
  if (!ref) throw new Error(`${name}.${via} leads to no other row: the registry must have refused it`);
  return { entity: ref.entity, field: ref.key };
}
