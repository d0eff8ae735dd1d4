import { allEffects } from "../names/parts.ts";
import type { Check } from "./check.ts";

/** A row that may have to be created is matched by a unique key: two callers at once must not create it twice. */
export const effectUpserts: Check = (context) =>
  allEffects(context).flatMap(({ raw: { add }, at }) => {
    const target = context.entities.get(add?.entity ?? "");
    if (!add?.orCreate || !target) return [];
    const matched = Object.keys(add.match).sort().join();
    const isUnique = (target.raw.unique ?? []).some((key) => [...key].sort().join() === matched);
    if (isUnique) return [];
    const hint = `unique: ${(target.raw.unique ?? []).map((key) => key.join("+")).join(", ") || "nothing"}`;
    return [at.in("add", "match").problem(`"orCreate" needs a match by a unique key of ${target.name}`, hint)];
  });
