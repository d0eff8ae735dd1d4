import { pathOf } from "../build/registry.ts";
import type { CheckContext } from "../context.ts";
import type { RawModuleEntry } from "../generated/raw.ts";
import { listed } from "../names/named.ts";
import { didYouMean } from "../nearest.ts";
import type { Place } from "../place.ts";
import type { Problem } from "../problem.ts";
import { type Check, repeats } from "./check.ts";

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

/** Every path and every alias leads to one page. Without regard to case, as browsers' users type them. */
export const menuPaths: Check = ({ sources }) =>
  sources.registry.flatMap(({ raw, at }) => {
    const groups = raw.groups.map((group, index) => ({ name: `/${group.name}`, title: group.title, at: at.in("groups", index, "name") }));
    const paths = raw.groups.flatMap((group, groupIndex) =>
      group.modules.flatMap((entry, index) => {
        const { title, aliases } = entry;
        const place = at.in("groups", groupIndex, "modules", index);
        const own = [{ name: pathOf(entry, group.name, group.modules), at: place.in("name") }, ...listed(aliases, place.in("aliases"))];
        return own.map((path) => ({ ...path, title }));
      }),
    );
    const folded = [...groups, ...paths].map((path) => ({ ...path, shown: path.name, name: path.name.toLowerCase() }));
    return repeats(folded, ({ shown }, first) => `path ${shown} already leads to ${first.title}`);
  });

/** Every menu line has its module file, and every module file its menu line. */
export const menuSchemas: Check = ({ sources }) => {
  const files = new Set([...sources.module.map(({ name }) => name), ...sources.broken.module]);
  const lines = sources.registry.flatMap(({ raw, at }) =>
    raw.groups.flatMap((group, groupIndex) =>
      group.modules.map(({ schema }, index) => ({ schema, at: at.in("groups", groupIndex, "modules", index, "schema") })),
    ),
  );
  const missing = lines
    .filter(({ schema }) => !files.has(schema))
    .map(({ schema, at }) => at.problem(`there is no file schemas/modules/${schema}.json`, didYouMean(schema, files)));
  if (sources.registry.length === 0) return missing;
  const used = new Set(lines.map(({ schema }) => schema));
  const unused = sources.module
    .filter(({ name }) => !used.has(name))
    .map(({ name, at }) => at.problem("no menu line of modules.json names this file", `add one with "schema": "${name}"`));
  return [...missing, ...unused];
};

/** Only sides that may have the page are reminded of it. */
export const reminders: Check = ({ sources, pageOf }) =>
  sources.registry.flatMap(({ raw, at }) =>
    raw.groups.flatMap((group, groupIndex) =>
      group.modules.flatMap(({ reminder, schema }, index) => {
        const audience = pageOf(schema)?.raw.audience;
        const place = at.in("groups", groupIndex, "modules", index, "reminder", "audience");
        return (reminder?.audience ?? []).flatMap((side, number) =>
          audience === undefined || audience.includes(side)
            ? []
            : [place.in(number).problem(`the module is not for the ${side}`, `its audience: ${audience.join(", ")}`)],
        );
      }),
    ),
  );

/** A page of another module (`of`) stands in that one's group, and is for no side that has not got that one. */
export const pageOwners: Check = (context) =>
  context.sources.registry.flatMap(({ raw, at }) =>
    raw.groups.flatMap((group, groupIndex) =>
      group.modules.flatMap((entry, index) =>
        entry.of === undefined ? [] : ownerProblems(context, entry, group.modules, at.in("groups", groupIndex, "modules", index, "of")),
      ),
    ),
  );

function ownerProblems(context: CheckContext, entry: RawModuleEntry, group: readonly RawModuleEntry[], at: Place): Problem[] {
  const owner = group.find(({ id }) => id === entry.of);
  if (owner === undefined) return [at.problem(`the group has no module ${entry.of}`)];
  if (owner.of !== undefined) return [at.problem(`module ${owner.id} itself belongs to another one`)];
  const audienceOf = ({ schema }: RawModuleEntry) => context.pageOf(schema)?.raw.audience;
  const has = audienceOf(owner);
  const without = has === undefined ? [] : (audienceOf(entry) ?? []).filter((side) => !has.includes(side));
  return without.map((side) => at.problem(`module ${owner.id} is not for the ${side}, but this page is`));
}
