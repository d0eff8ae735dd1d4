import type { Registry } from "../../../../shared/registry/model.ts";
import { type Act, type ActsOfPage, actsOf, OUT } from "../key/acts.ts";

/** What may be told of a row. */
export const EVENTS = { created: "新增", changed: "修改", deleted: "删除", transition: "流转" } as const;
export type EventName = keyof typeof EVENTS;

/** What somebody may have told to an address: of rows that he may take out. */
export function eventsOf(registry: Registry, somebody: Parameters<typeof actsOf>[1]): ActsOfPage[] {
  return actsOf(registry, somebody).flatMap(({ module, entity, acts }) => {
    const out = acts.find(({ name }) => name === OUT);
    if (out === undefined) return [];
    const names = Object.entries(EVENTS).filter(([name]) => name !== "transition" || Object.keys(entity.transitions).length > 0);
    return [{ module, entity, acts: names.map(([name, title]): Act => ({ ...out, name, title })) }];
  });
}
