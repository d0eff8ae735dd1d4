import type { Row } from "../../../shared/domain/cell.ts";
import type { Entity } from "../../../shared/registry/model.ts";

/** The code of the supplier a row belongs to; null where it belongs to none. */
export function supplierOf(entity: Entity, row: Row): string | null {
  const cell = entity.supplierField === null ? null : (row[entity.supplierField] ?? null);
  return cell === null || cell === "" ? null : String(cell);
}
