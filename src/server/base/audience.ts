import type { Audience, Module } from "../../shared/registry/model.ts";
import type { Viewer } from "./viewer.ts";

/** Whose columns a viewer reads. */
export function audienceOf({ side, isMall }: Pick<Viewer, "side" | "isMall">): Audience {
  if (side === "supplier") return "supplier";
  return isMall ? "mall" : "shop";
}

/** Whether something meant for these sides is meant for this one: what is for shops is for malls too. */
export function fits(audience: readonly Audience[], own: Audience): boolean {
  return audience.includes(own) || (own === "mall" && audience.includes("shop"));
}

/** The function keys of a module that this side may hold at all: not those whose every button, or every use, is the other side's. */
export function functionsOf(module: Module, own: Audience): string[] {
  const side = own === "supplier" ? "supplier" : "shop";
  return module.functions.filter((key) => {
    const buttons = module.actions.filter((action) => action.functionKey === key);
    return buttons.length === 0
      ? module.functionSides[key]?.includes(side) !== false
      : buttons.some((action) => fits(action.audience, own));
  });
}
