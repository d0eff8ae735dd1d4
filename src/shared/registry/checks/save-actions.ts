import { asAction } from "../build/actions.ts";
import type { Check } from "./check.ts";

const WAYS = ["create", "edit", "delete"] as const;

/** A button that writes rows is one that the entity lets somebody of the page press. */
export const saveActions: Check = ({ modules }) =>
  modules.flatMap(({ raw, at, entity }) => {
    if (!entity || entity.raw.view) return [];
    return (raw.actions ?? []).flatMap((entry, index) => {
      const { action, audience = raw.audience } = asAction(entry);
      const way = WAYS.find((each) => each === action);
      if (way === undefined) return [];
      const by = entity.raw.save?.[way]?.by;
      const place = at.in("actions", index);
      if (by === undefined) return [place.problem(`nobody may ${way} a row of ${entity.name}`, `say "save": {"${way}": …} there`)];
      const isPressed = audience.some((side) => by.includes(side === "supplier" ? "supplier" : "shop"));
      return isPressed ? [] : [place.problem(`dead button: "${way}" is for ${by.join(" and ")}, but here for ${audience.join(" and ")}`)];
    });
  });
