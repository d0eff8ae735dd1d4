/**
 * Archetypes (schemas/shared/archetypes.json): what many modules and machines have in common is said once there, and merged
 * here into the files that are `like` them, before anything is checked or built. Everything later sees whole files only.
 */
import type { Problem } from "../problem.ts";
import { type Doc, namesOfBroken, type RawSources, type Sources } from "../sources.ts";
import { wholeEntity } from "./entity.ts";
import { wholeModule } from "./module.ts";
import type { Archetypes, Whole } from "./types.ts";

const NONE: Archetypes = { modules: {}, machines: {} };

/** The archetypes as the file has them. */
export function archetypesOf(sources: Pick<RawSources, "archetypes">): Archetypes {
  return sources.archetypes[0]?.raw ?? NONE;
}

/** The files made whole; what is still missing in one, or like nothing, is told, and the file counts as broken. */
export function withArchetypes(sources: RawSources): { readonly sources: Sources; readonly problems: Problem[] } {
  const archetypes = archetypesOf(sources);
  const entity = wholeDocs(sources.entity, (doc) => wholeEntity(doc, archetypes));
  const module = wholeDocs(sources.module, (doc) => wholeModule(doc, archetypes));
  // Where the archetypes themselves are broken, what is missing in a file may be theirs to say.
  const isKnown = sources.broken.archetypes.size === 0;
  const broken = {
    ...sources.broken,
    entity: new Set([...sources.broken.entity, ...entity.broken.flatMap((doc) => namesOfBroken("entity", doc.name, doc.raw))]),
    module: new Set([...sources.broken.module, ...module.broken.map(({ name }) => name)]),
  };
  return {
    sources: { ...sources, entity: entity.docs, module: module.docs, broken },
    problems: isKnown ? [...entity.problems, ...module.problems] : [],
  };
}

function wholeDocs<R, W>(docs: readonly Doc<R>[], make: (doc: Doc<R>) => Whole<W>) {
  const made = docs.map((doc) => ({ doc, ...make(doc) }));
  return {
    docs: made.filter(({ problems }) => problems.length === 0).map(({ doc, raw }): Doc<W> => ({ ...doc, raw })),
    broken: made.filter(({ problems }) => problems.length > 0).map(({ doc }) => doc),
    problems: made.flatMap(({ problems }) => problems),
  };
}
