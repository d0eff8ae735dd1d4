import type { EntityInfo } from "../catalogue.ts";
import type { CheckContext } from "../context.ts";
import { calcFields } from "../names/calc-fields.ts";
import type { Problem } from "../problem.ts";
import { type SourceUse, sourceEntity, sourceOf, viewParts } from "../view-parts.ts";
import type { Check } from "./check.ts";

const SIDES = ["shop", "mall", "supplier"] as const;

/** What an entity keeps from a side, no view over it tells; and lines are kept from a side by the pages that show them. */
export const hiddenSources: Check = (context) =>
  [...context.entities.values()].flatMap((entity) => [...lineProblems(entity), ...viewProblems(entity, context)]);

function lineProblems({ raw, at, name }: EntityInfo): Problem[] {
  if (raw.tenancy !== "head" || raw.permissions === undefined) return [];
  return [at.in("permissions").onKey().problem(`${name} holds lines: the modules that show them say what is hidden`)];
}

function viewProblems(view: EntityInfo, { entities }: CheckContext): Problem[] {
  const isClosed = view.raw.tenancy === "shop" && !view.raw.supplierReads;
  const sides = SIDES.filter((side) => side !== "supplier" || !isClosed);
  return viewParts(view).flatMap((part) =>
    part.sources.flatMap((use) => {
      const source = entities.get(sourceEntity(part, use.source) ?? "");
      return sides.flatMap((side) => {
        const hidden = source?.raw.permissions?.[side]?.hide ?? [];
        const told = namesOf(use).filter((name) => hidden.includes(name));
        if (told.length === 0 || view.raw.permissions?.[side]?.hide?.includes(use.field)) return [];
        const hint = `say "permissions": {"${side}": {"hide": ["${use.field}"]}} here`;
        return [use.at.problem(`${use.field} tells ${told.join()} of ${source?.name}, which is hidden from the ${side}`, hint)];
      });
    }),
  );
}

function namesOf({ source, at }: SourceUse): string[] {
  if (typeof source === "string") return [sourceOf(source).field];
  return source.calc === undefined ? [] : calcFields(source.calc, at).map(({ name }) => name);
}
