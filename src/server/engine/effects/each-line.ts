import { entityOf } from "../values/names.ts";
import type { Line } from "../values/value-source.ts";
import type { EffectContext } from "./effect.ts";

/** The lines an effect runs for; once without a line where it names no line entity. */
export async function eachLine(each: string | null | undefined, context: EffectContext): Promise<readonly (Line | null)[]> {
  if (!each) return [null];
  const entity = entityOf(context.work.registry, each);
  return (await context.lines(context.row, each)).map((row) => ({ entity, row }));
}
