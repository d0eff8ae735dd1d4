import { buildRegistry } from "../../../../src/shared/build-registry.ts";
import { type BuildOptions, contextOf } from "../../../../src/shared/registry/context.ts";
import { mergePatch } from "../../../../src/shared/registry/merge-patch.ts";
import type { Audience, Entity, Field, Module, Registry } from "../../../../src/shared/registry/model.ts";
import { rename, type Thing } from "../../../../src/shared/registry/names/rename.ts";
import type { RawFile } from "../../../../src/shared/registry/place.ts";
import { readSources } from "../../../../src/shared/registry/sources.ts";

/*
 * Long on purpose: every word of the files that decides a right, as somebody might write it otherwise, side by side.
 */

/** One edit of files that concerns rights. */
export interface RightsEdit {
  readonly what: string;
  /** What kind of word is edited: of each kind a short run tries some. */
  readonly kind: string;
  /** What the edit is like: the same of edits that say the same of like things in like files. */
  readonly shape: string;
  /** Whose file it is, or the file of a page over it; null: it is about more than one. */
  readonly entity: string | null;
  /** The files after it. */
  readonly files: () => readonly RawFile[];
}

type Json = Readonly<Record<string, unknown>>;
/** A merge patch of one file (src/shared/registry/merge-patch.ts). */
type Patch = readonly [kind: string, what: string, patch: Json];

const SIDES: readonly Audience[] = ["shop", "mall", "supplier"];
/** The sides that some page is for: on another one there is nobody. */
const sidesOf = ({ modules }: Registry) => SIDES.filter((side) => Object.values(modules).some(({ audience }) => audience.includes(side)));
const AUDIENCES: readonly (readonly Audience[])[] = [["shop"], ["supplier"], ["shop", "supplier"], ["shop", "mall"], SIDES];

/** Every edit of the words about rights of a registry, one word each; those that are not valid are among them. */
export function* rightsEdits(base: readonly RawFile[], registry: Registry, program: BuildOptions): Generator<RightsEdit> {
  const named = new Map(base.map(({ path, text }) => [path, JSON.parse(text) as Json]));
  for (const [file, json] of named)
    for (const [kind, what, patch] of patchesOf(file, json, registry)) {
      const text = () => JSON.stringify(mergePatch(json, patch));
      const shape = `${kind}: ${shapeOf(what, json, registry)} in ${likeness(file, json, registry)}`;
      yield {
        kind,
        shape,
        entity: file.startsWith("schemas/entities/") ? String(json.name) : (moduleOf(file, registry)?.entity ?? null),
        what: `${file}: ${what}`,
        files: () => base.map((each) => (each.path === file ? { path: file, text: text() } : each)),
      };
    }
  yield* renamings(base, registry, program);
}

/** Of a file what its words meet: who has the page, and whose its rows are. */
function likeness(file: string, json: Json, registry: Registry): string {
  if (file.startsWith("schemas/entities/")) return likenessOfEntity(registry.entities[String(json.name)]);
  const module = moduleOf(file, registry);
  if (module) return `a page for ${module.audience}${registry.entities[module.entity]?.view ? " of a view" : ""}`;
  return file.startsWith("schemas/overlays/") ? `an overlay${json.shops ? " of shops" : ""}` : file;
}

function likenessOfEntity(entity: Entity | undefined): string {
  if (!entity) return "nothing";
  return entity.view ? "view" : entity.head ? "lines" : entity.tenancy;
}

function likenessOfField(field: Field | undefined): string {
  if (field?.isState) return "state";
  if (field?.isSensitive) return "sensitive field";
  return field?.computed ? "computed field" : "field";
}

