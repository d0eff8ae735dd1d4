import type { EntityInfo } from "../catalogue.ts";
import type { CheckContext } from "../context.ts";
import { dict } from "../dict.ts";
import type { RawFlag, RawModuleEntry, RawOverlay, RawPrint, RawRegistry } from "../generated/raw.ts";
import type { Predicate } from "../language.ts";
import type { Audience, Dict, Flag, Former, Group, Module, ModuleEntry, PrintTemplate, Profile, Registry } from "../model.ts";
import type { Doc } from "../sources.ts";
import { flagsByProfile, isThere } from "./availability.ts";
import { buildEntity } from "./entity.ts";
import { buildModule } from "./module.ts";
import { alignOf, TYPE_DEFAULTS } from "./type-defaults.ts";

const ALL_SIDES: readonly Audience[] = ["shop", "mall", "supplier"];

/** The whole registry from files that every check has passed. */
export function assembleRegistry(context: CheckContext, version: string): Omit<Registry, "code"> {
  const { sources, entities: infos } = context;
  const [menu] = sources.registry;
  if (!menu) throw new Error("modules.json is missing: the checks must have refused it");
  const messages = dict(sources.messages.flatMap(({ raw }) => Object.entries(raw.messages)));
  const functions = dict(sources.vocabulary.flatMap(({ raw }) => Object.entries(raw.functions)));
  const entities = dict([...infos].map(([name, info]) => [name, buildEntity(info, infos, messages)] as const));
  const prints = dict(
    [...context.prints].flatMap(([key, { raw }]) => {
      const rows = infos.get(raw.lines ?? raw.entity);
      return rows ? [[key, buildPrint(raw, rows)] as const] : [];
    }),
  );
  const groups = buildGroups(menu.raw);
  const entries = groups.flatMap((group) => group.modules);
  const schemas = new Map(menu.raw.groups.flatMap((group) => group.modules.map(({ id, schema }) => [id, schema] as const)));
  /** The module of a menu line, patched for a profile or not. */
  const moduleOf = (entry: ModuleEntry, profile: string | null): Module | null => {
    const isMine = (patch: { profile: string; id: string } | null) => patch?.profile === profile && patch?.id === String(entry.id);
    const schema = schemas.get(entry.id);
    const found = context.modules.find((each) => each.schema === schema && (profile === null ? each.patch === null : isMine(each.patch)));
    if (!found?.entity) return null;
    return buildModule(found.raw, { entry, file: found.file, info: found.entity, entities, prints });
  };
  const modules = dict(entries.flatMap((entry) => withId(entry, moduleOf(entry, null))));
  const patchesOf = (profile: string): Dict<Module> => dict(entries.flatMap((entry) => withId(entry, moduleOf(entry, profile))));
  const profiles: Dict<Profile> = buildProfiles(sources.overlay, modules, patchesOf);
  const shopProfiles = dict(sources.overlay.flatMap(({ raw }) => (raw.shops ?? []).map((shop) => [shop, raw.profile] as const)));
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
    flags: dict(
      sources.vocabulary.flatMap(({ raw }) => Object.entries(raw.flags ?? {}).map(([name, flag]) => [name, buildFlag(flag)] as const)),
    ),
    features: menu.raw.features ?? [],
    former: formerNames(menu.raw, infos),
  };
}

function buildFlag({ title, type, values = {} }: RawFlag): Flag {
  return { title, type, values: dict(Object.entries(values)) };
}

/** What the files say was called otherwise before. */
function formerNames(menu: RawRegistry, infos: ReadonlyMap<string, EntityInfo>): Former[] {
  const entities = [...infos.values()];
  const former = <T extends object>(things: readonly T[], of: (thing: T) => Omit<Former, "was"> & { readonly was: RawFormer }): Former[] =>
    things.map(of).flatMap(({ was, ...thing }) => (was ? [{ ...thing, was: was.map(String) }] : []));
  return [
    ...former(entities, ({ raw }) => ({ kind: "entity", name: raw.name, was: raw.was })),
    ...entities.flatMap(({ name: entity, fields }) =>
      former([...fields.values()], ({ name, raw }) => ({ kind: "field", entity, name, was: raw.was })),
    ),
    ...entities.flatMap(({ name: entity, fields }) =>
      [...fields.values()].flatMap(({ name: field, values }) =>
        former(values, ({ code, was }) => ({ kind: "code", entity, field, name: String(code), was })),
      ),
    ),
    ...former(
      menu.groups.flatMap(({ modules }) => modules),
      ({ id, was }) => ({ kind: "module", name: String(id), was }),
    ),
  ];
}

