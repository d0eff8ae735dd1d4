import type { Row } from "../../../shared/domain/cell.ts";
import { sumCells } from "../../../shared/domain/convert-cell.ts";
import type { Entity } from "../../../shared/registry/model.ts";
import type { Upsert } from "../store/store.ts";
import { entityField, entityOf } from "../values/names.ts";
import type { EffectContext, EffectDef, EffectOf } from "./effect.ts";
import { eachLine, fieldsOfValues, resolveCells, resolveMatch } from "./value-source.ts";

/** Adds to number fields of related rows. Rows are changed in the order of their keys, so that two callers never wait for each other. */
export const add: EffectDef<"add"> = {
  reads: (effect) => [effect.match, effect.by, effect.values ?? {}].flatMap(fieldsOfValues),
  async run(effect, context) {
    const target = entityOf(context.work.registry, effect.entity);
    const entries = await entriesOf(effect, target, context);
    if (effect.values) return context.store.upsertAdd(target, entries);
    for (const { key, by } of entries) await context.store.update(target, key, plusOf(by));
  },
};

/** What is added where: one entry a key, in the order of the keys. */
async function entriesOf(effect: EffectOf<"add">, target: Entity, context: EffectContext): Promise<Upsert[]> {
  const byKey = new Map<string, Upsert>();
  for (const line of await eachLine(effect.each, context)) {
    const key = await resolveMatch(effect.match, target, context, line);
    if (key === null) continue;
    const by = amountsOf(target, await resolveCells(effect.by, target, context, line));
    const fresh = await resolveCells(effect.values ?? {}, target, context, line);
    const text = JSON.stringify(Object.values(key).map(String));
    const known = byKey.get(text);
    byKey.set(text, known ? { ...known, by: sumOf(known.by, by) } : { key, by, fresh });
  }
  return [...byKey.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry);
}

type Amounts = Upsert["by"];

/** An empty amount adds nothing. */
function amountsOf(target: Entity, row: Row): Amounts {
  const types = Object.entries(row).map(([name, cell]) => [name, sumCells(entityField(target, name).type, [cell])]);
  return Object.fromEntries(types);
}

function sumOf(a: Amounts, b: Amounts): Amounts {
  const total: Record<string, bigint | number> = { ...a };
  for (const [name, amount] of Object.entries(b)) {
    const old = total[name];
    total[name] = typeof amount === "bigint" ? BigInt(old ?? 0) + amount : Number(old ?? 0) + amount;
  }
  return total;
}

const plusOf = (by: Amounts) => Object.fromEntries(Object.entries(by).map(([name, plus]) => [name, { plus }]));
