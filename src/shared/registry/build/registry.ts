import type { EntityInfo, ModuleInfo } from "../catalogue.ts";
import type { CheckContext } from "../context.ts";
import { dict, mapDict } from "../dict.ts";
import type { RawFlag, RawIcon, RawModuleEntry, RawPrint, RawRegistry, RawStandardGroup } from "../generated/raw.ts";
import type { Predicate } from "../language.ts";
import type {
  Audience,
  Dict,
  Entity,
  Flag,
  Group,
  Module,
  ModuleEntry,
  PrintTemplate,
  Profile,
  Registry,
  StandardGroup,
  UsualMessage,
} from "../model.ts";
import { type SharedPart, sharedOf } from "../sources.ts";
import type { Variant } from "../variants.ts";
import { isThere } from "./availability.ts";
import { buildDayLimit, buildDuty } from "./duties.ts";
import { buildEntity } from "./entity.ts";
import { formerNames } from "./former.ts";
import { buildModule } from "./module.ts";
import { buildSetting } from "./settings.ts";
import { alignOf, formatOf, TYPE_DEFAULTS } from "./type-defaults.ts";

// Long on purpose: the registry is put together in one walk over what the checks have passed.

/** What the program itself refuses with, where no file says it otherwise. */
const USUAL_MESSAGES: Readonly<Record<UsualMessage, string>> = {
  NOFUNC: "没有操作权限",
  STALE: "单据状态已变化，请刷新后重试",
  USED: "单据已被后续业务引用",
};

const ALL_SIDES: readonly Audience[] = ["shop", "mall", "supplier"];

/** The whole registry from files that every check has passed. */
export function assembleRegistry(context: CheckContext, version: string): Omit<Registry, "code"> {
  const { sources, entities: infos } = context;
  const [menu] = sources.registry;
  if (!menu) throw new Error("modules.json is missing: the checks must have refused it");
  const named = <K extends SharedPart>(part: K) => dict(sharedOf(sources, part).map(({ name, raw }) => [name, raw] as const));
  const messages: Registry["messages"] = Object.assign(Object.create(null), USUAL_MESSAGES, named("messages"));
  const functions = named("functions");
  const entities = dict([...infos].map(([name, info]) => [name, buildEntity(info, infos, messages)] as const));
  const entitiesOf = new Map(
    context.variants.map(({ entities: changed }) => [changed, patchedEntities(changed, infos, messages)] as const),
  );
  const everywhere = (name: string) => [entities, ...entitiesOf.values()].flatMap((of) => of[name] ?? []);
  const printsOf = (of: ReadonlyMap<string, EntityInfo>, isMeant: (rows: EntityInfo) => boolean) =>
    [...context.prints].flatMap(([key, { raw }]) => {
      const rows = of.get(raw.lines ?? raw.entity);
      return rows && isMeant(rows) ? [[key, buildPrint(raw, rows)] as const] : [];
    });
  const prints = dict(printsOf(infos, () => true));
  const groups = buildGroups(menu.raw, named("icons"));
  const entries = groups.flatMap((group) => group.modules);
  const schemas = new Map(menu.raw.groups.flatMap((group) => group.modules.map(({ id, schema }) => [id, schema] as const)));
  const moduleInfos = new Map(context.modules.filter(({ patch }) => patch === null).map((info) => [info.schema, info]));
  const files = dict(entries.flatMap(({ id }) => withId(id, moduleInfos.get(schemas.get(id) ?? ""))));
  const built = (entry: ModuleEntry, info: ModuleInfo | undefined, of: Pick<Profile, "entities" | "prints">): [string, Module][] => {
    if (!info?.entity) return [];
    const around = { entry, file: info.file, info: info.entity, everywhere: everywhere(info.raw.entity), ...of };
    return [[String(entry.id), buildModule(info.raw, around)]];
  };
  const modules = dict(entries.flatMap((entry) => built(entry, files[entry.id], { entities, prints })));

  /** What a variant's patches make of the model; what they leave alone is shared with all others. */
  const patchedParts = ({ entities: changed, modules: patches }: Variant): Pick<Profile, "entities" | "prints" | "modules"> => {
    if (changed.size + patches.size === 0) return { entities: NONE, prints: NONE, modules };
    const all = new Map([...infos].map(([name, info]) => [name, changed.get(name) ?? info]));
    const own = entitiesOf.get(changed) ?? NONE;
    const ownPrints = dict(printsOf(all, ({ name }) => changed.has(name)));
    const of = { entities: dict(Object.entries({ ...entities, ...own })), prints: dict(Object.entries({ ...prints, ...ownPrints })) };
    // A page shows its own entity and that one's lines.
    const touched = (name: string) => changed.has(name) || (entities[name]?.lines.some((line) => changed.has(line)) ?? false);
    const rebuilt = entries.flatMap((entry) => {
      const info = patches.get(String(entry.id)) ?? files[entry.id];
      if (info === undefined || (info.patch === null && !touched(info.raw.entity))) return [];
      return built(entry, { ...info, entity: all.get(info.raw.entity) }, of);
    });
    return { entities: own, prints: ownPrints, modules: dict(Object.entries({ ...modules, ...dict(rebuilt) })) };
  };
  const duties = mapDict(named("duties"), buildDuty);
  const dayLimits = mapDict(named("dayLimits"), buildDayLimit);
  const personal = new Set(Object.values(dayLimits).map(({ setting }) => setting));
  const profiles = buildProfiles(context.variants, patchedParts, { duties, dayLimits, icons: named("icons") });
  const shopProfiles = dict(context.shops);
  return {
    version,
    title: menu.raw.title,
    groups,
    entities,
    modules,
    prints,
    profiles,
    shopProfiles,
    messages,
    functions,
    flags: mapDict(named("flags"), buildFlag),
    duties,
    settings: mapDict(named("settings"), (raw, key) => buildSetting(raw, personal.has(key))),
    dayLimits,
    userGroups: mapDict(named("groups"), buildUserGroup),
    features: menu.raw.features ?? [],
    former: formerNames(menu.raw, infos),
  };
}

