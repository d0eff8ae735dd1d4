import { profileOf } from "../../base/viewer.ts";
import { entityOf } from "../../engine/values/names.ts";
import type { QueryContext } from "../../query/context.ts";
import { actionsOf } from "../../query/offered-actions.ts";

/** Whether the viewer has a page on which pictures are read: he writes its form, or recognises its rows. */
export function mayReadPictures({ registry, viewer }: QueryContext): boolean {
  return Object.values(profileOf(registry, viewer.shopId).modules).some((module) => {
    const entity = entityOf(registry, module.entity);
    if (!viewer.rights.has(module.id) || !Object.values(entity.fields).some(({ readFrom }) => readFrom !== null)) return false;
    return actionsOf(viewer, module, entity).some(({ name, transition, open }) => {
      if (open !== null) return false;
      return transition === null ? name === "create" || name === "edit" : entity.transitions[transition]?.asks === "read-invoice";
    });
  });
}
