import { registryOf } from "../server/base/viewer.ts";
import { type MemoryDatabase, memoryStore } from "../server/engine/store/memory-store.ts";
import type { Store } from "../server/engine/store/store.ts";
import { entityOf } from "../server/engine/values/names.ts";
import type { Row } from "../shared/domain/cell.ts";
import { addDays } from "../shared/domain/day.ts";
import { dict } from "../shared/registry/dict.ts";
import type { Entity, Registry } from "../shared/registry/model.ts";
import shops from "./data/shops.json" with { type: "json" };
import { type Random, streamOf } from "./random.ts";
import { Timeline } from "./timeline.ts";

/**
 * The shops of the demo, malls and retailers. `short`: what its stores' names begin with; `contractDays`: days from the anchor day to
 * the end of the contract; null: no contract.
 */
export const SHOPS = shops;

/** How sign-in names say the shop: admin54, admin153, admin01. */
export function shopSuffix(shopId: string): string {
  return String(Number(shopId)).padStart(2, "0");
}

/** How suppliers' sign-in names say the shop: s054001. */
export function shopDigits(shopId: string): string {
  return shopId.slice(-3);
}

/** Somebody who acts in the demo. */
export interface SeedUser {
  readonly userId: string;
  readonly userName: string;
  /** Empty: works for the shop. */
  readonly provId: string;
  readonly isConfirm: boolean;
}

/** A company, and who acts for it. */
export interface SeedParty {
  readonly row: Row;
  readonly user: SeedUser;
}

/** A supplier with what its documents need. */
export interface SeedSupplier extends SeedParty {
  /** 1 is the spotlight supplier: it owns a row in every state. */
  readonly seq: number;
  readonly goods: readonly Row[];
}

/** One shop being seeded. */
export interface ShopWorld {
  readonly registry: Registry;
  /** The model as the shop had it before it got its profiles. */
  readonly plainRegistry: Registry;
  readonly database: MemoryDatabase;
  readonly store: Store;
  readonly timeline: Timeline;
  readonly plan: (typeof SHOPS)[number];
  /** Position among the shops, from 1: part of supplier and store codes. */
  readonly index: number;
  readonly anchor: string;
  readonly scale: number;
}

/** A shop with everything that exists before the first document. */
export interface TradingShop extends ShopWorld {
  readonly stores: readonly Row[];
  readonly suppliers: readonly SeedSupplier[];
  /** Has only registered for biddings. */
  readonly bidder: SeedParty;
  readonly staff: Staff;
}

/** Those of the shop's users who act. */
export interface Staff {
  readonly admin: SeedUser;
  readonly boss: SeedUser;
  readonly buyer: SeedUser;
}

export function shopWorlds(registry: Registry, database: MemoryDatabase, anchor: string, scale: number): ShopWorld[] {
  return SHOPS.map((plan, position) => ({
    registry: registryOf(registry, plan.id),
    plainRegistry: { ...registry, shopProfiles: dict(Object.entries(registry.shopProfiles).filter(([shop]) => shop !== plan.id)) },
    database,
    store: memoryStore(database, plan.id),
    timeline: new Timeline(),
    plan,
    index: position + 1,
    anchor,
    scale,
  }));
}

/** The anchor day plus so many days. */
export function dayAt({ anchor }: ShopWorld, offset: number): string {
  return addDays(anchor, offset);
}

/** When a shop's master data was entered. */
export function madeAt(world: ShopWorld, time: string): string {
  return `${dayAt(world, -400)} ${time}:00`;
}

/** Plans a step so many days from the anchor day. */
export function onDay(world: ShopWorld, offset: number, time: string, run: (now: Date) => Promise<unknown>): void {
  world.timeline.at(dayAt(world, offset), time, run);
}

/** The stream of an entity's row number `n` in this shop. */
export function streamIn({ plan }: ShopWorld, entity: string, n: number): Random {
  return streamOf(entity, plan.id, n);
}

export function entityIn({ registry }: ShopWorld, name: string): Entity {
  return entityOf(registry, name);
}

/** Writes one row. */
export async function put(world: ShopWorld, entity: string, values: Row): Promise<Row> {
  const [row] = await world.store.insert(entityIn(world, entity), [values]);
  if (!row) throw new Error(`${entity}: nothing written`);
  return row;
}

/** The first row that matches; throws where there is none. */
export async function rowIn(world: ShopWorld, entity: string, match: Row): Promise<Row> {
  const [row] = await world.store.find(entityIn(world, entity), match);
  if (!row) throw new Error(`seed: ${world.plan.id} has no ${entity} with ${Object.values(match).join()}`);
  return row;
}

/** The fields of a document that its lines or its followers take over. */
export function copied(row: Row, ...names: readonly string[]): Row {
  return Object.fromEntries(names.map((name) => [name, row[name] ?? null]));
}

/** The supplier with this number. */
export function supplierAt({ suppliers }: TradingShop, seq: number): SeedSupplier {
  const found = suppliers.find((supplier) => supplier.seq === seq);
  if (!found) throw new Error(`no supplier ${seq}`);
  return found;
}
