import { BUILT_IN_ACTIONS } from "../build/actions.ts";
import type { CheckContext } from "../context.ts";
import { findField, isJudged } from "../lookup.ts";
import { transitionsOf } from "../machines.ts";
import { PLAIN } from "../profile-flags.ts";
import { hasVocabulary, type Sources } from "../sources.ts";
import { RIGHTS_PAGE } from "../whole-module.ts";
import type { NameKind } from "../word.ts";
import { get } from "./frame.ts";
import { declaredNames, type NameUse } from "./uses.ts";

/** Names that are there. */
export interface Names {
  has(name: string): boolean;
  keys(): Iterable<string>;
}

type Valid = (use: NameUse, context: CheckContext) => Names | undefined;

/** Names that files of one kind declare; where one of these is broken, it may be the one that does. */
const inFiles =
  (files: keyof Sources["broken"]): Valid =>
  ({ kind }, context) =>
    context.sources.broken[files].size > 0 ? undefined : declaredNames(context, kind);

/** Rights, icons and checks of schemas/shared; not judged in a registry that has none. */
const inVocabulary: Valid = (use, context) => (hasVocabulary(context.sources) ? inFiles("shared")(use, context) : undefined);

/** Names that files declare one each; a broken one may still be told by its name. */
const fileEach =
  (files: keyof Sources["broken"]): Valid =>
  ({ kind, name }, context) =>
    context.sources.broken[files].has(name) ? undefined : declaredNames(context, kind);

/** Names that the features in use bring; not judged where nobody says which there are. */
const inCode =
  (kind: "effects" | "inquiries" | "choices" | "offers" | "jobs" | "reminders" | "overrides"): Valid =>
  (_use, { used }) =>
    used && new Set(used.flatMap((feature) => Object.keys(feature[kind] ?? {})));

const VALID: Readonly<Partial<Record<NameKind, Valid>>> = {
  entity: fileEach("entity"),
  template: fileEach("print"),
  profile: fileEach("overlay"),
  enum: inFiles("shared"),
  mixin: inFiles("shared"),
  message: inFiles("shared"),
  archetype: inFiles("shared"),
  functionKey: inVocabulary,
  icon: inVocabulary,
  check: inVocabulary,
  setting: inFiles("shared"),
  module: inFiles("registry"),
  feature: (_use, { features }) => features && new Set(features.map(({ name }) => name)),
  effect: inCode("effects"),
  inquiry: inCode("inquiries"),
  choice: inCode("choices"),
  offer: inCode("offers"),
  job: inCode("jobs"),
  reminder: inCode("reminders"),
  override: (use, context) => {
    const written = inCode("overrides")(use, context);
    return written && new Set([RIGHTS_PAGE, ...(written as ReadonlySet<string>)]);
  },
  field: ({ entity }, { entities }) => {
    const owner = entities.get(entity);
    return isJudged(owner) ? owner.fields : undefined;
  },
  code: ({ entity, field }, context) => {
    const info = findField(context, entity, field ?? "");
    return info?.raw.type === "enum" && info.hasKnownCodes ? new Set(info.values.map(({ code }) => String(code))) : undefined;
  },
  flag: (_use, { sources }) => {
    const plain = sources.overlay.flatMap(({ raw }) => (raw.name === PLAIN ? Object.keys(raw.flags) : []));
    return sources.broken.overlay.has(PLAIN) ? undefined : new Set(plain);
  },
  transition: ({ entity }, { entities }) => {
    const owner = entities.get(entity);
    return owner && new Set(transitionsOf(owner).map(({ name }) => name));
  },
  action: ({ entity, as, frame }, { entities }) => {
    const owner = entities.get(entity);
    // A to-do waits for an action of its page, and a link has a name of its own.
    if (!owner || as === "todo" || get(frame.value, "open") !== undefined) return undefined;
    return new Set([...transitionsOf(owner).map(({ name }) => name), ...Object.keys(BUILT_IN_ACTIONS)]);
  },
};

/** The names that may stand where one stands; undefined: that cannot be judged, or any may. */
export function validNames(use: NameUse, context: CheckContext): Names | undefined {
  // Of a patch, what it patches must be there; which names an entry of a list may have, its list says.
  const isMade = use.frame.root.isPatch === true && (use.start !== null || use.frame.word.by !== undefined);
  return use.isDeclared || isMade ? undefined : VALID[use.kind]?.(use, context);
}
