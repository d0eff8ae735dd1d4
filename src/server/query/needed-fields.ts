import type { Action, Dict, Entity, EnumValue } from "../../shared/registry/model.ts";
import { inputsOf, isInSql } from "./computed-kinds.ts";
import { fieldsOfActions } from "./offered-actions.ts";
import { retitleFields } from "./status-label.ts";

/**
 * Everything that must be read to show these fields: the fields themselves, what their texts depend on, what the actions
 * depend on. Read is not shown: only the fields asked for ever leave the server.
 */
export function neededFields(
  names: Iterable<string>,
  entity: Entity,
  labels: Dict<readonly EnumValue[]>,
  actions: readonly Action[],
): ReadonlySet<string> {
  const needed = new Set<string>();
  const add = (name: string) => {
    const field = entity.fields[name];
    if (!field || needed.has(name)) return;
    needed.add(name);
    for (const input of retitleFields(labels[name] ?? [])) add(input);
    if (!isInSql(field)) for (const input of inputsOf(field, { entity, labels })) add(input);
  };
  for (const name of names) add(name);
  for (const name of fieldsOfActions(actions, entity)) add(name);
  return needed;
}
