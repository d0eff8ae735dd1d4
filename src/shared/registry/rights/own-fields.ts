import type { Dict, Entity, Module } from "../model.ts";
import type { Role } from "./audience.ts";
import { SHOP } from "./technical.ts";

/** Fields of a page that are the same in every row that somebody sees, his own code and name: they are no columns. What names a row stays. */
export function ownFields(entities: Dict<Entity>, module: Module, { side }: Pick<Role, "side">): ReadonlySet<string> {
  const entity = entities[module.entity];
  if (entity === undefined) return new Set();
  const isShops = side === "shop" && module.reach === "shop" && entity.tenancy !== "global";
  const key = side === "supplier" ? entity.supplierField : isShops ? SHOP : null;
  if (key === null || key === module.titleField) return new Set();
  const label = entities[entity.fields[key]?.ref?.entity ?? ""]?.label;
  const told = Object.values(entity.fields).filter(({ name, derived, computed }) => {
    const copied = derived?.kind === "copy" ? derived.field : computed?.kind === "copy" ? computed.copy.field : null;
    // A document may have its supplier's name from the document that it was made for.
    return name === key || (copied !== null && copied === label);
  });
  return new Set(told.map(({ name }) => name).filter((name) => name !== module.titleField));
}
