import type { ChainWait } from "../../../shared/protocol/screen.ts";

export const SIDE_NAMES: Readonly<Record<ChainWait["side"], string>> = { shop: "商场", supplier: "供应商", bank: "银行" };

/** For how many days something has been waiting. */
export function sinceText(days: number): string {
  return days === 0 ? "今天开始" : `已等待 ${days} 天`;
}
