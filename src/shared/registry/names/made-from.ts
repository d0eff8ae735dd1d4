import type { EntityInfo } from "../catalogue.ts";
import type { CheckContext } from "../context.ts";
import { findField } from "../lookup.ts";
import type { Frame } from "./frame.ts";
import { namesOf } from "./uses.ts";

/** A field of an entity, as one text. */
export const nodeOf = (entity: string, field: string) => `${entity}.${field}`;

/** What is made from which fields: computed fields and windows by themselves, a view's rows as a whole. */
interface Makings {
  readonly fields: ReadonlyMap<string, readonly string[]>;
  readonly views: ReadonlyMap<string, readonly string[]>;
}

const known = new WeakMap<CheckContext, Makings>();

/** The fields that a field is directly made from, of its own entity and of others; none of a stored one. */
export function madeFrom(node: string, context: CheckContext): readonly string[] {
  const { fields, views } = known.get(context) ?? makingsOf(context);
  const [entity = "", name = ""] = node.split(".");
  const field = findField(context, entity, name)?.raw;
  if (!field) return [];
  // A row of a view is made as a whole, so each of its fields is made from all that any of them shows.
  return (field.window || field.computed ? fields.get(node) : views.get(entity)) ?? [];
}

function makingsOf(context: CheckContext): Makings {
  const [fields, views] = [new Map<string, string[]>(), new Map<string, string[]>()];
  for (const use of namesOf(context, "field")) {
    const { as, frame } = use;
    if (as !== "made" && as !== "shown") continue;
    const [map, owner] = as === "shown" ? [views, frame.root.self] : [fields, nodeOf(frame.root.self, fieldAround(frame)?.field ?? "")];
    map.set(owner, [...(map.get(owner) ?? []), nodeOf(use.entity, use.name)]);
  }
  // By name, so that a circle is told the same however a file orders its properties.
  for (const nodes of [...fields.values(), ...views.values()]) nodes.sort();
  const makings = { fields, views };
  known.set(context, makings);
  return makings;
}

/** The field in whose declaration a name stands, and the properties that lead from there to it; null: it stands in none. */
export function fieldAround(from: Frame): { readonly field: string; readonly way: readonly string[] } | null {
  const way: string[] = [];
  for (let frame: Frame | null = from; frame?.up; frame = frame.up) {
    if (frame.up.word.keys === "field" && frame.up.word.declares) return { field: String(frame.key), way };
    way.unshift(String(frame.key));
  }
  return null;
}

/** Whether a field of a view is a window, or made from one of the view's. */
export function isOverRows({ name: view, fields }: EntityInfo, name: string, context: CheckContext): boolean {
  const seen = new Set<string>();
  const walk = (node: string): boolean => {
    if (seen.has(node)) return false;
    seen.add(node);
    const [owner, field = ""] = node.split(".");
    return (owner === view && fields.get(field)?.raw.window !== undefined) || madeFrom(node, context).some(walk);
  };
  return walk(nodeOf(view, name));
}
