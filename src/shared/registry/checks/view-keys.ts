import { SUPPLIER_FIELD } from "../build/entity.ts";
import type { EntityInfo } from "../catalogue.ts";
import { isJudged } from "../lookup.ts";
import type { Problem } from "../problem.ts";
import { type ViewPartUse, viewParts } from "../view-parts.ts";
import type { Check } from "./check.ts";
import { isClearView } from "./views.ts";

const KEY = "Id";

/** Every row of a view says whose it is, and can be told from the others. */
export const viewKeys: Check = ({ entities }) =>
  [...entities.values()].filter(isClearView).flatMap((entity) => {
    const parts = viewParts(entity);
    const named = (part: ViewPartUse, name: string) => part.sources.some(({ field }) => field === name);
    const keyed = parts.filter((part) => named(part, KEY));
    const owners = parts.flatMap((part) =>
      ownerFields(entity)
        .filter((name) => entity.raw.view?.union && entity.fields.has(name) && !named(part, name))
        .map((name) => part.at.problem(`the part leaves out ${name}, which says whose its rows are`)),
    );
    if (keyed.length === parts.length || entity.raw.view?.groupBy) return owners;
    if (keyed.length === 0) return [...owners, ...parts.flatMap((part) => keyProblems(part, entities))];
    const without = parts.filter((part) => !named(part, KEY));
    return [...owners, ...without.map(({ at }) => at.problem(`other parts say ${KEY}, this one does not`, "say it in all or in none"))];
  });

/** The fields that tell whose a row is. */
function ownerFields({ raw }: EntityInfo): string[] {
  if (raw.tenancy === "global") return [];
  return raw.tenancy === "shop+supplier" ? ["SHOP_ID", raw.supplierField ?? SUPPLIER_FIELD] : ["SHOP_ID"];
}

/** The key of a view's row is made from that of the row it shows. */
function keyProblems({ raw, at }: ViewPartUse, entities: ReadonlyMap<string, EntityInfo>): Problem[] {
  const base = entities.get(raw.of ?? "");
  if (!isJudged(base) || base.fields.has(KEY)) return [];
  return [at.in("of").problem(`rows of ${base.name} have no ${KEY} by which those of the view could be told apart`)];
}
