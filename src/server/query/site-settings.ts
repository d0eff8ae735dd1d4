import { settledCell } from "../../shared/domain/setting.ts";
import type { Registry } from "../../shared/registry/model.ts";
import type { Settings } from "../generated/settings.ts";
import type { QueryContext } from "./context.ts";
import { scoped } from "./scope.ts";

const ENTITY = "ConfigItem";

/**
 * What counts for the viewer's shop under these keys, also for suppliers, who do not list settings: what the shop has set, else the
 * default; null: neither. Something that is no value counts as nothing: nobody is kept from the frame by it (docs/decisions/109).
 */
export async function siteSettings<Key extends keyof Settings>(ctx: QueryContext, keys: readonly Key[]): Promise<Pick<Settings, Key>> {
  const scope = scoped(ctx);
  const rows = await scope
    .rows(scope.entity(ENTITY), "c", "reference")
    .where("c.ConfigKey", "in", [...keys])
    .where("c.statu", "=", 1)
    .select(["c.ConfigKey", "c.ConfigValue"])
    .$castTo<{ ConfigKey: string; ConfigValue: string | null }>()
    .execute();
  return settledSettings(ctx.registry, keys, Object.fromEntries(rows.map((row) => [row.ConfigKey, row.ConfigValue])));
}

/** What is read with every session of a shop: whatever is asked for with most calls. */
const WITH_SESSION = [
  "login.idleMinutes",
  "login.maxHours",
  "password.minLength",
  "upload.maxMegabytes",
  "export.maxRows",
] as const satisfies readonly (keyof Settings)[];
type WithSession = (typeof WITH_SESSION)[number];

/** Keys of what is read with every session. */
export function sessionKeys({ entities }: Pick<Registry, "entities">): readonly string[] {
  const openings = Object.values(entities).flatMap(({ fields }) => Object.values(fields).map(({ opening }) => opening));
  return [...WITH_SESSION, ...new Set(openings.flatMap((opening) => (opening && "todayPlus" in opening ? [opening.todayPlus] : [])))];
}

/** What counts for a viewer of what was read with his session. */
export function sessionSettings<Key extends WithSession>(
  { registry, viewer }: Pick<QueryContext, "registry" | "viewer">,
  keys: readonly Key[],
): Pick<Settings, Key> {
  return settledSettings(registry, keys, viewer.settings ?? {});
}

/** The days that a shop has set, or by default, where it has set these texts. */
export function daysSet({ settings }: Pick<Registry, "settings">, texts: Readonly<Record<string, string>> = {}): (key: string) => number {
  return (key) => {
    const setting = settings[key];
    return Number((setting && (settledCell(setting, texts[key] ?? "") ?? settledCell(setting, ""))) ?? 0);
  };
}

/** The values that count where a shop has set these texts by key. */
function settledSettings<Key extends keyof Settings>(
  { settings }: Pick<Registry, "settings">,
  keys: readonly Key[],
  texts: Readonly<Record<string, string | null>>,
): Pick<Settings, Key> {
  const found = keys.map((key) => {
    const setting = settings[key];
    if (setting === undefined) throw new Error(`the setting ${key} is not declared: the registry must have refused it`);
    return [key, settledCell(setting, texts[key] ?? "") ?? settledCell(setting, "")] as const;
  });
  return Object.fromEntries(found) as Pick<Settings, Key>;
}