/** What an edit says, with what the names in it are like in the place of the names; whom it says it of is left out. */
function shapeOf(what: string, json: Json, registry: Registry): string {
  const entity = registry.entities[String(json.name ?? json.entity)];
  const isColumn = /\{"field":"(\w+)".*\}/;
  const said = isColumn.test(what)
    ? what.replace(isColumn, "$1")
    : what.replace(/\{.*\}/, "a condition").replace(/"|(?<=\b(for|from|by|to) )(shop|mall|supplier)[\w,]*|^(shop|supplier)(?= sees)/g, "");
  return said.replace(/[\w.]+/g, (name) => {
    const field = entity?.fields[name];
    if (field) return likenessOfField(field);
    if (entity?.transitions[name] || registry.entities[name.split(".")[0] ?? ""]) return "it";
    return /^\d+$/.test(name) || registry.modules[name] ? "number" : name;
  });
}

function patchesOf(file: string, json: Json, registry: Registry): Iterable<Patch> {
  if (file === "modules.json") return menuPatches(json);
  if (file.startsWith("schemas/entities/")) return entityPatches(json, registry.entities[String(json.name)], sidesOf(registry));
  if (file.startsWith("schemas/overlays/")) return overlayPatches(json, registry);
  if (!file.startsWith("schemas/modules/")) return [];
  const module = moduleOf(file, registry);
  return module ? modulePatches(json, module, registry) : [];
}

const moduleOf = (file: string, registry: Registry) =>
  Object.values(registry.modules).find((each) => `schemas/modules/${each.file}.json` === file || each.file === file);

function* entityPatches(json: Json, entity: Entity | undefined, all: readonly Audience[]): Generator<Patch> {
  if (!entity) return;
  for (const tenancy of ["shop", "shop+supplier", "global"])
    if (tenancy !== entity.tenancy) yield ["tenancy", `tenancy ${tenancy}`, { tenancy }];
  yield ["supplierReads", `supplierReads ${!entity.supplierReads}`, { supplierReads: !entity.supplierReads }];
  for (const side of ["shop", "supplier"] as const) {
    if (entity.visibleTo[side] !== null) yield ["visibleTo", `all visible to ${side}`, { visibleTo: { [side]: null } }];
    for (const some of conditionsOn(entity)) yield ["visibleTo", `${side} sees ${JSON.stringify(some)}`, { visibleTo: { [side]: some } }];
  }
  if (json.hide) yield ["hide", "nothing hidden", { hide: null }];
  for (const { name } of Object.values(entity.fields)
    .filter(({ type }) => type === "string")
    .slice(0, 2))
    if (name !== entity.label) yield ["label", `chosen by ${name}`, { label: name }];
  const written = Object.keys((json.fields ?? {}) as Json).flatMap((name) => entity.fields[name] ?? []);
  for (const field of written) {
    for (const side of all) yield ["hide", `${field.name} hidden from ${side}`, { hide: { [side]: [field.name] } }];
    yield* fieldPatches(field);
  }
  yield* sourcePatches(entity);
  yield* savePatches(entity);
  for (const { field, transitions } of machinesOf(entity)) {
    const patch = (name: string, words: Json | null): Json => ({ states: { [field]: { transitions: { [name]: words } } } });
    for (const { name, by, key, from, guards, when, needsReason, effects } of transitions) {
      for (const sides of [["shop"], ["supplier"], ["shop", "supplier"]])
        if (String(sides) !== String(by)) yield ["by", `${name} by ${sides}`, patch(name, { by: sides })];
      yield ["key", `${name} by another key`, patch(name, { key: key === "close" ? "recheck" : "close" })];
      const codes = entity.fields[field]?.values.map(({ code }) => code) ?? [];
      yield ["from", `${name} from everywhere`, patch(name, { from: codes })];
      if (from.length > 1) yield ["from", `${name} from one state`, patch(name, { from: from.slice(0, 1) })];
      if (guards.length > 0) yield ["guards", `${name} without guards`, patch(name, { guards: null })];
      for (const some of conditionsOn(entity))
        yield ["guards", `${name} guarded by ${JSON.stringify(some)}`, patch(name, { guards: [{ require: some, else: "no" }] })];
      if (when !== null) yield ["when of a transition", `${name} always offered`, patch(name, { when: null })];
      for (const some of conditionsOn(entity, field))
        yield ["when of a transition", `${name} when ${JSON.stringify(some)}`, patch(name, { when: some })];
      yield ["reason", `${name} with a reason or without`, patch(name, { reason: needsReason ? null : true })];
      yield ["transition", `no ${name}`, patch(name, null)];
      const told = effects.findIndex(({ kind }) => kind === "notify");
      if (told === -1) continue;
      const written = effectsOf(json, field, name);
      yield ["messages", `${name} tells nobody`, patch(name, { effects: written.filter((each) => !each.notify) })];
      for (const more of Object.keys(entity.fields).slice(-2))
        yield [
          "messages",
          `${name} tells ${more}`,
          patch(name, { effects: written.map((each) => (each.notify ? { notify: { ...each.notify, content: `{${more}}` } } : each)) }),
        ];
    }
  }
}

/** The effects of a transition as its file says them. */
function effectsOf(json: Json, field: string, transition: string): readonly { readonly notify?: Json }[] {
  const states = json.states as Readonly<Record<string, { readonly transitions?: Readonly<Record<string, Json>> }>> | undefined;
  return (states?.[field]?.transitions?.[transition]?.effects ?? []) as readonly { readonly notify?: Json }[];
}

const machinesOf = ({ machines, transitions }: Entity) =>
  Object.values(machines).map(({ field }) => ({ field, transitions: Object.values(transitions).filter((each) => each.field === field) }));

/** Conditions that some rows meet and some do not; on another field than `except`. */
function conditionsOn({ fields }: Pick<Entity, "fields">, except = ""): Json[] {
  const usable = Object.values(fields).filter(({ name, type, computed }) => name !== except && computed === null && type !== "id");
  const states = usable.filter(({ isState, type, values }) => (isState || type === "enum") && values.length > 1);
  const [flag] = usable.filter(({ type }) => type === "bool");
  if (states.length === 0) return flag ? [{ eq: [flag.name, true] }] : [];
  return states
    .slice(0, 1)
    .flatMap(({ name, values: [first, second] }) => [{ eq: [name, first?.code] }, { in: [name, [first?.code, second?.code]] }]);
}

function* fieldPatches(field: Field): Generator<Patch> {
  const { name, type, computed } = field;
  const patch = (words: Json | null): Json => ({ fields: { [name]: words } });
  yield ["sensitive", `${name} sensitive: ${!field.isSensitive}`, patch({ sensitive: field.isSensitive ? null : true })];
  yield ["field", `no ${name}`, patch(null)];
  if (computed !== null) return;
  if (field.ref && field.ref.choices !== null) yield ["choices", `${name} from all rows`, patch({ where: null })];
  yield ["readonly", `${name} readonly: ${!field.isReadonly}`, patch({ readonly: field.isReadonly ? null : true })];
  yield ["fixed", `${name} fixed: ${!field.isFixed}`, patch({ fixed: field.isFixed ? null : true })];
  yield ["required", `${name} required: ${!field.isRequired}`, patch({ required: field.isRequired ? null : true })];
  const other =
    type === "money" ? "quantity" : type === "quantity" ? "rate" : type === "int" ? "money" : type === "date" ? "datetime" : null;
  if (other !== null) yield ["type", `${name} as ${other}`, patch({ type: other, convert: { from: type } })];
}

function* sourcePatches({ lineSource, fields }: Entity): Generator<Patch> {
  if (lineSource === null) return;
  yield ["source", "lines of no other document", { source: null }];
  for (const own of Object.keys(lineSource.copy)) yield ["source", `lines without ${own} of others`, { source: { copy: { [own]: null } } }];
  for (const { name } of Object.values(fields).filter(({ computed }) => computed === null))
    if (!(name in lineSource.copy)) yield ["source", `lines with ${name} of others`, { source: { copy: { [name]: name } } }];
}

function* savePatches({ save, fields }: Entity): Generator<Patch> {
  for (const kind of ["create", "edit", "delete"] as const) {
    const rule = save[kind];
    const patch = (words: Json | null): Json => ({ save: { [kind]: words } });
    for (const by of [["shop"], ["supplier"], ["shop", "supplier"]])
      if (String(rule?.by) !== String(by)) yield ["save by", `${kind} by ${by}`, patch({ by })];
    if (rule === null) continue;
    yield ["save", `no ${kind}`, patch(null)];
    if (rule.guards.length > 0) yield ["save guards", `${kind} without guards`, patch({ guards: null })];
    if (rule.when !== null) yield ["save when", `${kind} always`, patch({ when: null })];
    for (const some of conditionsOn({ fields })) {
      yield ["save when", `${kind} when ${JSON.stringify(some)}`, patch({ when: some })];
      yield ["save guards", `${kind} guarded by ${JSON.stringify(some)}`, patch({ guards: [{ require: some, else: "no" }] })];
    }
  }
  if (save.rules.length > 0) yield ["save rules", "no rules", { save: { rules: null } }];
}

function* modulePatches(json: Json, module: Module, registry: Registry): Generator<Patch> {
  const entity = registry.entities[module.entity];
  if (!entity) return;
  const sides = sidesOf(registry);
  const without = <T>(all: readonly T[], at: number) => all.filter((_, index) => index !== at);
  for (const audience of AUDIENCES) if (String(audience) !== String(module.audience)) yield ["audience", `for ${audience}`, { audience }];
  const columns = (json.columns ?? []) as readonly unknown[];
  for (const [index, column] of columns.entries())
    yield ["columns", `no column ${JSON.stringify(column)}`, { columns: without(columns, index) }];
  const shown = new Set(module.columns.map(({ field }) => field));
  for (const name of Object.keys(entity.fields).filter((each) => !shown.has(each)))
    yield ["columns", `column ${name}`, { columns: [...columns, name] }];
  const filters = (json.filters ?? []) as readonly (string | Json)[];
  for (const [index, filter] of filters.entries()) {
    const field = typeof filter === "string" ? { field: filter } : filter;
    yield ["filters", `no filter ${field.field}`, { filters: without(filters, index) }];
    for (const side of sides)
      yield ["filter audience", `filter ${field.field} for ${side}`, { filters: filters.with(index, { ...field, audience: [side] }) }];
  }
  const actions = (json.actions ?? []) as readonly (string | Json)[];
  for (const [index, action] of actions.entries()) {
    const words = typeof action === "string" ? { action } : action;
    yield ["actions", `no action ${words.action}`, { actions: without(actions, index) }];
    for (const side of sides)
      yield ["action audience", `action ${words.action} for ${side}`, { actions: actions.with(index, { ...words, audience: [side] }) }];
  }
  if (module.where !== null) yield ["where", "no where", { where: null }];
  for (const some of conditionsOn(entity)) yield ["where", `where ${JSON.stringify(some)}`, { where: some }];
  yield ["when", "when a flag is set", { when: { flag: [Object.keys(registry.flags)[0] ?? "none", true] } }];
  if (module.when !== null) yield ["when", "always", { when: null }];
  if (json.hide) yield ["hide", "nothing hidden", { hide: null }];
  for (const side of sides)
    for (const field of [...shown].slice(-3)) yield ["hide", `${field} hidden from ${side}`, { hide: { [side]: [field] } }];
  if (module.prints.length > 0) yield ["print", "no print", { print: null }];
  if (module.footer !== null) yield ["footer", "no sums", { footer: null }];
  if (module.news) yield* newsPatches(module.news);
  if (module.stats) yield* statsPatches(json as BoardWords, entity);
  if (module.todos.length > 0) yield ["todos", "no to-dos", { todos: null }];
  yield ["reach", "reach market", { market: module.reach === "market" ? null : true }];
  const [section] = module.sections;
  if (section) {
    const all = Object.keys(entity.fields).filter((name) => !["Id", "SHOP_ID", "rowver"].includes(name));
    yield ["show", "every field on the page", { sections: [{ title: section.title, fields: all }] }];
    yield ["show", "one field on the page", { sections: [{ title: section.title, fields: section.fields.slice(0, 1) }] }];
  }
}

function* newsPatches({ help, read }: NonNullable<Module["news"]>): Generator<Patch> {
  yield ["news", "no news", { news: null }];
  if (help !== null) yield ["news", `news without ${help}`, { news: { help: null } }];
  yield ["news", `unread news by ${read}`, { news: { where: { eq: [read, false] } } }];
}

/** Cards and charts as a file says them. */
interface BoardWords {
  readonly cards?: readonly Json[];
  readonly charts?: readonly Json[];
}

function* statsPatches({ cards = [], charts = [] }: BoardWords, { fields }: Entity): Generator<Patch> {
  if (cards.length > 1) yield ["stats", "one card", { cards: cards.slice(0, 1) }];
  if (charts.length > 0) yield ["stats", "no charts", { charts: [] }];
  for (const { name } of Object.values(fields).filter(
    ({ type, computed }) => computed === null && ["money", "quantity", "int"].includes(type),
  ))
    yield ["stats", `a card of ${name}`, { cards: [...cards, { title: "of all", of: "sum", field: name }] }];
}

function* overlayPatches(json: Json, registry: Registry): Generator<Patch> {
  for (const [flag, value] of Object.entries((json.flags ?? {}) as Json))
    if (typeof value === "boolean") yield ["flags", `flag ${flag} ${!value}`, { flags: { [flag]: !value } }];
  if (json.shops) yield ["shops", "no shops", { shops: [] }];
  for (const part of ["modules", "entities"] as const)
    for (const [name, patch] of Object.entries((json[part] ?? {}) as Readonly<Record<string, Json>>))
      for (const word of Object.keys(patch)) yield ["overlay", `no ${word} of ${name}`, { [part]: { [name]: { [word]: null } } }];
  if (!json.shops) return;
  for (const { id, columns, actions } of Object.values(registry.modules)) {
    const [first, second] = columns;
    if (second)
      yield [
        "overlay",
        `${id} without ${second.field}`,
        { modules: { [id]: { hide: { shop: [second.field], supplier: [second.field] } } } },
      ];
    if (first) yield ["overlay", `${id} for shops alone`, { modules: { [id]: { audience: { supplier: "remove" } } } }];
    const [action] = actions;
    if (action) yield ["overlay", `${id} without ${action.name}`, { modules: { [id]: { actions: { [action.name]: "remove" } } } }];
  }
  for (const entity of Object.values(registry.entities)) {
    const [some] = conditionsOn(entity);
    const patch = (words: Json): Json => ({ entities: { [entity.name]: words } });
    for (const { field, transitions } of machinesOf(entity))
      for (const { name } of transitions.slice(0, 2)) {
        const words = (more: Json): Json => patch({ states: { [field]: { transitions: { [name]: more } } } });
        yield ["overlay of an entity", `${entity.name}.${name} by another key`, words({ key: "recheck" })];
        if (some) yield ["overlay of an entity", `${entity.name}.${name} when`, words({ when: some })];
      }
  }
}

interface MenuGroup {
  readonly modules: readonly { readonly id: number; readonly of?: number }[];
}

function* menuPatches(json: Json): Generator<Patch> {
  const groups = json.groups as readonly MenuGroup[];
  for (const [at, group] of groups.entries()) {
    const put = (modules: MenuGroup["modules"]): Json => ({ groups: groups.with(at, { ...group, modules }) });
    for (const [index, entry] of group.modules.entries()) {
      const other = group.modules.find(({ id, of }) => id !== entry.id && of === undefined);
      yield ["menu", `no page ${entry.id}`, put(group.modules.filter((each) => each !== entry))];
      if (other) yield ["menu", `page ${entry.id} of ${other.id}`, put(group.modules.with(index, { ...entry, of: other.id }))];
      const was = { ...entry, id: entry.id + 9000, was: [entry.id] };
      yield ["menu id", `page ${entry.id} has another id`, put(group.modules.with(index, was))];
    }
  }
}

/** Fields that are called otherwise, wherever they are named, and say so. */
function* renamings(base: readonly RawFile[], registry: Registry, program: BuildOptions): Generator<RightsEdit> {
  for (const entity of Object.values(registry.entities))
    for (const { name } of Object.values(entity.fields).slice(4, 8)) {
      const thing: Thing = { kind: "field", entity: entity.name, name };
      const shape = `renamed: ${likenessOfField(entity.fields[name])} in ${likenessOfEntity(entity)}`;
      yield { kind: "renamed", shape, entity: null, what: `${entity.name}.${name} renamed`, files: () => renamed(base, program, thing) };
    }
}

function renamed(base: readonly RawFile[], program: BuildOptions, thing: Thing): readonly RawFile[] {
  const to = `${thing.name}Now`;
  const { context } = contextOf(readSources(base).sources, program);
  const { edits } = rename(context, [thing], to);
  return base.map(({ path, text }) => {
    const own = edits.filter(({ file }) => file === path).reverse();
    const changed = own.reduce((all, { offset, length, text: piece }) => all.slice(0, offset) + piece + all.slice(offset + length), text);
    const json = JSON.parse(changed) as { readonly name?: string; readonly fields?: Json };
    const isOwn = json.name === thing.entity && json.fields?.[to] !== undefined;
    return { path, text: isOwn ? JSON.stringify(mergePatch(json, { fields: { [to]: { was: [thing.name] } } })) : changed };
  });
}

/** The registry that files say; null: they are not valid. */
export function built(files: readonly RawFile[], program: BuildOptions): Registry | null {
  const result = buildRegistry(files, program);
  return result.ok ? result.registry : null;
}

/** The files after several edits, each of another file. */
export function together(base: readonly RawFile[], edits: readonly RightsEdit[]): readonly RawFile[] {
  const [only, ...more] = edits;
  if (only && more.length === 0) return only.files();
  const texts = new Map(base.map(({ path, text }) => [path, text]));
  const changed = edits.flatMap((edit) => edit.files().filter(({ path, text }) => texts.get(path) !== text));
  return base.map((file) => changed.find(({ path }) => path === file.path) ?? file);
}

/** Those of several edits that are valid together, as far as the problems' files say which are not. */
export function valid(base: readonly RawFile[], edits: readonly RightsEdit[], program: BuildOptions): readonly RightsEdit[] {
  if (edits.length === 0) return edits;
  const result = buildRegistry(together(base, edits), program);
  if (result.ok) return edits;
  const texts = new Map(base.map(({ path, text }) => [path, text]));
  const bad = new Set(result.problems.map(({ file }) => file));
  const rest = edits.filter((edit) => !edit.files().some(({ path, text }) => bad.has(path) && texts.get(path) !== text));
  if (rest.length < edits.length) return valid(base, rest, program);
  const half = Math.ceil(edits.length / 2);
  return edits.length === 1 ? [] : [...valid(base, edits.slice(0, half), program), ...valid(base, edits.slice(half), program)];
}
