import type { EntityInfo } from "../catalogue.ts";
import type { CheckContext } from "../context.ts";
import { madeFrom, nodeOf } from "./made-from.ts";

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
