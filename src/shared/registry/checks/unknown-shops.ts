import { classify } from "../classify.ts";
import { type CheckContext, contextOf } from "../context.ts";
import type { FileRule } from "../file-rules.ts";
import { findField } from "../lookup.ts";
import { allLeaves, type Leaf } from "../names/parts.ts";
import type { Place, RawFile } from "../place.ts";
import { type Problem, sortProblems } from "../problem.ts";
import { readValid } from "../sources.ts";
import { withoutJustified } from "./allow.ts";

const RULE: FileRule = "known-shops";
/** Numbers are all alike: a list that can be read helps, the nearest one would mislead. */
const READABLE = 10;

/**
 * Warnings for the shops that valid files name and no row has: such a profile is silently nobody's, such a condition never holds
 * (docs/decisions/74). The files alone cannot tell; whoever has a database asks this with the numbers of its shops. Where there is no
 * shop yet, nothing is told: they come later.
 */
export function unknownShops(files: readonly RawFile[], shops: readonly string[]): readonly Problem[] {
  if (shops.length === 0) return [];
  const isOverlay = ({ path }: RawFile) => classify(path)?.kind === "overlay";
  // Conditions hardly ever name a shop, and putting all files together takes its time.
  const isNamedElsewhere = files.some((file) => !isOverlay(file) && /"[0-9]{10}"/.test(file.text));
  const sources = readValid(isNamedElsewhere ? files : files.filter(isOverlay));
  const known = new Set(shops);
  const hint = shops.length > READABLE ? undefined : `known: ${[...known].sort().join(", ")}`;
  const named = [
    ...sources.overlay.flatMap(({ raw, at }) => (raw.shops ?? []).map((shop, index) => ({ shop, at: at.in("shops", index) }))),
    ...(isNamedElsewhere ? inConditions(contextOf(sources, {}, () => []).context) : []),
  ];
  const found = named.flatMap(({ shop, at }): Problem[] =>
    known.has(shop) ? [] : [{ ...at.problem(`no shop has the number ${shop}`, hint), rule: RULE, level: "warning" }],
  );
  return sortProblems(withoutJustified(found, sources, false));
}

interface NamedShop {
  readonly shop: string;
  readonly at: Place;
}

/** The shops that conditions compare with. */
function inConditions(context: CheckContext): NamedShop[] {
  return allLeaves(context).flatMap((leaf) =>
    literalsOf(leaf, context).flatMap(({ shop, at }) => (typeof shop === "string" ? [{ shop, at }] : [])),
  );
}

function literalsOf(leaf: Leaf, context: CheckContext): readonly { readonly shop: unknown; readonly at: Place }[] {
  if (leaf.kind === "actor") return leaf.property === "SHOP_ID" ? [{ shop: leaf.value, at: leaf.at.in(1) }] : [];
  if (leaf.kind !== "in" && leaf.kind !== "nin" && leaf.kind !== "compare") return [];
  const name = leaf.kind === "compare" ? leaf.comparison[0] : leaf.field;
  const { to, key } = findField(context, leaf.entity, name)?.raw ?? {};
  const isShop = (leaf.entity === "Shop" && name === "SHOP_ID") || (to === "Shop" && key === "SHOP_ID");
  if (!isShop) return [];
  if (leaf.kind === "compare") return [{ shop: leaf.comparison[1], at: leaf.at.in(1) }];
  return leaf.values.map((shop, index) => ({ shop, at: leaf.at.in(1, index) }));
}
