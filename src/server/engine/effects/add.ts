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
  run: (effect, context) => addAll(effect, [context]),
  runOnAll: addAll,
};

async function addAll(effect: EffectOf<"add">, contexts: readonly EffectContext[]): Promise<void> {
  const [first] = contexts;
  if (first === undefined) return;
  const { store, work } = first;
  const target = entityOf(work.registry, effect.entity);
  const byKey = new Map<string, Upsert>();
  for (const context of contexts) {
    await gather(byKey, effect, target, context, 1n);
    // What was added for the row as it was before is taken back.
    if (effect.anew === true && context.before) await gather(byKey, effect, target, { ...context, row: context.before }, -1n);
  }
  const entries = [...byKey.entries()]
    .filter(([, { by }]) => effect.anew !== true || Object.values(by).some((amount) => Number(amount) !== 0))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, entry]) => entry);
  if (effect.values) return store.upsertAdd<string>(target, entries);
  for (const { key, by } of entries) await store.update<string>(target, key, plusOf(by));
}

/** What is added where: one entry a key. */
async function gather(
  byKey: Map<string, Upsert>,
  effect: EffectOf<"add">,
  target: Entity,
  context: EffectContext,
  sign: 1n | -1n,
): Promise<void> {
  for (const line of await eachLine(effect.each, context)) {
    const key = await resolveMatch(effect.match, target, context, line);
    if (key === null) continue;
    const by = amountsOf(target, await resolveCells(effect.by, target, context, line), sign);
    const text = JSON.stringify(Object.values(key).map(String));
    const known = byKey.get(text);
    if (known) byKey.set(text, { ...known, by: sumOf(known.by, by) });
    else byKey.set(text, { key, by, fresh: await resolveCells(effect.values ?? {}, target, context, line) });
  }
}

type Amounts = Upsert["by"];

/** An empty amount adds nothing. */
function amountsOf(target: Entity, row: Row, sign: 1n | -1n): Amounts {
  const amounts = Object.entries(row).map(([name, cell]) => {
    const amount = sumCells(entityField(target, name).type, [cell]);
    return [name, typeof amount === "bigint" ? amount * sign : amount * Number(sign)];
  });
  return Object.fromEntries(amounts);
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
