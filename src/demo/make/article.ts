import { geography } from "../../server/base/geography.ts";
import type { Row } from "../../shared/domain/cell.ts";
import { checkDigit } from "../../shared/domain/check-digit.ts";
import { parseScaled } from "../../shared/domain/scaled.ts";
import { demoUrl } from "../demo-files.ts";
import { CATEGORIES } from "../names/goods.ts";
import type { Random } from "../random.ts";

/** The place by its full name, as a form that asks for it would store it. */
export function originOf(place: string): Row {
  const { producer, province, country } = geography.findOrigin(place) ?? { producer: "", province: "", country: "" };
  return { producer: producer || place, province: province || null, country: country || null };
}

/** The picture of goods of a category. */
export function goodsPicture(categoryId: string): string {
  return demoUrl(
    "goods",
    CATEGORIES.findIndex(({ id }) => id === categoryId),
  );
}

/** 1.15 to 1.6 times the purchase price, ending in .9 or .5. */
export function salePrice(random: Random, cost: bigint): bigint {
  const yuan = ((cost * BigInt(random.int(115, 160))) / 10_000n) * 100n;
  const fits = (price: bigint) => price * 100n >= cost * 115n && price * 100n <= cost * 160n;
  return random.pick([yuan - 10n, yuan + 50n, yuan + 90n, yuan + 150n].filter(fits));
}

/** An article number that passes the check; weighed goods have prefix 2. */
export function barcode(random: Random, prefix: string): string {
  const data = prefix + random.digits(12 - prefix.length);
  return data + checkDigit(data);
}

/** Yuan of a table, read as the decimal text it was written as. */
export function cents(yuan: number): bigint {
  return parseScaled(String(yuan), 2) ?? 0n;
}
