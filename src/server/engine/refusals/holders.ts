import { dict } from "../../../shared/registry/dict.ts";
import type { Module } from "../../../shared/registry/model.ts";
import { audienceOf } from "../../../shared/registry/rights/audience.ts";
import { carriersOf } from "../../../shared/registry/rights/carriers.ts";
import { rightsOf, SHOP_KINDS, sideOf } from "../../../shared/registry/rights/held.ts";
import { oneByOne } from "../../base/one-by-one.ts";
import { profileOf } from "../../base/viewer.ts";
import { Enabled } from "../../generated/entities.ts";
import type { QueryContext } from "../../query/context.ts";
import { sqlStore } from "../store/sql-store.ts";
import { entityOf } from "../values/names.ts";

/** How many people of a group are named. */
const NAMED = 3;

interface Person {
  readonly name: string;
  readonly group: string;
  readonly confirms: boolean;
}

/**
 * Whom the viewer can ask: people of his own side of his shop, of his own company where he is a supplier's, by the groups that hold a page
 * or a function on it. Nobody of the other side is ever read.
 */
export class Holders {
  readonly #known = new Map<string, Promise<string>>();
  #people: Promise<readonly Person[]> | null = null;

  constructor(private readonly ctx: QueryContext) {}

  /** `key` null: the page itself. Groups with their people, in words; empty: nobody. */
  of(module: Module, key: string | null): Promise<string> {
    const name = `${module.id} ${key}`;
    const known = this.#known.get(name) ?? this.#find(module, key);
    this.#known.set(name, known);
    return known;
  }

  /** Who belongs to the confirming party (docs/decisions/41). */
  async confirming(): Promise<string> {
    const people = await this.#read();
    return told(people.filter(({ confirms }) => confirms).map(({ name }) => name));
  }

  async #find(module: Module, key: string | null): Promise<string> {
    const { registry, viewer, db } = this.ctx;
    const carriers = carriersOf(registry.entities);
    const { modules } = profileOf(registry, viewer.shopId);
    const owner = modules[module.entry.of ?? module.id];
    if (carriers === null || owner === undefined) return "";
    const { group, grant } = carriers;
    const store = sqlStore(db, viewer.shopId);
    const [shop] = await store.find(entityOf(registry, "Shop"), { SHOP_ID: viewer.shopId });
    const about = dict([owner, module].map((one) => [String(one.id), one] as const));
    const numbers = [...new Set([owner.id, owner.tableKey])];
    const grants = await oneByOne(numbers, (id) => store.find(entityOf<string>(registry, grant.entity), { [grant.fields.module]: id }));
    const groups = await store.find(entityOf<string>(registry, group.entity), {});
    const people = await this.#read();
    const named = groups.map((row) => {
      const code = row[group.fields.group];
      const side = sideOf(String(row[group.fields.kind]), shop?.ShopKind ?? "");
      const rights = rightsOf(about, audienceOf(side), {
        allModules: row[group.fields.everything] === true,
        grants: grants
          .flat()
          .filter((each) => each[grant.fields.group] === code)
          .map((each) => ({ MdlId: Number(each[grant.fields.module]), Funcs: String(each[grant.fields.functions] ?? "") })),
      });
      const held = rights.get(module.id);
      const isHolding = side.side === viewer.side && isOn(row[group.fields.switch]) && (key === null ? held !== undefined : held?.has(key));
      const members = isHolding ? people.filter((person) => person.group === code).map(({ name }) => name) : [];
      return members.length === 0 ? "" : `${String(row.GroupName ?? code)}（${told(members)}）`;
    });
    return named.filter((text) => text !== "").join("、");
  }

  #read(): Promise<readonly Person[]> {
    this.#people ??= this.#readPeople();
    return this.#people;
  }

  async #readPeople(): Promise<readonly Person[]> {
    const { registry, viewer, db } = this.ctx;
    const carriers = carriersOf(registry.entities);
    if (carriers === null) return [];
    const { entity, fields } = carriers.user;
    // guard scope as [{}]: tests/server/flows/refusal-causes.test.ts
    const own =
      viewer.side === "supplier" ? [{ [fields.supplier]: viewer.provId }] : [...SHOP_KINDS].map((kind) => ({ [fields.kind]: kind }));
    const store = sqlStore(db, viewer.shopId);
    const rows = await oneByOne(own, (match) => store.find(entityOf<string>(registry, entity), match));
    return rows
      .flat()
      .filter((row) => isOn(row[fields.switch]) && row[fields.account] !== viewer.userId)
      .map((row) => ({
        name: String(row.UsrName ?? row[fields.account]),
        group: String(row[fields.group]),
        confirms: row[fields.confirm] === true,
      }));
  }
}

const isOn = (statu: unknown): boolean => statu === Enabled.enabled;

function told(names: readonly string[]): string {
  const first = names.slice(0, NAMED).join("、");
  return names.length > NAMED ? `${first}等 ${names.length} 人` : first;
}
