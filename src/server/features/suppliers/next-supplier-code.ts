import type { EffectContext } from "../../engine/effects/effect.ts";
import { entityOf } from "../../engine/values/names.ts";

const FIRST_SUPPLIER = 1;
/** Users who have only registered for biddings are numbered from here on. */
const FIRST_BIDDER = 901;
const CODE = /^\d{6}$/;

/**
 * The code of the shop's next supplier: 1, two digits of the shop, three of its own, after the highest given so far. Codes of
 * another form, brought from elsewhere, do not count.
 */
export async function nextSupplierCode(
  { store, work }: Pick<EffectContext, "store" | "work">,
  shopNumber: number,
  isBidder: boolean,
): Promise<string> {
  const providers = await store.find(entityOf(work.registry, "Provider"), {});
  const users = await store.find(entityOf(work.registry, "User"), {});
  const taken = new Set([...providers.map(({ provid }) => String(provid)), ...users.map(({ PROV_ID }) => PROV_ID ?? "")]);
  const known = [...taken].filter((code) => CODE.test(code)).sort();
  const prefix = known[0]?.slice(0, 3) ?? `1${String(shopNumber % 100).padStart(2, "0")}`;
  const first = isBidder ? FIRST_BIDDER : FIRST_SUPPLIER;
  const isSameKind = (number: number) => (isBidder ? number >= FIRST_BIDDER : number < FIRST_BIDDER);
  const numbers = known.filter((code) => code.startsWith(prefix)).map((code) => Number(code.slice(3)));
  let next = Math.max(first - 1, ...numbers.filter(isSameKind)) + 1;
  while (taken.has(codeOf(prefix, next))) next += 1;
  return codeOf(prefix, next);
}

function codeOf(prefix: string, number: number): string {
  return prefix + String(number).padStart(3, "0");
}
