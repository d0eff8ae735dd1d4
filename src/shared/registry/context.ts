import { archetypesOf, withArchetypes } from "./archetypes.ts";
import { catalogueOf, type EntityInfo } from "./catalogue.ts";
import type { FeatureCode, Needs } from "./code.ts";
import type { RawModuleEntry, RawPrint } from "./generated/raw.ts";
import { mergePatch } from "./merge-patch.ts";
import { type Place, patchedPlace } from "./place.ts";
import type { Problem } from "./problem.ts";
import { shapeProblems } from "./shape.ts";
import type { Doc, RawSources, Sources } from "./sources.ts";
import { wholeModule } from "./whole-module.ts";
import type { WholeModule } from "./whole-types.ts";

/** What lives in code and is named by files. */
export interface BuildOptions {
  /** Every feature there is; modules.json says which are in use. Left out: names of hand-written things are not checked. */
  readonly features?: readonly FeatureCode[];
  /** What the engine relies on, whatever features are in use. Left out: nothing. */
  readonly needs?: Needs;
  /** Flags of profiles that the engine itself asks for. Left out: nobody knows which flags are read. */
  readonly flags?: readonly string[];
}

/** A module file as it stands, or as one profile's shops get it. */
export interface ModuleInfo {
  /** The file below schemas/modules, without .json. */
  readonly schema: string;
  readonly file: string;
  readonly raw: WholeModule;
  readonly at: Place;
  readonly entity: EntityInfo | undefined;
  /** null: the file itself. */
  readonly patch: { readonly profile: string; readonly id: string } | null;
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
  readonly sources: Sources;
  readonly entities: ReadonlyMap<string, EntityInfo>;
  readonly modules: readonly ModuleInfo[];
  readonly prints: ReadonlyMap<string, Doc<RawPrint>>;
}

/** The files with everything that needs no judgement worked out; and what patches of overlays make of modules. */
export function contextOf(
  files: RawSources,
  { features, needs, flags }: BuildOptions,
): { readonly context: CheckContext; readonly problems: Problem[] } {
  const { sources, problems: incomplete } = withArchetypes(files);
  const archetypes = archetypesOf(files);
  const entities = catalogueOf(sources);
  const problems: Problem[] = [...incomplete];
  const own = sources.module.map(({ name, file, raw, at }): ModuleInfo => {
    return { schema: name, file: file.path, raw, at, entity: entities.get(raw.entity), patch: null };
  });
  const patched = sources.overlay.flatMap(({ file, raw }) =>
    Object.entries(raw.modules ?? {}).flatMap(([id, patch]): ModuleInfo[] => {
      const schema = entryOf(sources, id)?.schema;
      const base = sources.module.find(({ name }) => name === schema);
      if (!base) return [];
      const at = patchedPlace({ overlay: file, prefix: ["modules", id], base: base.file, profile: raw.profile });
      const patched = mergePatch(base.raw, patch) as WholeModule;
      const shape = shapeProblems("module", patched, at);
      if (shape.length > 0) {
        problems.push(...shape);
        return [];
      }
      const { raw: merged, problems: parts } = wholeModule({ raw: patched, at }, archetypes);
      problems.push(...parts);
      if (parts.length > 0) return [];
      const entity = entities.get(merged.entity);
      return [{ schema: base.name, file: base.file.path, raw: merged, at, entity, patch: { profile: raw.profile, id } }];
    }),
  );
  const [menu] = sources.registry;
  const used = menu && features?.filter(({ name }) => menu.raw.features?.includes(name));
  const prints = new Map([...sources.print].reverse().map((doc) => [doc.raw.key, doc]));
  const readFlags = used && flags && new Set([...flags, ...used.flatMap((feature) => feature.flags ?? [])]);
  return { context: { features, used, needs, readFlags, sources, entities, modules: [...own, ...patched], prints }, problems };
}

/** The menu line with this id. */
export function entryOf(sources: Sources, id: string): RawModuleEntry | undefined {
  const entries = sources.registry.flatMap(({ raw }) => raw.groups.flatMap((group) => group.modules));
  return entries.find((entry) => String(entry.id) === id);
}
