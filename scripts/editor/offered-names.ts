import { pathToFileURL } from "node:url";
import { BUILT_IN_ACTIONS } from "../../src/shared/registry/build/actions.ts";
import type { FieldInfo } from "../../src/shared/registry/catalogue.ts";
import type { FeatureCode } from "../../src/shared/registry/code.ts";
import type { CheckContext } from "../../src/shared/registry/context.ts";
import { findField } from "../../src/shared/registry/lookup.ts";
import { transitionsOf } from "../../src/shared/registry/machines.ts";
import { declaredNames } from "../../src/shared/registry/names/uses.ts";
import type { Place } from "../../src/shared/registry/place.ts";
import { PLAIN } from "../../src/shared/registry/profile-flags.ts";
import { sharedOf } from "../../src/shared/registry/sources.ts";
import type { NameKind } from "../../src/shared/registry/word.ts";

/** A name that may stand somewhere, with what it means as Markdown. */
export interface Offered {
  readonly name: string | number | boolean;
  readonly title: string;
  /** The title, with a link to where the name is declared. */
  readonly told: string;
}

/** Of what a name is asked for: the entity at hand, the field around a code, the kind of file it stands in. */
export interface Around {
  readonly entity?: string;
  readonly field?: string;
  readonly home?: string;
}

/** The registry that names are offered of, and the directory it lies in. */
export interface Known {
  readonly context: CheckContext;
  readonly dir: string;
}

type Offer = (known: Known, around: Around) => readonly Offered[];

/** Names that the features in use bring. */
const inCode =
  (kind: Exclude<keyof FeatureCode, "name" | "needs" | "contract">): Offer =>
  ({ context }) =>
    (context.used ?? []).flatMap((feature) => Object.keys(feature[kind] ?? {}).map((name) => plain(name, `features: ${feature.name}`)));

/** Names of one part of schemas/shared, with what each is called. */
const inShared =
  (part: "functions" | "checks" | "messages"): Offer =>
  (known) =>
    sharedOf(known.context.sources, part).map(({ name, raw, at }) => offered(known, name, String(raw), at));

const OFFERS: Readonly<Partial<Record<NameKind, Offer>>> = {
  entity: (known) => [...known.context.entities.values()].map(({ name, raw, at }) => offered(known, name, raw.title, at)),
  field: (known, { entity = "" }) =>
    [...(known.context.entities.get(entity)?.fields.values() ?? [])].map((field) => offered(known, field.name, titleOf(field), field.at)),
  code: ({ context }, { entity = "", field = "" }) =>
    (findField(context, entity, field)?.values ?? []).map(({ code, title }) => plain(code, title)),
  enum: (known) =>
    sharedOf(known.context.sources, "enums").map(({ name, raw, at }) =>
      offered(known, name, raw.map(({ code, title }) => `${code} ${title}`).join(" · "), at),
    ),
  mixin: (known) =>
    sharedOf(known.context.sources, "entities").map(({ name, raw, at }) =>
      offered(
        known,
        name,
        Object.entries(raw)
          .map(([field, { title }]) => `${field} ${title}`)
          .join(" · "),
        at,
      ),
    ),
  message: inShared("messages"),
  archetype: (known, { home }) =>
    home === "module"
      ? sharedOf(known.context.sources, "modules").map(({ name, raw, at }) => offered(known, name, raw.title, at))
      : sharedOf(known.context.sources, "states").map(({ name, raw: { transitions = {} }, at }) =>
          offered(
            known,
            name,
            Object.values(transitions)
              .map(({ title }) => title)
              .join(" → "),
            at,
          ),
        ),
  functionKey: inShared("functions"),
  icon: (known) => sharedOf(known.context.sources, "icons").map(({ name, raw: { title }, at }) => offered(known, name, title, at)),
  check: inShared("checks"),
  flag: (known) =>
    known.context.sources.overlay
      .filter(({ raw }) => raw.name === PLAIN)
      .flatMap(({ raw, at }) =>
        Object.entries(raw.flags).map(([name, value]) => offered(known, name, JSON.stringify(value), at.in("flags", name))),
      ),
  profile: (known) => known.context.sources.overlay.map(({ raw, at }) => offered(known, raw.name, raw.title, at)),
  module: (known) =>
    known.context.sources.registry.flatMap(({ raw, at }) =>
      raw.groups.flatMap(({ modules }, group) =>
        modules.map(({ id, title }, index) => offered(known, id, title, at.in("groups", group, "modules", index))),
      ),
    ),
  moduleFile: (known) =>
    known.context.sources.module.map(({ name, raw, at }) =>
      offered(known, name, known.context.entities.get(raw.entity)?.raw.title ?? raw.entity, at),
    ),
  template: (known) => [...known.context.prints.values()].map(({ raw, at }) => offered(known, raw.key, raw.title, at)),
  transition: transitions,
  action: (known, around) => [
    ...transitions(known, around),
    ...Object.keys(BUILT_IN_ACTIONS).map((name) => plain(name, "内置 · built in")),
  ],
  feature: ({ context }) => (context.features ?? []).map(({ name }) => plain(name, `src/server/features/${name}`)),
  effect: inCode("effects"),
  inquiry: inCode("inquiries"),
  choice: inCode("choices"),
  offer: inCode("offers"),
  job: inCode("jobs"),
  reminder: inCode("reminders"),
  override: inCode("overrides"),
};

/** The names of a kind that may stand somewhere, in the order of their declarations; a kind that is new here offers those declared. */
export function offeredNames(kind: NameKind, known: Known, around: Around): readonly Offered[] {
  const offer = OFFERS[kind];
  return offer ? offer(known, around) : [...declaredNames(known.context, kind)].map((name) => plain(name, name));
}

function transitions(known: Known, { entity = "" }: Around): readonly Offered[] {
  const owner = known.context.entities.get(entity);
  if (!owner) return [];
  return transitionsOf(owner).map(({ name, raw, at }) =>
    offered(known, name, `${raw.title} · ${raw.from.join("、")} → ${raw.to ?? raw.from.join("、")}`, at),
  );
}

/** A field's title and type, with its codes or where it leads. */
function titleOf({ raw, values }: FieldInfo): string {
  const more = raw.type === "ref" ? ` → ${raw.to}` : values.map(({ code, title }) => ` ${code} ${title}`).join(",");
  return `${raw.title} · ${raw.type}${more}`;
}

const plain = (name: Offered["name"], title: string): Offered => ({ name, title, told: title });

function offered({ dir }: Known, name: string | number, told: string, at: Place): Offered {
  const { file, line } = at.problem("");
  const title = told.replace(/[<*]/g, "\\$&");
  return { name, title, told: `${title} — [${file}:${line}](${pathToFileURL(dir).href}/${file}#L${line})` };
}
