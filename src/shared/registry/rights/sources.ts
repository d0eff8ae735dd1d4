import { fieldsOfCalc } from "../../domain/calc.ts";
import { fieldsOfCases } from "../../domain/cases.ts";
import type { Dict, Entity, Field } from "../model.ts";

/**
 * What the values of a field are made of, down to what is stored, itself among them: what it copies, sums, looks up and calculates, and
 * what a view reads.
 */
export function sourcesOf(entities: Dict<Entity>, key: string, found: Set<string> = new Set()): ReadonlySet<string> {
  if (found.has(key)) return found;
  const [entityName = "", name = ""] = key.split(".");
  const entity = entities[entityName];
  const field = entity?.fields[name];
  if (!entity || !field) return found;
  found.add(key);
  for (const next of [...ofRow(entity, field), ...ofOthers(entity, field)]) sourcesOf(entities, next, found);
  return found;
}

/** Whether what a field tells is, or is made of, what is marked `sensitive`. */
export function tellsSensitive(entities: Dict<Entity>, key: string): boolean {
  return [...sourcesOf(entities, key)].some((source) => {
    const [entity = "", name = ""] = source.split(".");
    return entities[entity]?.fields[name]?.isSensitive === true;
  });
}

/** Fields of the same row. */
function ofRow({ name, fields }: Entity, { computed, derived, window }: Field): string[] {
  const names = [
    ...(computed?.kind === "label" ? [computed.label] : []),
    ...(computed?.kind === "calc" ? fieldsOfCalc(computed.calc) : []),
    ...(computed?.kind === "cases" ? fieldsOfCases(computed.cases) : []),
    ...(computed?.kind === "daysUntil" ? [computed.daysUntil] : []),
    ...(derived?.kind === "calc" ? fieldsOfCalc(derived.calc) : []),
    ...(derived?.kind === "cases" ? fieldsOfCases(derived.cases) : []),
    ...(window?.field ? [window.field] : []),
  ];
  return names.filter((each) => fields[each]).map((each) => `${name}.${each}`);
}

/** Fields of other rows. */
function ofOthers(entity: Entity, { name, computed, derived, prefill }: Field): string[] {
  const through = (via: string, field: string) => {
    const target = entity.head?.field === via ? entity.head.entity : entity.fields[via]?.ref?.entity;
    return target === undefined ? [] : [`${target}.${field}`];
  };
  return [
    ...(computed?.kind === "copy" ? through(computed.copy.via, computed.copy.field) : []),
    ...(computed?.kind === "total" ? [`${computed.total.of}.${computed.total.field}`] : []),
    ...(derived?.kind === "copy" ? through(derived.via, derived.field) : []),
    ...(derived?.kind === "total" ? [`${derived.of}.${derived.field}`] : []),
    ...(prefill ? through(prefill.via, prefill.field) : []),
    ...(entity.view?.parts ?? []).flatMap((part) => {
      const source = part.sources[name];
      if (source?.kind === "calc") return fieldsOfCalc(source.calc).map((each) => `${part.of}.${each}`);
      if (source?.kind !== "field") return [];
      const of = source.alias === null ? part.of : part.joins.find(({ alias }) => alias === source.alias)?.entity;
      return of === undefined ? [] : [`${of}.${source.field}`];
    }),
  ];
}
