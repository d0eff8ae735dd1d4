import type { Cell } from "../../../shared/domain/cell.ts";
import { settingCell, settingOfKey, settledCell, shouldBe } from "../../../shared/domain/setting.ts";
import { ApiError, CODE } from "../../../shared/protocol/envelope.ts";
import type { Registry } from "../../../shared/registry/model.ts";
import { Enabled } from "../../generated/entities.ts";
import type { Settings } from "../../generated/settings.ts";
import type { Store } from "../store/store.ts";
import { entityOf } from "./names.ts";

/**
 * What counts for the shop now: what it has set, else the default; null: neither. Refuses (422) where something stands there that is no value, as it
 * may after an upgrade: what money depends on is not guessed (docs/decisions/109).
 */
export async function setting<Key extends keyof Settings>(store: Store, registry: Registry, key: Key): Promise<Settings[Key]> {
  return (await cellOf(store, registry, key)) as Settings[Key];
}

/**
 * The same for what the system does by itself, shop after shop: null, too, where something stands there that is no value. One shop's mistake keeps
 * nobody else from anything.
 */
export async function settingOrNull(store: Store, registry: Registry, key: string): Promise<Cell> {
  try {
    return await cellOf(store, registry, key);
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

/** The same of an amount that may be set for one user or group besides: the first of these codes that has one of its own, else the shop's. In 分. */
export async function personalAmount(store: Store, registry: Registry, key: string, persons: readonly string[]): Promise<bigint | null> {
  for (const person of persons.filter(Boolean)) {
    const own = await cellOf(store, registry, `${key}.${person}`);
    if (own !== null) return own as bigint;
  }
  return (await cellOf(store, registry, key)) as bigint | null;
}

async function cellOf(store: Store, registry: Registry, key: string): Promise<Cell> {
  const found = settingOfKey(registry.settings, key);
  if (found === null) throw new Error(`the setting ${key} is not declared: the registry must have refused it`);
  const text = await setText(store, registry, key);
  // Nobody is nobody's default: what is not set for a person is the shop's to say.
  if (text === "" && found.person !== "") return null;
  // guard check: tests/server/settings/settings-act.test.ts
  if (text !== "" && settingCell(found.setting, text) === null) {
    const { title } = found.setting;
    throw new ApiError(CODE.rule, `配置项“${title}”（${key}）${shouldBe(found.setting)}，现在是“${text}”，请联系管理员更正`);
  }
  return settledCell(found.setting, text);
}

/** What the shop has set; empty where it has set nothing, or has put it out of use. */
async function setText(store: Store, registry: Registry, key: string): Promise<string> {
  const [row] = await store.find(entityOf(registry, "ConfigItem"), { ConfigKey: key });
  return row?.statu === Enabled.enabled ? (row.ConfigValue ?? "").trim() : "";
}
