import type { Entity, Field, Registry, Transition } from "../../../shared/registry/model.ts";

/** An entity by its name. The registry has checked every name the flows use; an unknown one is a mistake of ours. */
export function entityOf(registry: Registry, name: string): Entity {
  const entity = registry.entities[name];
  if (!entity) throw new Error(`the registry has no entity ${name}`);
  return entity;
}

export function entityField(entity: Entity, name: string): Field {
  const field = entity.fields[name];
  if (!field) throw new Error(`${entity.name} has no field ${name}`);
  return field;
}

export function transitionOf(entity: Entity, name: string): Transition {
  const transition = entity.transitions[name];
  if (!transition) throw new Error(`${entity.name} has no transition ${name}`);
  return transition;
}
