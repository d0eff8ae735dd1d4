import type { QueryContext } from "./context.ts";
import { scoped } from "./scope.ts";

const ENTITY = "ConfigItem";

/**
 * What the viewer's shop has set under these keys: the value, else its default; "" where neither is there, or the setting is
 * switched off. Suppliers do not list settings, but are shown what some of them say.
 */
export async function siteSettings<K extends string>(ctx: QueryContext, keys: readonly K[]): Promise<Readonly<Record<K, string>>> {
  const scope = scoped(ctx);
  const rows = await scope
    .rows(scope.entity(ENTITY), "c", "reference")
    .where("c.ConfigKey", "in", [...keys])
    .where("c.statu", "=", 1)
    .select(["c.ConfigKey", "c.ConfigValue", "c.DefaultValue"])
    .$castTo<{ ConfigKey: string; ConfigValue: string | null; DefaultValue: string | null }>()
    .execute();
  const values = new Map(rows.map((row) => [row.ConfigKey, (row.ConfigValue ?? "").trim() || (row.DefaultValue ?? "").trim()]));
  return Object.fromEntries(keys.map((key) => [key, values.get(key) ?? ""])) as Record<K, string>;
}
