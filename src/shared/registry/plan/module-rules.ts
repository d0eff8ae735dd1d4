import type { Action, Audience, Module, ModuleEntry } from "../model.ts";
import type { Change, ChangePlace } from "./change.ts";
import { seenRows } from "./entity-rules.ts";
import { always, by, derived, members, named, parts, type Rule, same } from "./rule.ts";

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
  override: always("access"),
  audience: members<Audience>("held", "access"),
  help: always("look"),
  when: derived,
  where: seenRows,
  reach: by((_was, now) => (now === "market" ? ["held", "widened"] : ["access", "narrowed"])),
  titleField: always("look"),
  columns: always("look"),
  filters: always("look"),
  footer: always("look"),
  pinned: always("look"),
  card: always("look"),
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
  begin: always("look"),
  // Fewer fields of one side can be what keeps it from more.
  writes: always("held"),
  readable: derived,
  hidden: derived,
  tableKey: always("held"),
  functions: members("access", "access"),
  functionSides: always("held"),
});

/** What differs between two modules of one id. What that makes of rights is told by rights-changes.ts. */
export function moduleChanges(before: Module, after: Module, at: ChangePlace): Change[] {
  const found: Change[] = [];
  if (same(before, after)) return found;
  page(before, after, at, found, "");
  return found;
}
