import type { Registry } from "../../../shared/registry/model.ts";
import { delegationsIn, GRANTED } from "../../../shared/registry/rights/delegable.ts";
import type { Viewer } from "../../base/viewer.ts";
import { refuse } from "../effects/refuse.ts";
import type { RowStore, Store } from "../store/store.ts";

/** What is done for somebody who is away is done before his delegation ends, or not at all: whoever ends it waits, and so does who acts (docs/decisions/103). */
export async function holdDelegation(store: Store, registry: Registry, { actingFor }: Viewer): Promise<void> {
  const entity = delegationsIn(registry.entities);
  if (!actingFor || entity === null) return;
  const [delegation] = await (store as RowStore).find(entity, { Id: actingFor.delegation }, true);
  // guard key: tests/server/rights/delegates.test.ts
  if (delegation?.stt !== GRANTED) throw refuse("委托已提前结束，不能再代为办理");
}
