import type { PredicateEnv } from "../../domain/predicate.ts";
import { settlePredicate } from "../../domain/predicate.ts";
import { fieldsOfText } from "../../domain/text-fields.ts";
import type { Predicate } from "../language.ts";
import type { Audience, Dict, Effect, Entity, Module, Party, PrintTemplate, Profile, Registry, Rule, StateCode } from "../model.ts";
import { fits, type RoleInProfile } from "./audience.ts";
import { CHANNELS, type Channel } from "./channel.ts";
import { type FormShape, formShape, type LinesShape } from "./form-shape.ts";
import { rightsOf } from "./held.ts";
import { actionsOf, rowsOfAction } from "./offered-actions.ts";
import { ownFields } from "./own-fields.ts";
import { type Readable, readableBy, readableFilters, readableOfLines, readableStats, readableSums } from "./readable.ts";
import { type RowRights, readsMarket, rowsOf, rowsOfModule } from "./rows.ts";
import { KEY } from "./technical.ts";
import { todosOf } from "./todos.ts";

/*
 * Long on purpose: every way by which a value reaches somebody, in one walk over a page; a way that is missing here is a way unseen.
 */

/** What a role may do with one module (docs/decisions/71). */
export interface ModuleRights {
  /** Function keys held. */
  readonly functions: readonly string[];
  readonly actions: readonly ActionRights[];
  /** Titles of the to-dos that are told. */
  readonly todos: readonly string[];
  /** `Entity.field` to the ways by which its values reach the role here. */
  readonly fields: Dict<readonly Channel[]>;
  /** `Entity.field` of what its form writes: the rows of the page and their lines. */
  readonly writes: readonly string[];
  readonly rows: RowRights;
  /** Of its lines, and of what its form offers to choose from. */
  readonly beside: readonly RowRights[];
}

/** A button that a role has, and the rows that it is offered on. */
export interface ActionRights {
  readonly name: string;
  readonly title: string;
  readonly key: string;
  /** States of the row; null: any. */
  readonly from: readonly StateCode[] | null;
  readonly when: Predicate | null;
}

/** Everything a role may: by module id, and what messages tell its side whether it has the page or not. */
export interface RoleRights {
  readonly modules: Dict<ModuleRights>;
  /** `Entity.field`, in the texts of messages to the side. */
  readonly messages: readonly string[];
}

/** Whoever holds everything that somebody of this side can hold in the shops of a profile. */
export function roleOfSide(profile: Profile, audience: Audience): RoleInProfile {
  const rights = rightsOf(profile.modules, audience, { allModules: true, grants: [] });
  return { side: audience === "supplier" ? "supplier" : "shop", isMall: audience === "mall", rights, profile, contract: null };
}

/** The registry as the shops of the role's profile have it: overlays patch entities, too. */
export function registryOfRole(registry: Registry, { profile }: RoleInProfile): Registry {
  return { ...registry, entities: { ...registry.entities, ...profile.entities }, prints: { ...registry.prints, ...profile.prints } };
}

/** What a role may do, module by module, decided by the very functions that the server asks. */
export function rightsMatrix(model: Registry, role: RoleInProfile): RoleRights {
  const registry = registryOfRole(model, role);
  const modules: Record<string, ModuleRights> = Object.create(null);
  for (const [id, module] of Object.entries(role.profile.modules)) {
    const rights = rightsOn(registry, role, module);
    if (rights !== null) modules[id] = rights;
  }
  return { modules, messages: messagesTo(registry.entities, role.side) };
}

/** What a role may do with one module; null: it has not got it. `registry`: as the shops of the role's profile have it. */
export function rightsOn(registry: Registry, role: RoleInProfile, module: Module): ModuleRights | null {
  const held = role.rights.get(module.id);
  const entity = registry.entities[module.entity];
  if (held === undefined || entity === undefined) return null;
  const shape = formShape(role, registry.entities, module, settledRules(entity, envOfRole(role, module)));
  return {
    functions: [...held].sort(),
    actions: actionsOf(role, module, entity).map((action) => ({
      name: action.name,
      title: action.title,
      key: action.functionKey,
      ...rowsOfAction(action, entity),
    })),
    todos: held.has("query") ? toldTodos(role, module, entity).map(({ title }) => title) : [],
    fields: fieldsOf(registry, role, module, entity, shape),
    writes: writtenBy(entity, shape),
    rows: rowsOfModule(module, registry.entities, role),
    beside: besideRows(registry, role, module, entity, shape),
  };
}

