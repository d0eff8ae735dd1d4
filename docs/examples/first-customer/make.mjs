#!/usr/bin/env node
/**
 * node docs/examples/first-customer/make.mjs [--day yyyy-MM-dd] [--to FOLDER]
 *
 * Writes the files of a retailer's first two months, and expected.json: what the portal has to come to. Needs Node 20.19 and nothing else, and
 * uses nothing of the portal.
 */

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { makeBusiness } from "./business.mjs";
import { expectedOf } from "./calculation.mjs";
import { today } from "./days.mjs";
import { csvGb18030, csvUtf8, xlsx } from "./files.mjs";
import { rate, tablesOf, yuan } from "./tables.mjs";

/** Every file by name, for that day. */
export function makeFiles(day) {
  const business = makeBusiness(day);
  const files = Object.fromEntries(tablesOf(business).map((table) => fileOf(table)));
  return { ...files, "expected.json": Buffer.from(`${JSON.stringify(expectedOf(business), told, 2)}\n`) };
}

function fileOf(table) {
  if (table.name === "03-suppliers") return [`${table.name}.csv`, csvGb18030(table)];
  if (table.name === "04-goods") return [`${table.name}.xlsx`, xlsx(table, ["税率", "进价", "售价"])];
  return [`${table.name}.csv`, csvUtf8(table)];
}

/** Amounts are told in yuan, rates as fractions, what is left in the stores with three decimals. */
function told(name, value) {
  if (name === "rate") return rate(value);
  if (name === "left")
    return Object.fromEntries(Object.entries(value).map(([place, amount]) => [place, (Number(amount) / 1000).toFixed(3)]));
  return typeof value === "bigint" ? yuan(value) : value;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { values } = parseArgs({
    options: { day: { type: "string", default: today() }, to: { type: "string", default: "first-customer" } },
  });
  if (!/^\d{4}-\d{2}-\d{2}$/.test(values.day)) throw new Error(`--day ${values.day}: a day is yyyy-MM-dd`);
  mkdirSync(values.to, { recursive: true });
  for (const [name, bytes] of Object.entries(makeFiles(values.day))) writeFileSync(join(values.to, name), bytes);
  console.log(`${values.to}: files for ${values.day}`);
}
