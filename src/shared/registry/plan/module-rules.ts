import type { Action, Audience, Module, ModuleEntry, Registry } from "../model.ts";
import type { Change, ChangePlace, Channel } from "./change.ts";
import { seenRows } from "./entity-rules.ts";
import { always, by, derived, members, missing, named, parts, type Rule, same } from "./rule.ts";

const SIDES: readonly Audience[] = ["shop", "mall", "supplier"];

const entry = parts<ModuleEntry>({
  id: derived,
  groupId: always("look"),
  name: derived,
  title: always("look"),
  path: always("look"),
  of: always("held"),
  aliases: always("look"),
  icon: always("look"),
  hidden: always("look"),
  affix: always("look"),
  override: always("access"),
  reminder: always("look"),
});

const action = parts<Action>({
  name: derived,
  title: always("look"),
  // Whoever held the one key need not hold the other.
  functionKey: always("held"),
  audience: members<Audience>("held", "access"),
  transition: always("held"),
  open: always("look"),
  all: always("access"),
  needsReason: derived,
  danger: derived,
  bulk: derived,
});

const actions: Rule<readonly Action[]> = (was, is, at, found, part) => {
  const byName = (list: readonly Action[]) => Object.fromEntries(list.map((each) => [each.name, each]));
  const before = found.length;
  named((name) => ({ action: name }), action, "access", "access")(byName(was), byName(is), at, found, part);
  if (found.length === before)
    found.push({ class: "look", verb: "changed", part, at, was: was.map(({ name }) => name), is: is.map(({ name }) => name) });
};

const page = parts<Module>({
  id: derived,
  entry,
  file: derived,
  entity: always("held"),
  page: always("access"),
  audience: members<Audience>("held", "access"),
  help: always("look"),
  when: derived,
  where: seenRows,
  reach: by((_was, now) => (now === "market" ? ["held", "widened"] : ["access", "narrowed"])),
  titleField: always("look"),
  columns: always("look"),
  filters: always("look"),
  footer: always("look"),
  defaultSort: always("look"),
  sortMap: always("look"),
  labels: always("look"),
  actions,
  sections: always("look"),
  lines: always("access"),
  tables: always("access"),
  fixedValues: derived,
  prints: always("look"),
  form: always("access"),
  tree: always("held"),
  stats: always("look"),
  todos: always("look"),
  news: always("look"),
  readable: derived,
  tableKey: always("held"),
  functions: members("access", "access"),
  functionSides: always("held"),
});

/** What differs between two modules of one id, and which fields a side sees now or sees no longer. */
export function moduleChanges(was: Registry, is: Registry, pair: readonly [Module, Module], at: ChangePlace): Change[] {
  const found: Change[] = [];
  const [before, after] = pair;
  if (same(before, after)) return found;
  page(before, after, at, found, "");
  for (const side of SIDES) {
    const gone = missing(before.readable[side], after.readable[side]);
    const come = missing(after.readable[side], before.readable[side]);
    for (const field of come) found.push(seen("added", field, { ...at, side }, after, is));
    for (const field of gone) found.push(seen("removed", field, { ...at, side }, before, was));
  }
  return found;
}

function seen(verb: "added" | "removed", field: string, at: ChangePlace, module: Module, registry: Registry): Change {
  const isSensitive = verb === "added" && registry.entities[module.entity]?.fields[field]?.isSensitive === true;
  return {
    class: isSensitive ? "held" : "access",
    verb,
    part: "readable",
    at: { ...at, entity: module.entity, field },
    channels: channelsOf(module, field, registry),
  };
}

/** The ways by which a page brings a field to whoever may read it. */
function channelsOf(module: Module, field: string, { prints }: Registry): Channel[] {
  const has: Readonly<Record<Channel, boolean>> = {
    list: module.columns.some((column) => column.field === field && !column.isCarried),
    filter: module.filters.some((filter) => filter.field === field),
    export: module.columns.some((column) => column.field === field && !column.isCarried),
    page: module.sections.some(({ fields }) => fields.includes(field)),
    print: module.prints.some(({ template }) => JSON.stringify(prints[template] ?? "").includes(JSON.stringify(field))),
  };
  return (Object.keys(has) as Channel[]).filter((channel) => has[channel]);
}
