import names from "../data/names.json" with { type: "json" };
import type { Random } from "../random.ts";

const SURNAMES = [...names.surnames];
const GIVEN_NAMES = names.givenNames.split(" ");
const FIRST = [...names.brands.first];
const SECOND = [...names.brands.second];

/** Where suppliers come from. */
export const CITIES = names.cities;

export function personName(random: Random): string {
  return random.pick(SURNAMES) + random.pick(GIVEN_NAMES);
}

/** A mobile number of a range that nobody has. */
export function phone(random: Random): string {
  return `1990000${random.digits(4)}`;
}

/** A tax number of 18 characters that says it is none. */
export function taxNumber(random: Random): string {
  return `91DEMO${random.digits(12)}`;
}

/** A bank account that is visibly not real. */
export function bankAccount(random: Random): string {
  return `6200 0000 ${random.digits(4)} ${random.digits(4)}`;
}

/** Invented brand number `n`; the first 400 differ from each other. */
export function brandName(n: number): string {
  const first = FIRST[n % FIRST.length] ?? "";
  const second = SECOND[(n + Math.floor(n / FIRST.length) * 5) % SECOND.length] ?? "";
  return first === second ? `${first}之` : first + second;
}

/** City, brand and trade, as the register of companies has it: 杭州禾悦粮油食品有限公司. */
export function companyName(city: string, brand: string, category: string): string {
  const trades: Readonly<Record<string, string>> = names.trades;
  return `${city.replace("市", "")}${brand}${trades[category] ?? "商贸"}有限公司`;
}
