import type { Profile, Registry } from "../../../shared/registry/model.ts";
import { carriersOf } from "../../../shared/registry/rights/carriers.ts";
import { heldOf, type KeyOnPage, keysOfAct } from "../../../shared/registry/rights/duties.ts";
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
  const keys = keysThatDo(profileOf(registry, store.shopId), act);
  const users = carriers === null ? [] : [...(await readRights(store, registry, carriers)).users.values()];
  const names: string[] = [];
  for (const { account, name, isOn, standing } of users) {
    if (!isOn || standing.side !== "shop" || heldOf(keys, standing.rights) === null || !(await isFree(account))) continue;
    names.push(name);
    if (names.length === MOST_NAMES) break;
  }
  return names.length === 0 ? "目前没有其他人有此权限，请联系管理员" : `可由${names.join("、")}办理`;
}

/** Buttons that the files list on a page; of functions that none has, the keys that its hand-written calls ask for. */
function keysThatDo({ modules, entities }: Profile, act: Parameters<typeof keysOfAct>[1]): readonly KeyOnPage[] {
  const listed = keysOfAct(modules, act);
  if (listed.length > 0) return listed;
  const keys = act.transitions.flatMap((name) => entities[act.entity]?.transitions[name]?.key ?? []);
  return Object.values(modules)
    .filter(({ entity }) => entity === act.entity)
    .flatMap((module) => keys.filter((key) => module.functions.includes(key)).map((key) => ({ module, key })));
}