/** The entities that a variant patches; each is built once for all variants with the same patches. */
function patchedEntities(changed: Variant["entities"], infos: ReadonlyMap<string, EntityInfo>, messages: Dict<string>): Dict<Entity> {
  if (changed.size === 0) return NONE;
  const all = new Map([...infos, ...changed]);
  return dict([...changed].map(([name, info]) => [name, buildEntity(info, all, messages)] as const));
}

function buildFlag({ title, type, values = {} }: RawFlag): Flag {
  return { title, type, values: dict(Object.entries(values)) };
}

function buildUserGroup({ title, kind, everything = false, grants }: RawStandardGroup): StandardGroup {
  return { title, kind, hasAll: everything, grants: (grants ?? []).map(({ pages, functions = null }) => ({ pages, functions })) };
}

function withId<T>(id: number, thing: T | undefined): [string, T][] {
  return thing === undefined ? [] : [[String(id), thing]];
}

function buildGroups(raw: RawRegistry, icons: Dict<RawIcon>): Group[] {
  return raw.groups.map(({ id, name, title, icon = "", modules }) => ({
    id,
    path: `/${name}`,
    title,
    icon,
    drawing: icons[icon]?.drawing ?? "",
    alwaysShow: false,
    modules: modules.map((entry) => ({
      id: entry.id,
      groupId: id,
      name: entry.name,
      title: entry.title,
      path: pathOf(entry, name, modules),
      of: entry.of ?? null,
      aliases: entry.aliases ?? [],
      icon: "",
      hidden: entry.of !== undefined,
      affix: false,
      reminder: entry.reminder ? { call: entry.reminder.from, audience: entry.reminder.audience ?? ALL_SIDES } : null,
    })),
  }));
}

/** Where a page is found: below its group, or below the page of the group that it belongs to. */
export function pathOf({ name, of }: RawModuleEntry, group: string, modules: readonly RawModuleEntry[]): string {
  const owner = modules.find(({ id }) => id === of);
  return owner === undefined ? `/${group}/${name}` : `/${group}/${owner.name}/${name}`;
}

const NONE = dict<never>([]);

type Parts = Pick<Profile, "entities" | "prints" | "modules">;

/** Every profile, and every set that some shop has, with all flags and what its shops have. */
function buildProfiles(
  variants: readonly Variant[],
  partsOf: (variant: Variant) => Parts,
  { duties, dayLimits, icons }: Pick<Registry, "duties" | "dayLimits"> & { readonly icons: Dict<RawIcon> },
): Dict<Profile> {
  const made = new Map<object, Parts>();
  return dict(
    variants.map((variant): [string, Profile] => {
      const { name, title, profiles: of, flags, look } = variant;
      // Variants that differ in flags alone share what the patches make.
      const parts = made.get(variant.modules) ?? partsOf(variant);
      made.set(variant.modules, parts);
      const there = <T extends { readonly when: Predicate | null }>(all: Dict<T>) =>
        dict(Object.entries(all).filter(([, { when }]) => isThere(when, flags)));
      const own = { modules: there(parts.modules), duties: there(duties), dayLimits: there(dayLimits) };
      const shown = { primary: look.primary ?? null, logo: icons[look.logo ?? ""]?.drawing ?? "" };
      return [name, { name, title, flags, of, ...shown, ...parts, ...own }];
    }),
  );
}

/** A print template with titles and alignment of its columns. `rows` is the entity whose rows fill the table. */
function buildPrint(raw: RawPrint, rows: EntityInfo): PrintTemplate {
  const column = ({ field, title, width }: RawPrint["columns"][number]): PrintTemplate["columns"][number] => {
    const own = rows.fields.get(field)?.raw;
    const format = formatOf(own?.format) ?? TYPE_DEFAULTS[own?.type ?? "string"].format;
    return { field, title: title ?? own?.title ?? field, width, align: alignOf(format) };
  };
  return {
    key: raw.key,
    title: raw.title,
    titles: (raw.cases ?? []).map(({ when, value }) => ({ when: when as Predicate, title: String(value) })),
    entity: raw.entity,
    paper: raw.paper,
    header: raw.header,
    barcode: raw.barcode ?? null,
    lines: raw.lines ?? null,
    via: raw.from ?? null,
    where: (raw.where as Predicate | undefined) ?? null,
    group: raw.group ? { by: raw.group.by, sums: raw.group.sums, collapse: raw.group.collapse ?? false } : null,
    columns: raw.columns.map(column),
    sums: raw.sums ?? [],
    capitals: [raw.capitals ?? []].flat(),
    summary: raw.summary ?? [],
    footer: raw.footer ?? [],
    signatures: raw.signatures ?? [],
    notes: raw.notes ?? [],
    stamp: raw.stamp ? { when: raw.stamp.when as Predicate, text: String(raw.stamp.value) } : null,
  };
}
