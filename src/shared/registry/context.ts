import { archetypesOf, withArchetypes } from "./archetypes.ts";
import { catalogueOf, type EntityInfo, type ModuleInfo } from "./catalogue.ts";
import type { FeatureCode, Needs } from "./code.ts";
import type { RawModuleEntry, RawPrint } from "./generated/raw.ts";
import type { Problem } from "./problem.ts";
import { shapeProblems } from "./shape.ts";
import type { Doc, RawSources, Sources } from "./sources.ts";
import { type Variant, variantsOf } from "./variants.ts";

/** What lives in code and is named by files. */
export interface BuildOptions {
  /** Every feature there is; modules.json says which are in use. Left out: names of hand-written things are not checked. */
  readonly features?: readonly FeatureCode[];
  /** What the engine relies on, whatever features are in use. Left out: nothing. */
  readonly needs?: Needs;
  /** Flags of profiles that the engine itself asks for. Left out: nobody knows which flags are read. */
  readonly flags?: readonly string[];
  /** Settings that the engine itself reads. Left out: nobody knows which are read. */
  readonly settings?: readonly string[];
}

/** Everything a check may look at. */
export interface CheckContext {
  /** Every feature there is; undefined: nobody says. */
  readonly features: readonly FeatureCode[] | undefined;
  /** Those in use; undefined: nobody says which there are, or the list cannot be read. */
  readonly used: readonly FeatureCode[] | undefined;
  /** What the engine relies on; undefined: nobody says. */
  readonly needs: Needs | undefined;
  /** Flags that the engine and the features in use ask for; undefined: nobody says. */
  readonly readFlags: ReadonlySet<string> | undefined;
  /** Settings that the engine reads; undefined: nobody says. Those of the features in use stand in their contracts. */
  readonly engineSettings: readonly string[] | undefined;
  readonly sources: Sources;
  /** Whoever goes over them meets those that are to be looked at; any other is found by its name. */
  readonly entities: ReadonlyMap<string, EntityInfo>;
  /** Those that are to be looked at. */
  readonly modules: readonly ModuleInfo[];
  /** Any module by its file, as shops have it; of the files as they stand: without patches. */
  readonly pageOf: (schema: string) => ModuleInfo | undefined;
  /** Of a profile: the files as they stand, all of which were looked at. undefined: it is these. */
  readonly base?: CheckContext;
  readonly prints: ReadonlyMap<string, Doc<RawPrint>>;
  /** What the shops of each profile, and of several together, have; of what a profile makes of the files: none. */
  readonly variants: readonly Variant[];
  /** Shop id to the name of its variant; one that is not listed is plain. */
  readonly shops: ReadonlyMap<string, string>;
}

/** The files with everything that needs no judgement worked out; and what patches of overlays make of modules, as `judge` finds their shape. */
export function contextOf(
  files: RawSources,
  { features, needs, flags, settings }: BuildOptions,
  judge = shapeProblems,
): { readonly context: CheckContext; readonly problems: Problem[] } {
  const { sources, problems: incomplete } = withArchetypes(files);
  const archetypes = archetypesOf(files);
  const entities = catalogueOf(sources);
  const problems: Problem[] = [...incomplete];
  const own = sources.module.map(({ name, file, raw, at }): ModuleInfo => {
    return { schema: name, file: file.path, raw, at, entity: entities.get(raw.entity), patch: null };
  });
  const pages = new Map([...own].reverse().map((module) => [module.schema, module]));
  const pageOf = (schema: string) => pages.get(schema);
  const moduleOf = (id: string) => pageOf(entryOf(sources, id)?.schema ?? "");
  const { variants, shops, problems: found } = variantsOf({ sources, archetypes, entities, moduleOf, judge });
  problems.push(...found);
  // What is made of other entities is looked at with these (`variantContexts`).
  const patched = variants.filter((variant) => variant.entities.size === 0).flatMap((variant) => [...variant.modules.values()]);
  const [menu] = sources.registry;
  const used = menu && features?.filter(({ name }) => menu.raw.features?.includes(name));
  const prints = new Map([...sources.print].reverse().map((doc) => [doc.raw.key, doc]));
  const readFlags = used && flags && new Set([...flags, ...used.flatMap((feature) => feature.flags ?? [])]);
  const modules = [...own, ...new Set(patched)];
  const code = { features, used, needs, readFlags, engineSettings: settings };
  return { context: { ...code, sources, entities, modules, pageOf, prints, variants, shops }, problems };
}

/** The menu line with this id. */
export function entryOf(sources: Sources, id: string): RawModuleEntry | undefined {
  const entries = sources.registry.flatMap(({ raw }) => raw.groups.flatMap((group) => group.modules));
  return entries.find((entry) => String(entry.id) === id);
}
