import type { Registry } from "../../../shared/registry/model.ts";
import { carriersOf } from "../../../shared/registry/rights/carriers.ts";
import { heldOf, keysOfAct } from "../../../shared/registry/rights/duties.ts";
import { profileOf } from "../../base/viewer.ts";
import type { Store } from "../store/store.ts";
import { readRights } from "./read-rights.ts";

/** So many names say enough. */
const MOST_NAMES = 5;

/** Who else of the shop may do it, in words; `isFree` says of whom it can be asked. */
export async function othersFor(
  store: Store,
  registry: Registry,
  act: Parameters<typeof keysOfAct>[1],
  isFree: (userId: string) => boolean | Promise<boolean>,
): Promise<string> {
  const carriers = carriersOf(registry.entities);
  const keys = keysOfAct(profileOf(registry, store.shopId).modules, act);
  const users = carriers === null ? [] : [...(await readRights(store, registry, carriers)).users.values()];
  const names: string[] = [];
  for (const { account, name, isOn, standing } of users) {
    if (!isOn || standing.side !== "shop" || heldOf(keys, standing.rights) === null || !(await isFree(account))) continue;
    names.push(name);
    if (names.length === MOST_NAMES) break;
  }
  return names.length === 0 ? "目前没有其他人有此权限，请联系管理员" : `可由${names.join("、")}办理`;
}
