import type { Module, Registry } from "../../shared/registry/model.ts";
import { profileOf } from "../base/viewer.ts";
import { moduleRefusal } from "./authorize.ts";
import type { Session } from "./session.ts";

/** The modules whose lists the user may open now: in the order of the menu. */
export function openModules(registry: Registry, session: Session): Module[] {
  const { modules } = profileOf(registry, session.viewer.shopId);
  return registry.groups
    .flatMap((group) => group.modules.flatMap(({ id }) => modules[id] ?? []))
    .filter((module) => moduleRefusal(registry, session, module) === null)
    .filter(({ id }) => session.viewer.rights.get(id)?.has("query") === true);
}
