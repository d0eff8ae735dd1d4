import type { EntityInfo, FieldInfo } from "./catalogue.ts";
import type { CheckContext } from "./context.ts";
import { headOf } from "./links.ts";

/** A field of an entity; undefined where one of the two is not there, which is a problem of its own. */
export function findField(context: CheckContext, entity: string | undefined, name: string): FieldInfo | undefined {
  return context.entities.get(entity ?? "")?.fields.get(name);
}

/** The row that a field leads to: what a ref points to, or the head of a line. Empty names where the checks refuse it. */
export function lookupTarget(via: string, { fields, raw }: EntityInfo): { entity: string; key: string } {
  const head = headOf(raw);
  if (head?.field === via) return { entity: head.entity, key: head.key };
  const field = fields.get(via)?.raw;
  return { entity: field?.to ?? "", key: field?.key ?? "" };
}

/** The two names of a path: a field, and what of it. */
export function pathOf(path: string): { readonly via: string; readonly field: string } {
  const dot = path.indexOf(".");
  return { via: path.slice(0, dot), field: path.slice(dot + 1) };
}

/** Whether an entity can be judged: it is there, and so are all its mixins. */
export function isJudged(entity: EntityInfo | undefined): entity is EntityInfo {
  return entity?.isComplete === true;
}

/** The line entities of an entity; whose lines they are is the same in every profile. */
export function lineNames(context: CheckContext, entity: string): string[] {
  return [...(context.base ?? context).entities.values()].filter(({ raw }) => raw.head?.of === entity).map(({ name }) => name);
}
