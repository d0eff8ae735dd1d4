import { dict } from "./dict.ts";
import type { RawEntity, RawMachine, RawTransition } from "./generated/raw.ts";
import { mergePatch } from "./merge-patch.ts";
import { didYouMeanOrList } from "./nearest.ts";
import { movedPlace, type Path, type Place } from "./place.ts";
import type { Problem } from "./problem.ts";
import { type Doc, namesOfBroken, type RawSources, type Sources, sharedOf } from "./sources.ts";
import { unknownArchetype, wholeModule } from "./whole-module.ts";
import type { Archetypes, Whole, WholeEntity, WholeMachine } from "./whole-types.ts";

/**
 * Archetypes (schemas/shared): what many modules and machines have in common is said once there, and merged
 * here into the files that are `like` them, before anything is checked or built. Everything later sees whole files only.
 */

/** The archetypes as the files have them. */
export function archetypesOf(sources: Pick<RawSources, "shared">): Archetypes {
  const all = <T>(part: readonly { readonly name: string; readonly raw: T }[]) => dict(part.map(({ name, raw }) => [name, raw] as const));
  return { modules: all(sharedOf(sources, "modules")), machines: all(sharedOf(sources, "states")) };
}

/** The files made whole; what is still missing in one, or like nothing, is told, and the file counts as broken. */
export function withArchetypes(sources: RawSources): { readonly sources: Sources; readonly problems: Problem[] } {
  const archetypes = archetypesOf(sources);
  const entity = wholeDocs(sources.entity, (doc) => wholeEntity(doc, archetypes));
  const module = wholeDocs(sources.module, (doc) => wholeModule(doc, archetypes));
  // Where the archetypes themselves are broken, what is missing in a file may be theirs to say.
  const isKnown = sources.broken.shared.size === 0;
  const broken = {
    ...sources.broken,
    entity: new Set([...sources.broken.entity, ...entity.broken.flatMap((doc) => namesOfBroken("entity", doc.name, doc.raw))]),
    module: new Set([...sources.broken.module, ...module.broken.map(({ name }) => name)]),
  };
  return {
    sources: {
      ...sources,
      entity: entity.docs.map((doc) => ({ ...doc, at: movedPlace(doc.file, placesOf(doc)) })),
      module: module.docs,
      broken,
    },
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

/** An entity whose machines are whole. */
function wholeEntity({ raw, at }: Doc<RawEntity>, { machines }: Archetypes): Whole<WholeEntity> {
  const made = Object.entries(raw.states ?? {}).map(([field, machine]) => {
    return [field, wholeMachine(machine, machines, at.in("states", field))] as const;
  });
  const states = Object.fromEntries(made.map(([field, { raw: machine }]) => [field, machine]));
  return { raw: { ...raw, ...(raw.states ? { states } : {}) } as WholeEntity, problems: made.flatMap(([, { problems }]) => problems) };
}

function wholeMachine(raw: RawMachine, machines: Archetypes["machines"], at: Place): Whole<WholeMachine> {
  const base = raw.like === undefined ? undefined : machines[raw.like];
  if (raw.like !== undefined && base === undefined)
    return { raw: raw as WholeMachine, problems: [unknownArchetype(raw.like, machines, at.in("like"))] };
  const { like: _like, ...merged } = mergePatch(base ?? {}, raw) as RawMachine;
  const kept = Object.entries(merged.transitions ?? {}).filter(([, { skip }]) => skip !== true);
  const whole = { ...merged, transitions: Object.fromEntries(kept.map(([name, each]) => [name, withThen(each)])) };
  const missing = (["default", "transitions"] as const).filter((name) => merged[name] === undefined);
  return {
    raw: whole as WholeMachine,
    problems: [
      ...missing.map((name) => at.problem(`missing "${name}"`)),
      ...kept.flatMap(([name, each]) => transitionProblems(name, each, base, at.in("transitions", name))),
      ...skipProblems(raw, base, at),
    ],
  };
}

/** `then` comes after what the archetype's own effects are. */
function withThen({ then: after, ...raw }: RawTransition): RawTransition {
  return after === undefined ? raw : { ...raw, effects: [...(raw.effects ?? []), ...after] };
}

/** Where in the file a part of the whole entity stands: the last effects of a transition may be its `then`. */
function placesOf({ file, raw }: Doc<WholeEntity>): (path: Path) => Path {
  const { states: own = {} } = file.value as RawEntity;
  return (path) => {
    const [top, field = "", below, name = "", word, index, ...rest] = path;
    if (top !== "states" || below !== "transitions" || word !== "effects" || index === undefined) return path;
    const after = own[field]?.transitions?.[name]?.then;
    const before = (raw.states?.[field]?.transitions[name]?.effects?.length ?? 0) - (after?.length ?? 0);
    return after === undefined || Number(index) < before ? path : [top, field, below, name, "then", Number(index) - before, ...rest];
  };
}

/** Only a transition of the archetype is skipped. */
function skipProblems({ like, transitions = {} }: RawMachine, base: RawMachine | undefined, at: Place): Problem[] {
  return Object.entries(transitions).flatMap(([name, { skip }]) => {
    const known = Object.keys(base?.transitions ?? {});
    if (!skip || known.includes(name)) return [];
    const place = at.in("transitions", name).onKey();
    return base === undefined
      ? [place.problem('"skip" leaves out a transition of an archetype, and this machine is like none', "leave the transition out")]
      : [place.problem(`archetype ${like} has no transition "${name}" to skip`, didYouMeanOrList(name, known))];
  });
}

function transitionProblems(name: string, raw: RawTransition, base: RawMachine | undefined, at: Place): Problem[] {
  const isLike = base !== undefined;
  const missing = (["title", "from", "by"] as const).filter((word) => raw[word] === undefined);
  const known = Object.keys(base?.transitions ?? {});
  // A part of a transition is one that the archetype has the rest of.
  if (isLike && missing.length > 0 && !known.includes(name))
    return [
      at
        .onKey()
        .problem(
          `the archetype has no transition "${name}", and this one lacks ${missing.map((word) => `"${word}"`).join(", ")}`,
          didYouMeanOrList(name, known),
        ),
    ];
  const idle =
    !isLike && raw.then !== undefined ? [at.in("then").onKey().problem('"then" follows an archetype\'s effects', 'say "effects"')] : [];
  return [...missing.map((word) => at.problem(`missing "${word}"`)), ...idle];
}
