import { pathOf } from "../build/registry.ts";
import { listed } from "../names/named.ts";
import type { Check } from "./check.ts";
import { repeats } from "./repeats.ts";

/** Every path and every alias leads to one page. Without regard to case, as browsers' users type them. */
export const menuPaths: Check = ({ sources }) =>
  sources.registry.flatMap(({ raw, at }) => {
    const groups = raw.groups.map((group, index) => ({ name: group.path, title: group.title, at: at.in("groups", index, "path") }));
    const paths = raw.groups.flatMap((group, groupIndex) =>
      group.modules.flatMap((entry, index) => {
        const { title, aliases } = entry;
        const place = at.in("groups", groupIndex, "modules", index);
        const own = [{ name: pathOf(entry, group.path, group.modules), at: place.in("name") }, ...listed(aliases, place.in("aliases"))];
        return own.map((path) => ({ ...path, title }));
      }),
    );
    const folded = [...groups, ...paths].map((path) => ({ ...path, shown: path.name, name: path.name.toLowerCase() }));
    return repeats(folded, ({ shown }, first) => `path ${shown} already leads to ${first.title}`);
  });
