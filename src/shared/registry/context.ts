import { catalogueOf, type EntityInfo } from "./catalogue.ts";
import type { RawModule, RawModuleEntry, RawPrint } from "./generated/raw.ts";
import { mergePatch } from "./merge-patch.ts";
import { type Place, patchedPlace } from "./place.ts";
import type { Problem } from "./problem.ts";
import { shapeProblems } from "./shape.ts";
import type { Doc, Sources } from "./sources.ts";

/** What lives in code and is named by files. A list left out is not checked. */
export interface BuildOptions {
  /** Names of the hand-written effects (src/server/flows/effects). */
  readonly namedEffects?: readonly string[];
  /** Keys of the hand-written pages (src/web/overrides). */
  readonly overrides?: readonly string[];
}

/** A module file as it stands, or as one profile's shops get it. */
export interface ModuleInfo {
  /** The file below schemas/modules, without .json. */
  readonly schema: string;
  readonly file: string;
  readonly raw: RawModule;
  readonly at: Place;
  readonly entity: EntityInfo | undefined;
  /** null: the file itself. */
  readonly patch: { readonly profile: string; readonly id: string } | null;
}

/** Everything a check may look at. */
export interface CheckContext extends BuildOptions {
  readonly sources: Sources;
  readonly entities: ReadonlyMap<string, EntityInfo>;
  readonly modules: readonly ModuleInfo[];
  readonly prints: ReadonlyMap<string, Doc<RawPrint>>;
}

/** The files with everything that needs no judgement worked out; and what patches of overlays make of modules. */
export function contextOf(sources: Sources, options: BuildOptions): { readonly context: CheckContext; readonly problems: Problem[] } {
  const entities = catalogueOf(sources);
  const problems: Problem[] = [];
  const own = sources.module.map(({ name, file, raw, at }): ModuleInfo => {
    return { schema: name, file: file.path, raw, at, entity: entities.get(raw.entity), patch: null };
  });
  const patched = sources.overlay.flatMap(({ file, raw }) =>
    Object.entries(raw.modules ?? {}).flatMap(([id, patch]): ModuleInfo[] => {
      const schema = entryOf(sources, id)?.schema;
      const base = sources.module.find(({ name }) => name === schema);
      if (!base) return [];
      const at = patchedPlace({ overlay: file, prefix: ["modules", id], base: base.file, profile: raw.profile });
      const merged = mergePatch(base.raw, patch) as RawModule;
      const wrong = shapeProblems("module", merged, at);
      problems.push(...wrong);
      if (wrong.length > 0) return [];
      const entity = entities.get(merged.entity);
      return [{ schema: base.name, file: base.file.path, raw: merged, at, entity, patch: { profile: raw.profile, id } }];
    }),
  );
  const prints = new Map([...sources.print].reverse().map((doc) => [doc.raw.key, doc]));
  return { context: { ...options, sources, entities, modules: [...own, ...patched], prints }, problems };
}

/** The menu line with this id. */
export function entryOf(sources: Sources, id: string): RawModuleEntry | undefined {
  const entries = sources.registry.flatMap(({ raw }) => raw.groups.flatMap((group) => group.modules));
  return entries.find((entry) => String(entry.id) === id);
}
