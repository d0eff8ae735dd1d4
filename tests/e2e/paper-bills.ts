import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Portal } from "./portal.ts";

/** Bills that fill their papers: amounts of 14 digits, names of 70 characters, and every other text as long as its field. */

const SHOP = "0000000054";
const DAY = "2025-06-30";
const NAME = "上海浦东新区国际食品饮料进出口贸易有限责任公司华东区域物流配送中心第一分公司仓储部".padEnd(70, "甲乙丙丁");
const SCHEMAS = join(import.meta.dirname, "../../schemas");

interface RawField {
  readonly type?: string;
  readonly length?: number;
  readonly computed?: object;
  readonly to?: string;
  readonly values?: readonly { readonly code: string | number }[];
}
interface RawEntity {
  readonly name: string;
  readonly like?: readonly string[];
  readonly number?: Readonly<Record<string, string>>;
  readonly fields: Readonly<Record<string, RawField>>;
  readonly states?: Readonly<Record<string, { readonly default?: number }>>;
}
interface Template {
  readonly key: string;
  readonly entity: string;
  readonly lines?: string;
  readonly from?: string;
}

const readJson = <T>(path: string): T => JSON.parse(readFileSync(join(SCHEMAS, path), "utf8")) as T;
const readFolder = <T>(folder: string): T[] => readdirSync(join(SCHEMAS, folder)).map((name) => readJson<T>(`${folder}/${name}`));

export const TEMPLATES = readFolder<Template>("prints");
const MIXINS = readJson<{ entities: Readonly<Record<string, Readonly<Record<string, RawField>>>> }>("shared/mixins.json").entities;
const ENTITIES = new Map(
  readFolder<RawEntity>("entities").map((raw) => [
    raw.name,
    { ...raw, fields: Object.assign({}, ...(raw.like ?? []).map((name) => MIXINS[name]), raw.fields) as RawEntity["fields"] },
  ]),
);
const tableOf = (name: string) => name.replace(/\B[A-Z]/g, (letter) => `_${letter}`).toLowerCase();

/** The page that each template is printed from. */
export const PAGES: Readonly<Record<string, string>> = {
  accept: "8902",
  balance: "510",
  balancepay: "503",
  balancepayfath: "9503",
  balanceprov: "521",
  costadjust: "502",
  fee: "501",
  invoiceapply: "512",
  order: "8901",
  payapply: "504",
  ratechange: "508",
  recede: "8903",
  voucher: "511",
};

let made = 0;

/** What a page asks of a document before it shows it at all. */
const SHOWN: Readonly<Record<string, object>> = { balanceprov: { B2b_statu: 10 } };

/** Writes one bill of the template for each of these numbers of lines; returns the ids of the rows of each. */
export function putBills(portal: Pick<Portal, "inspect">, template: Template, lines: readonly number[]): Promise<number[][]> {
  return portal.inspect(async ({ kysely }) => {
    const put = async (entity: RawEntity, rows: readonly object[]) => {
      const written = await kysely.insertInto(tableOf(entity.name)).values(rows).returning("Id").execute();
      return written.map(({ Id }) => Number(Id));
    };
    const bills: number[][] = [];
    for (const count of lines) {
      made += 1;
      const number = `ZZ20250630${String(made).padStart(6, "0")}`;
      const own = { SHOP_ID: SHOP, provid: `P${made}` };
      const head = entityOf(template.entity);
      if (template.lines === undefined) {
        bills.push(
          await put(
            head,
            Array.from({ length: count }, (_, n) => ({ ...rowOf(head, n), ...own, ...numbered(head, `${number}-${n}`) })),
          ),
        );
        continue;
      }
      const { from } = template;
      const target = from === undefined ? undefined : head.fields[from]?.to;
      if (target !== undefined)
        await put(entityOf(target), [{ ...rowOf(entityOf(target), 0), ...own, ...numbered(entityOf(target), number) }]);
      bills.push(
        await put(head, [
          { ...rowOf(head, 0), ...own, ...numbered(head, number), ...(from !== undefined && { [from]: number }), ...SHOWN[template.key] },
        ]),
      );
      const owned = entityOf(template.lines);
      await put(
        owned,
        Array.from({ length: count }, (_, n) => ({ ...rowOf(owned, n), ...own, ...(owned.like && { LineNo: n + 1 }), Billid: number })),
      );
    }
    return bills;
  });
}

function entityOf(name: string): RawEntity {
  const entity = ENTITIES.get(name);
  if (entity === undefined) throw new Error(`no entity ${name}`);
  return entity;
}

/** The number by which others name a document. */
const numbered = ({ number = {} }: RawEntity, text: string) => Object.fromEntries(Object.keys(number).map((field) => [field, text]));

/** Every stored field that the database does not fill by itself. */
function rowOf({ fields, states = {} }: RawEntity, n: number): object {
  const filled = Object.entries(fields).flatMap(([name, field]) => {
    const value = field.computed === undefined ? valueFor(name, field, n) : undefined;
    return value === undefined ? [] : [[name, value] as const];
  });
  const state = Object.entries(states).map(([field, { default: initial = 0 }]) => [field, initial] as const);
  return Object.fromEntries([...filled, ...state]);
}

function valueFor(name: string, { type, length = 70, values }: RawField, n: number): string | undefined {
  switch (type) {
    case "enum": {
      const first = values?.[0]?.code;
      return typeof first === "string" ? first : undefined;
    }
    case "price":
      return String(98_765_432_103_375n + BigInt(n * 20));
    case "money":
    case "quantity":
      return String(98_765_432_109_000n + BigInt(n * 7));
    case "rate":
      return "130000";
    case "date":
      return DAY;
    case "datetime":
      return `${DAY} 12:34:56+08`;
    case "string":
    case "text": {
      const room = Math.min(length, 70);
      return room < 30 || /code|acct|no$/i.test(name)
        ? `69${1_000_000_000 + n}`.slice(0, room)
        : NAME.slice(0, room - 5) + String(n).padStart(5, "0");
    }
  }
}
