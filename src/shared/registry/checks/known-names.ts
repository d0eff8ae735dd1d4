import { BUILT_IN_ACTIONS } from "../build/actions.ts";
import { PLAIN } from "../build/availability.ts";
import type { BuildOptions, CheckContext } from "../context.ts";
import { isJudged } from "../lookup.ts";
import { transitionsOf } from "../machines.ts";
import { get } from "../names/frame.ts";
import { declaredNames, type NameUse, namesOf } from "../names/uses.ts";
import type { NameKind } from "../names/word.ts";
import { didYouMean, didYouMeanOrList } from "../nearest.ts";
import type { Sources } from "../sources.ts";
import type { Check } from "./check.ts";

/** Names that are there. */
interface Names {
  has(name: string): boolean;
  keys(): Iterable<string>;
}

/** What may stand where a name of some kind is used. */
interface Rule {
  /** The names that are there for this use; undefined: it cannot be judged. */
  readonly valid: (use: NameUse, context: CheckContext) => Names | undefined;
  /** The problem; a text is put before the name. */
  readonly message: string | ((use: NameUse) => string);
  /** Besides the nearest name: nothing, or all of them where they are few. */
  readonly hint?: typeof didYouMean;
}

/** Every name of a kind is one that is there. */
function known(kind: NameKind, { valid, message, hint = didYouMeanOrList }: Rule): Check {
  return (context) =>
    namesOf(context, kind).flatMap((use) => {
      const names = use.isDeclared ? undefined : valid(use, context);
      if (names === undefined || names.has(use.name)) return [];
      const text = typeof message === "string" ? `${message} "${use.name}"` : message(use);
      return [use.at.problem(text, hint(use.name, names.keys()))];
    });
}

/** Names that files of one kind declare; where one of these is broken, it may be the one that does. */
function inFiles(kind: NameKind, files: keyof Sources["broken"]): Rule["valid"] {
  return (_use, context) => (context.sources.broken[files].size > 0 ? undefined : declaredNames(context, kind));
}

/** Names that stand in code; not judged where nobody says which there are. */
function inCode(list: keyof BuildOptions): Rule["valid"] {
  return (_use, context) => context[list] && new Set(context[list]);
}

/** Names that files declare one each; a broken one may still be told by its name. */
function fileEach(kind: NameKind, files: keyof Sources["broken"]): Rule["valid"] {
  return (use, context) => (context.sources.broken[files].has(use.name) ? undefined : declaredNames(context, kind));
}

export const knownEntities = known("entity", { valid: fileEach("entity", "entity"), message: "unknown entity", hint: didYouMean });
export const knownTemplates = known("template", { valid: fileEach("template", "print"), message: "unknown print template" });
export const knownEnums = known("enum", { valid: inFiles("enum", "enums"), message: "unknown list of codes" });
export const knownMixins = known("mixin", { valid: inFiles("mixin", "mixins"), message: "unknown mixin" });
export const knownMessages = known("message", { valid: inFiles("message", "messages"), message: "unknown message" });
export const knownEffects = known("effect", { valid: inCode("namedEffects"), message: "unknown hand-written effect" });
export const knownInquiries = known("inquiry", { valid: inCode("inquiries"), message: "unknown inquiry" });
export const knownJobs = known("job", { valid: inCode("jobs"), message: "unknown job" });
export const knownCalls = known("reminder", { valid: inCode("reminders"), message: "unknown call" });
export const knownOverrides = known("override", { valid: inCode("overrides"), message: "unknown hand-written page" });

/** Every field named is a field of its entity: in entities, conditions, effects, modules and print templates. */
export const knownFields = known("field", {
  valid: ({ entity }, { entities }) => {
    const owner = entities.get(entity);
    return isJudged(owner) ? owner.fields : undefined;
  },
  message: ({ name, entity }) => `unknown field "${name}" of ${entity}`,
  hint: didYouMean,
});

/** Every flag that a condition asks for or a profile sets is declared by `plain`. */
export const knownFlags = known("flag", {
  valid: (_use, { sources }) => {
    const plain = sources.overlay.flatMap(({ raw }) => (raw.profile === PLAIN ? Object.entries(raw.flags) : []));
    return sources.broken.overlay.has(PLAIN) ? undefined : new Map(plain);
  },
  message: ({ name }) => `flag "${name}" is not declared by profile plain`,
});

/** What runs by itself, or is run by an effect, is a transition of its entity. */
export const knownTransitions = known("transition", {
  valid: ({ entity }, { entities }) => {
    const owner = entities.get(entity);
    return owner && new Map(transitionsOf(owner).map((each) => [each.name, each]));
  },
  message: ({ name, entity }) => `${entity} has no transition "${name}"`,
});

/** Every button is a transition of the entity, built in, or a link with a name of its own. */
export const knownActions = known("action", {
  valid: ({ entity, as, frame }, { entities }) => {
    const owner = entities.get(entity);
    if (!owner || as === "todo" || get(frame.value, "open") !== undefined) return undefined;
    return new Set([...transitionsOf(owner).map(({ name }) => name), ...Object.keys(BUILT_IN_ACTIONS)]);
  },
  message: ({ name, entity }) => `${entity} has no transition "${name}", and it is not built in`,
  hint: didYouMean,
});
