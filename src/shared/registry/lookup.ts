import type { EntityInfo, FieldInfo } from "./catalogue.ts";
import type { CheckContext } from "./context.ts";

/** A field of an entity; undefined where one of the two is not there, which is a problem of its own. */
export function findField(context: CheckContext, entity: string | undefined, name: string): FieldInfo | undefined {
  return context.entities.get(entity ?? "")?.fields.get(name);
}

/** Whether an entity can be judged: it is there, and so are all its mixins. */
export function isJudged(entity: EntityInfo | undefined): entity is EntityInfo {
  return entity?.isComplete === true;
}

/** The line entities of an entity. */
export function lineNames(context: CheckContext, entity: string): string[] {
  return [...context.entities.values()].filter(({ raw }) => raw.head?.entity === entity).map(({ name }) => name);
}
