import { settingOfKey } from "../../../shared/domain/setting.ts";
import type { EffectContext } from "../../engine/effects/effect.ts";
import { refuse } from "../../engine/effects/refuse.ts";
import { describedAs } from "../../engine/setting-rows.ts";
import { entityOf } from "../../engine/values/names.ts";
import type { ConfigItemRow } from "../../generated/entities.ts";

/**
 * Effect describe-setting: a new row is called and described as its key's declaration says (docs/decisions/109). One for a person is for a
 * user or a group of users that there is.
 */
export async function describeSetting({ store, work, row }: EffectContext<"ConfigItem">): Promise<Partial<ConfigItemRow>> {
  const found = settingOfKey(work.registry.settings, row.ConfigKey ?? "");
  // guard check: tests/server/settings/settings-page.test.ts
  if (found === null) throw refuse(`没有配置键 ${row.ConfigKey}`);
  const { person } = found;
  const isKnown =
    person === "" ||
    (await store.exists(entityOf(work.registry, "User"), { USER_ID: person })) ||
    (await store.exists(entityOf(work.registry, "UserGroup"), { GroupId: person }));
  // guard check: tests/server/settings/settings-page.test.ts
  if (!isKnown) throw refuse(`没有编号为 ${person} 的用户或用户组，请核对配置键 ${row.ConfigKey}`);
  return describedAs(found);
}
