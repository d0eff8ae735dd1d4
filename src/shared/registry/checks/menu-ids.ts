import type { Check } from "./check.ts";
import { repeats } from "./repeats.ts";

/** Groups and modules share one space of ids: both are a MdlId on the wire. */
export const menuIds: Check = ({ sources }) =>
  sources.registry.flatMap(({ raw, at }) => {
    const ids = raw.groups.flatMap((group, index) => {
      const place = at.in("groups", index);
      const modules = group.modules.map(({ id, title }, number) => ({ name: String(id), title, at: place.in("modules", number, "id") }));
      return [{ name: String(group.id), title: group.title, at: place.in("id") }, ...modules];
    });
    return repeats(ids, ({ name }, first) => `id ${name} is taken by ${first.title}`);
  });
