import { entityOf } from "../values/names.ts";
import type { EffectContext } from "./effect.ts";
import type { Line } from "./value-source.ts";

/** The lines an effect runs for; once without a line where it names no line entity. */
export async function eachLine(each: string | null | undefined, context: EffectContext): Promise<readonly (Line | null)[]> {
  if (!each) return [null];
  const entity = entityOf(context.work.registry, each);
  return (await context.lines(context.row, each)).map((row) => ({ entity, row }));
}
