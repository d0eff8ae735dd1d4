import type { Predicate } from "../language.ts";
import type { Dict, Entity, Module, Party } from "../model.ts";
import type { Role } from "./audience.ts";
import { SHOP } from "./technical.ts";

/**
 * Whose rows of an entity a role reads: of no one, of its own supplier in its own shop, of its own shop, of the shops of its market
 * besides, of all shops.
 */
export type Whose = "nobody" | "supplier" | "shop" | "market" | "everybody";

/** How a read looks at rows, besides who reads. */
export interface Look {
  /** The module reads beyond the own shop, and a shop's user asks (docs/decisions/14). */
  readonly isMarket: boolean;
  /** Rows that a visible row refers to: also of entities that are closed to suppliers as a whole. */
  readonly isReference: boolean;
}

/** Whether a module's reads go beyond the own shop for this role. */
export function readsMarket(module: Partial<Pick<Module, "reach">>, { side }: Pick<Role, "side">): boolean {
  return module.reach === "market" && side === "shop";
}

/** By tenancy alone, whose rows a role reads (docs/decisions/13). */
export function whoseRows(entity: Entity, entities: Dict<Entity>, { side, isMall }: Pick<Role, "side" | "isMall">, look: Look): Whose {
  if (look.isMarket && entity.fields[SHOP]) return isMall ? "market" : "shop";
  if (entity.tenancy === "global") return "everybody";
  if (side === "shop") return "shop";
  if (entity.tenancy !== "shop" && entity.supplierField !== null) return "supplier";
  const owner = entity.head === null ? entity : (entities[entity.head.entity] ?? entity);
  const isOpen = owner.tenancy === "shop" && (owner.supplierReads || look.isReference);
  return isOpen ? "shop" : "nobody";
}

/** The head that a line's rows are seen with; null: what the side may see of the heads limits nothing. */
export function limitingHead({ head }: Entity, entities: Dict<Entity>, side: Party): Entity | null {
  const found = head === null ? undefined : entities[head.entity];
  return found && found.visibleTo[side] !== null ? found : null;
}

/** The rows of an entity that a role reads, as data: every condition that decides. */
export interface RowRights {
  readonly entity: string;
  readonly whose: Whose;
  /** What the side may see at all; null: all. */
  readonly visible: Predicate | null;
  /** The page's, or the view part's, own condition; null: none. */
  readonly where: Predicate | null;
  /** Of lines: the heads, which may not all be seen. Of a view: the rows it is made of. */
  readonly of: readonly RowRights[];
}

/** What a module shows of the rows of its entity. */
export function rowsOfModule(module: Module, entities: Dict<Entity>, role: Pick<Role, "side" | "isMall">): RowRights {
  return rowsOf(module.entity, entities, role, { isMarket: readsMarket(module, role), isReference: false }, module.where);
}

/** The rows of one entity, as a read looks at them. */
export function rowsOf(
  name: string,
  entities: Dict<Entity>,
  role: Pick<Role, "side" | "isMall">,
  look: Look,
  where: Predicate | null = null,
): RowRights {
  const entity = entities[name];
  if (!entity) return { entity: name, whose: "nobody", visible: null, where, of: [] };
  const head = entity.head === null ? undefined : entities[entity.head.entity];
  const parts = entity.view?.parts ?? [];
  return {
    entity: name,
    whose: whoseRows(entity, entities, role, look),
    visible: entity.visibleTo[role.side],
    where,
    of: [
      ...(head ? [rowsOf(head.name, entities, role, look)] : []),
      ...parts.map((part) => rowsOf(part.of, entities, role, { ...look, isReference: false }, part.where)),
      ...parts.flatMap(({ joins }) => joins.map((join) => rowsOf(join.entity, entities, role, { ...look, isReference: true }))),
    ],
  };
}
