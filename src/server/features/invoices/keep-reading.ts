import type { Row } from "../../../shared/domain/cell.ts";
import type { EffectContext } from "../../engine/effects/effect.ts";
import { refuse } from "../../engine/effects/refuse.ts";

/** 识别: the number of the recognition is kept, and whoever asked is told what the picture says of the invoice. */
export async function keepReading({ work, row }: EffectContext): Promise<Row> {
  const { answer } = work;
  if (answer === undefined) throw refuse("没有识别结果，请重新识别");
  work.tell?.(`发票 ${String(row.Number)}：${String(answer.told)}`);
  return { chkid: answer.chkid ?? null };
}