function writtenBy(entity: Entity, shape: FormShape | null): string[] {
  if (shape === null) return [];
  const parts = [{ entity, writable: shape.writable }, ...shape.lines];
  return parts.flatMap((each) => [...each.writable].map((name) => `${each.entity.name}.${name}`)).sort();
}

/** The rows of the lines of a page, those that its form offers to choose from, and the lines that it proposes. */
function besideRows({ entities }: Registry, role: RoleInProfile, module: Module, entity: Entity, shape: FormShape | null): RowRights[] {
  const look = { isMarket: readsMarket(module, role), isReference: false };
  const chosen =
    shape === null
      ? []
      : [{ entity, writable: shape.writable }, ...shape.lines].flatMap((each) =>
          [...each.writable].flatMap((name) => each.entity.fields[name]?.ref ?? []),
        );
  const sources = shape === null ? [] : shape.lines.flatMap((table) => sourceOf(table, entities, shape) ?? []);
  const rows = [
    ...module.lines.map((lines) => rowsOf(lines.entity, entities, role, look)),
    ...sources.map(({ lines }) => rowsOf(lines.name, entities, role, look)),
    ...chosen.map((ref) => rowsOf(ref.entity, entities, role, { ...look, isReference: true }, ref.choices)),
  ];
  const byText = new Map(rows.map((each) => [JSON.stringify(each), each]));
  return [...byText.values()];
}

const NOBODY = { USER_ID: "", UsrName: "", SHOP_ID: "", PROV_ID: "", isconfirm: false } as const;

/** What conditions see of a role that is nobody in particular. */
function envOfRole({ side, rights, profile }: RoleInProfile, { id }: Pick<Module, "id">, isconfirm = false): PredicateEnv {
  return { today: "", actor: { ...NOBODY, side, isconfirm }, functions: rights.get(id) ?? new Set(), flags: profile.flags };
}

/** Those of either kind of user: whether one belongs to the confirming party is no matter of the role. */
function toldTodos(role: RoleInProfile, module: Module, entity: Entity) {
  const told = [true, false].flatMap((isconfirm) => todosOf(role, module, entity, envOfRole(role, module, isconfirm)));
  return module.todos.filter((todo) => told.includes(todo));
}

class Fields {
  readonly #found = new Map<string, Set<Channel>>();

  add(entity: Pick<Entity, "name" | "fields">, names: Iterable<string | null>, channel: Channel): void {
    for (const name of names) {
      if (name === null || !entity.fields[name]) continue;
      const key = `${entity.name}.${name}`;
      this.#found.set(key, (this.#found.get(key) ?? new Set()).add(channel));
    }
  }

