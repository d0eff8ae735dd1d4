import type { Registry } from "../../../shared/registry/model.ts";
import { Enabled } from "../../generated/entities.ts";
import type { Store } from "../store/store.ts";
import { entityOf } from "./names.ts";

/** The text of a shop's setting: its own value, else the one of the beginning; null where the shop has none, or has put it out of use. */
export async function settingText(store: Store, registry: Registry, key: string): Promise<string | null> {
  const [setting] = await store.find(entityOf(registry, "ConfigItem"), { ConfigKey: key });
  if (setting === undefined || setting.statu !== Enabled.enabled) return null;
  const text = (setting.ConfigValue ?? setting.DefaultValue ?? "").trim();
  return text === "" ? null : text;
}

/** Whether a setting of type bool is on. */
export async function isSettingOn(store: Store, registry: Registry, key: string): Promise<boolean> {
  return (await settingText(store, registry, key)) === "true";
}
