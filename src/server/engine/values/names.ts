import type { Row } from "../../../shared/domain/cell.ts";
import type { Entity, Field, Registry, Transition } from "../../../shared/registry/model.ts";
import type { EntityOf, FieldName, Known, TransitionName } from "../store/typed-rows.ts";

/**
 * An entity by its name: known with its rows and transitions where the code says which. The registry has checked every name the flows
 * use; an unknown one is a mistake of ours.
 */
export function entityOf<Name extends string>(registry: Registry, name: Name & Known<Name>): EntityOf<Name> {
  const entity = registry.entities[name];
  if (!entity) throw new Error(`the registry has no entity ${name}`);
  // It goes by its own name.
  return entity as EntityOf<Name>;
}

export function entityField<Name extends string>(entity: EntityOf<Name>, name: FieldName<Name>): Field {
  const field = entity.fields[name];
  if (!field) throw new Error(`${entity.name} has no field ${name}`);
  return field;
}

export function transitionOf<Name extends string>(entity: EntityOf<Name>, name: TransitionName<Name>): Transition {
  const transition = entity.transitions[name];
  if (!transition) throw new Error(`${entity.name} has no transition ${name}`);
  return transition;
}

/** The code of the supplier a row belongs to; null where it belongs to none. */
export function supplierOf(entity: Entity, row: Row): string | null {
  const cell = entity.supplierField === null ? null : (row[entity.supplierField] ?? null);
  return cell === null || cell === "" ? null : String(cell);
}