  /** The channels of each field in their usual order. */
  all(): Dict<readonly Channel[]> {
    const entries = [...this.#found].sort(([one], [other]) => (one < other ? -1 : 1));
    return Object.assign(
      Object.create(null),
      Object.fromEntries(entries.map(([name, found]) => [name, CHANNELS.filter((channel) => found.has(channel))])),
    );
  }
}

function fieldsOf(
  registry: Registry,
  role: RoleInProfile,
  module: Module,
  entity: Entity,
  shape: FormShape | null,
): Dict<readonly Channel[]> {
  const readable = readableBy(role, module, entity);
  const held = role.rights.get(module.id) ?? new Set<string>();
  const fields = new Fields();
  const read = (names: Iterable<string | null>) => [...names].filter((name) => name !== null && readable.fields.has(name));
  if (held.has("query")) {
    const own = ownFields(registry.entities, module, role);
    const listed = module.columns.filter(({ isCarried, field }) => !isCarried && !own.has(field)).map(({ field }) => field);
    const summed = readableSums(module, readable).flatMap(({ field, ratio }) => [field, ...(ratio ?? [])]);
    fields.add(entity, readable.fields.keys(), "data");
    fields.add(entity, [...read(listed), ...summed], "list");
    if (held.has("export")) fields.add(entity, [...read(listed), ...summed], "export");
    fields.add(entity, read(readableFilters(module, readable, role).map(({ field }) => field)), "filter");
    addPage(fields, registry, role, module, entity, readable);
    const todos = toldTodos(role, module, entity).flatMap(({ filters }) => filters.map(({ field }) => field));
    fields.add(entity, read(todos), "todo");
    if (module.news && fits(module.news.audience, readable.audience)) {
      const { sort, read: isRead, help, picture } = module.news;
      fields.add(entity, read([module.titleField, ...sort.map(({ field }) => field), isRead, help, picture]), "news");
    }
    const stats = readableStats(module, readable);
    fields.add(
      entity,
      [...(stats?.cards ?? []).map(({ measure }) => measure.field), ...(stats?.charts ?? []).flatMap(axisAndMeasures)],
      "statistics",
    );
  }
  if (held.has("print"))
    for (const { template } of module.prints) addPrinted(fields, registry, entity, readable, registry.prints[template]);
  if (shape !== null) addForm(fields, registry.entities, entity, shape);
  return fields.all();
}

const axisAndMeasures = ({ by, measures, home }: NonNullable<Module["stats"]>["charts"][number]) => [
  by,
  ...[...measures, ...(home ?? [])].map(({ field }) => field),
];

/** The document's page: its fields and lines, documents of other pages, steps of the chain, and what is read before an action. */
function addPage(fields: Fields, { entities }: Registry, role: RoleInProfile, module: Module, entity: Entity, readable: Readable): void {
  const read = (names: readonly (string | null)[]) => names.filter((name) => name !== null && readable.fields.has(name));
  const hasKey = entity.view === null || entity.view.groupBy.length === 0 || entity.fields[KEY] !== undefined;
  const shown = hasKey ? read(module.sections.flatMap((section) => section.fields)) : [];
  // The heading names the document.
  if (shown.length > 0) fields.add(entity, [...shown, ...read([module.titleField])], "page");
  for (const { entity: name, columns } of module.lines) {
    const lines = entities[name];
    if (lines)
      fields.add(
        lines,
        readableOfLines(columns, readable).map(({ field }) => field),
        "page",
      );
  }
  for (const { module: id, columns } of module.tables) {
    const page = role.profile.modules[id];
    const other = entities[page?.entity ?? ""];
    if (!page || !other || role.rights.get(id)?.has("query") !== true) continue;
    const theirs = readableBy(role, page, other);
    fields.add(
      other,
      columns.filter((name) => theirs.fields.has(name)),
      "page",
    );
  }
  const { chain } = entity;
  if (chain !== null && module.sections.length > 0 && module.form === null) {
    const told = [module.titleField, chain.state, chain.amount, chain.due, chain.gap?.of ?? null, chain.gap?.less ?? null];
    fields.add(
      entity,
      told.filter((name) => name !== null && !readable.isHidden(name)),
      "page",
    );
  }
  for (const { transition } of actionsOf(role, module, entity)) {
    const preview = entity.transitions[transition ?? ""]?.preview;
    fields.add(entity, read([...(preview?.columns ?? []), ...(preview?.totals ?? [])].map(({ field }) => field)), "preview");
  }
}

function addPrinted(fields: Fields, { entities }: Registry, entity: Entity, readable: Readable, template: PrintTemplate | undefined): void {
  if (!template) return;
  const { header, barcode, columns, group, sums, capitals, summary, footer } = template;
  const ofHead = (names: readonly string[]) =>
    fields.add(
      entity,
      names.filter((name) => readable.fields.has(name)),
      "print",
    );
  const ofTable = [...columns.map(({ field }) => field), ...sums, ...(group === null ? [] : [group.by, ...group.sums])];
  ofHead([...header, ...(barcode === null ? [] : [barcode]), ...capitals, ...summary, ...footer]);
  const lines = template.lines === null ? undefined : entities[template.lines];
  if (template.lines === null) ofHead(ofTable);
  else if (lines)
    fields.add(
      lines,
      ofTable.filter((name) => !readable.isHidden(name)),
      "print",
    );
}

/** What a form shows, what may be chosen in it, and what the chosen row gives to fields of the form. */
function addForm(fields: Fields, entities: Dict<Entity>, entity: Entity, shape: FormShape): void {
  const tables = [{ entity, fields: shape.fields, writable: shape.writable }, ...shape.lines] satisfies readonly FormTable[];
  for (const table of tables) {
    fields.add(table.entity, table.fields, "form");
    for (const name of table.writable) {
      const ref = table.entity.fields[name]?.ref;
      const target = entities[ref?.entity ?? ""];
      if (ref && target) fields.add(target, [ref.key, target.label, ...takenThrough(table, name)], "choice");
    }
  }
  for (const table of shape.lines) {
    const source = sourceOf(table, entities, shape);
    if (source === null) continue;
    const { copy, lines } = source;
    fields.add(
      lines,
      table.fields.map((name) => copy[name] ?? null),
      "choice",
    );
    for (const { name, ref } of Object.values(table.entity.fields)) {
      const target = entities[ref?.entity ?? ""];
      if (target) fields.add(target, takenThrough(table, name), "choice");
    }
  }
}

type FormTable = Pick<LinesShape, "entity" | "fields" | "writable">;

/** The fields of a chosen row that a table of the form takes over. */
function takenThrough({ entity, fields }: FormTable, via: string): string[] {
  return fields.flatMap((name) => {
    const { derived = null, prefill = null } = entity.fields[name] ?? {};
    const source = derived?.kind === "copy" ? derived : prefill;
    return source?.via === via ? [source.field] : [];
  });
}

/** The lines of another document that lines of a new one are proposed from; null: they are from none, or the form cannot name it. */
function sourceOf({ entity: { lineSource } }: LinesShape, entities: Dict<Entity>, shape: FormShape) {
  const lines = entities[lineSource?.lines ?? ""];
  return lineSource !== null && lines && shape.fields.includes(lineSource.via) ? { copy: lineSource.copy, lines } : null;
}

function settledRules({ save }: Entity, env: PredicateEnv): Rule[] {
  return save.rules.map((rule) => ({
    ...rule,
    when: rule.when === null ? null : settlePredicate(rule.when, env),
    require: settlePredicate(rule.require, env),
  }));
}

/** The fields that messages tell a side, of whatever document. */
function messagesTo(entities: Dict<Entity>, side: Party): string[] {
  const told = Object.values(entities).flatMap((entity) => {
    const { save, opened, transitions } = entity;
    const saved = [save.create, save.edit, save.delete].flatMap((rule) => rule ?? []);
    const doing = [
      ...Object.values(transitions),
      ...saved,
      ...(opened ? [opened] : []),
      ...(save.visitor ? [{ by: [], ...save.visitor }] : []),
    ];
    const names = doing.flatMap(({ by, effects }) => effects.flatMap((effect) => (tellsSide(effect, by, side) ? textsOf(effect) : [])));
    return names.filter((name) => entity.fields[name]).map((name) => `${entity.name}.${name}`);
  });
  return [...new Set(told)].sort();
}

function tellsSide(effect: Effect, by: readonly string[], side: Party): boolean {
  if (effect.kind !== "notify") return false;
  if (effect.to !== "other") return effect.to === side;
  return side === "shop" ? by.includes("supplier") : by.some((who) => who !== "supplier") || by.length === 0;
}

const textsOf = (effect: Effect) => (effect.kind === "notify" ? [effect.title, effect.content ?? ""].flatMap(fieldsOfText) : []);
