import type { PayPreview } from "../../../shared/protocol/pay-preview.ts";

/** Why nothing of it can be done: the first refusal, with its bill where there are several (docs/decisions/12); null: it can. */
export function refusalOf({ rows }: PayPreview): string | null {
  const refused = rows.find(({ ok }) => !ok);
  if (refused === undefined) return null;
  return rows.length > 1 ? `${refused.Msg}（${String(refused.Billid ?? refused.id)}）` : refused.Msg;
}

/** The bills that stand in the way of the others. */
export const refusedIds = ({ rows }: PayPreview): string[] => rows.filter(({ ok }) => !ok).map(({ id }) => String(id));

interface PreviewTotal {
  readonly title: string;
  readonly amount: string;
  readonly capitals: string;
}

/** What leaves the shop, and what it gets; one of them, or both. */
export function totalsOf({ sums, payCapitals, receiveCapitals }: PayPreview): PreviewTotal[] {
  const pay = { title: "付款合计", amount: sums.pay ?? "0.00", capitals: payCapitals };
  const receive = { title: "收款合计", amount: sums.receive ?? "0.00", capitals: receiveCapitals };
  if (isNothing(receive.amount)) return [pay];
  return isNothing(pay.amount) ? [receive] : [pay, receive];
}

const isNothing = (amount: string) => /^[0.]*$/.test(amount);