type RawFormer = readonly (string | number)[] | undefined;

function withId(entry: ModuleEntry, module: Module | null): [string, Module][] {
  return module ? [[String(entry.id), module]] : [];
}

function buildGroups(raw: RawRegistry): Group[] {
  return raw.groups.map(({ id, path, title, icon = "", alwaysShow = false, modules }) => ({
    id,
    path,
    title,
    icon,
    alwaysShow,
    modules: modules.map((entry) => ({
      id: entry.id,
      groupId: id,
      name: entry.name,
      title: entry.title,
      path: pathOf(entry, path, modules),
      of: entry.of ?? null,
      aliases: entry.aliases ?? [],
      icon: entry.icon ?? "",
      hidden: entry.hidden ?? entry.of !== undefined,
      affix: entry.affix ?? false,
      override: entry.override ?? null,
      reminder: entry.reminder ? { call: entry.reminder.call, audience: entry.reminder.audience ?? ALL_SIDES } : null,
    })),
  }));
}

/** Where a page is found: below its group, or below the page of the group that it belongs to. */
export function pathOf({ name, of }: RawModuleEntry, group: string, modules: readonly RawModuleEntry[]): string {
  const owner = modules.find(({ id }) => id === of);
  return owner === undefined ? `${group}/${name}` : `${group}/${owner.name}/${name}`;
}

/** Every profile with all flags and the modules its shops have; `plain` is there also without a file of its own. */
function buildProfiles(
  overlays: readonly Doc<RawOverlay>[],
  modules: Dict<Module>,
  patchesOf: (profile: string) => Dict<Module>,
): Dict<Profile> {
  const titles = new Map(overlays.map(({ raw }) => [raw.profile, raw.title]));
  return dict(
    [...flagsByProfile(overlays)].map(([name, flags]) => {
      const all = { ...modules, ...patchesOf(name) };
      const own = dict(Object.entries(all).filter(([, { when }]) => isThere(when, flags)));
      return [name, { name, title: titles.get(name) ?? name, flags, modules: own }] as const;
    }),
  );
}

/** A print template with titles and alignment of its columns. `rows` is the entity whose rows fill the table. */
function buildPrint(raw: RawPrint, rows: EntityInfo): PrintTemplate {
  const column = ({ field, title, width, align }: RawPrint["columns"][number]): PrintTemplate["columns"][number] => {
    const own = rows.fields.get(field)?.raw;
    const format = own?.format ?? TYPE_DEFAULTS[own?.type ?? "string"].format;
    return { field, title: title ?? own?.title ?? field, width, align: align ?? alignOf(format) };
  };
  return {
    key: raw.key,
    title: raw.title,
    titles: (raw.titles ?? []).map((other) => ({ when: other.when as Predicate, title: other.title })),
    entity: raw.entity,
    paper: raw.paper,
    header: raw.header,
    lines: raw.lines ?? null,
    via: raw.via ?? null,
    group: raw.group ? { by: raw.group.by, sums: raw.group.sums, collapse: raw.group.collapse ?? false } : null,
    columns: raw.columns.map(column),
    pageSum: raw.pageSum ?? [],
    total: raw.total ?? [],
    capitals: [raw.capitals ?? []].flat(),
    summary: raw.summary ?? [],
    footer: raw.footer ?? [],
    signatures: raw.signatures ?? [],
    notes: raw.notes ?? [],
    stamp: raw.stamp ? { when: raw.stamp.when as Predicate, text: raw.stamp.text } : null,
  };
}
