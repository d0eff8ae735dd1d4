import { lineNames } from "../lookup.ts";
import { didYouMeanOrList } from "../nearest.ts";
import type { Check } from "./check.ts";

/** Tables of the detail page show lines of the module's own entity. */
export const lineEntities: Check = (context) =>
  context.modules.flatMap(({ raw, at }) =>
    (raw.show?.lines ?? []).flatMap(({ entity }, index) => {
      const known = lineNames(context, raw.entity);
      if (known.includes(entity) || !context.entities.has(entity) || !context.entities.has(raw.entity)) return [];
      const place = at.in("show", "lines", index, "entity");
      return [place.problem(`${entity} holds no lines of ${raw.entity}`, didYouMeanOrList(entity, known))];
    }),
  );
