import type { Registry } from "../../../../shared/registry/model.ts";
import type { Role } from "../../../../shared/registry/rights/audience.ts";
import { carriersOf } from "../../../../shared/registry/rights/carriers.ts";
import { readRights } from "../../../engine/duties/read-rights.ts";
import type { EffectContext } from "../../../engine/effects/effect.ts";
import type { ActsOfPage } from "./acts.ts";

type Somebody = Role & { readonly shopId: string };

/** What may be opened by whoever acts: what his group gives him. What he was given for a while is not given on. */
export async function actsOfActor(
  { store, work }: Pick<EffectContext, "store" | "work">,
  offered: (registry: Registry, somebody: Somebody) => ActsOfPage[],
): Promise<ActsOfPage[]> {
  const { registry, actor } = work;
  const carriers = carriersOf(registry.entities);
  const users = carriers === null ? [] : [...(await readRights(store, registry, carriers)).users.values()];
  const own = users.find(({ account, isOn }) => account === actor.userId && isOn);
  return own === undefined ? [] : offered(registry, { ...own.standing, shopId: store.shopId });
}
