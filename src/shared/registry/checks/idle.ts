import { asAction, sidesOf } from "../build/actions.ts";
import type { CheckContext } from "../context.ts";
import { machinesOf } from "../machines.ts";
import type { NameUse } from "../names/uses.ts";
import { allNamesOf, namesOf } from "../names/uses.ts";
import { type Place, placeIn } from "../place.ts";
import { sharedOf } from "../sources.ts";
import { type NameKind, type Word, wordOfFile } from "../word.ts";
import type { Check } from "./check.ts";

/*
 * Long on purpose: what is there and of no use to anybody. All of it warns, and is told where nothing else is wrong: what is used
 * by a broken file is not idle.
 */

/** Every shared thing is used: a list of codes, field group, message, archetype, print template. */
export const idleNames: Check = (context) => [
  ...idle(context, "enum", "no field has this list of codes"),
  ...idle(context, "mixin", "no entity has this field group"),
  ...idle(context, "message", "no guard answers with this message"),
  ...idle(context, "template", "no page prints this template"),
  ...archetypes(context),
];

function idle(context: CheckContext, kind: NameKind, message: string): ReturnType<Check> {
  // What only a profile names is used.
  const uses = allNamesOf(context, kind);
  const used = new Set(uses.flatMap((use) => (use.isDeclared ? [] : [use.name])));
  return uses.flatMap((use: NameUse) => (use.isDeclared && !used.has(use.name) ? [use.at.problem(message, "leave it out")] : []));
}

function archetypes({ sources }: CheckContext): ReturnType<Check> {
  const modules = new Set(sources.module.map(({ file }) => (file.value as { like?: string }).like));
  const machines = sources.entity.flatMap(({ file }) =>
    Object.values((file.value as { states?: Record<string, { like?: string; transitions?: object }> }).states ?? {}),
  );
  return [
    ...sharedOf(sources, "modules").flatMap(({ name, at }) =>
      modules.has(name) ? [] : [at.onKey().problem("no module is like this archetype", "leave it out")],
    ),
    ...sharedOf(sources, "states").flatMap(({ name, at }) =>
      machines.some(({ like }) => like === name) ? [] : [at.onKey().problem("no machine is like this archetype", "leave it out")],
    ),
  ];
}

/** Some button, effect, hour or code runs every transition that users may run. */
export const pressedTransitions: Check = (context) => {
  if (context.used === undefined) return [];
  const coded = context.used.flatMap(({ contract }) => {
    const named = Object.values(contract ?? {}).flatMap((part) =>
      Object.values(part as object).flatMap((one: { needs?: object }) => Object.entries(one?.needs ?? {})),
    );
    return [...named, ...Object.entries(contract?.needs ?? {})].flatMap(([entity, needs]) =>
      ((needs as { transitions?: readonly string[] }).transitions ?? []).map((name) => `${entity}.${name}`),
    );
  });
  const pressed = context.modules.flatMap(({ raw }) =>
    (raw.actions ?? [])
      .map(asAction)
      .flatMap(({ action, audience = raw.audience }) =>
        audience.map((side) => `${raw.entity}.${action} ${side === "supplier" ? "supplier" : "shop"}`),
      ),
  );
  const run = new Set([
    ...coded,
    ...namesOf(context, "transition").flatMap((use) =>
      use.isDeclared || use.as === "apart" || use.as === "import" ? [] : [`${use.entity}.${use.name}`],
    ),
  ]);
  return [...context.entities.values()].flatMap((entity) =>
    machinesOf(entity).flatMap(({ transitions }) =>
      transitions.flatMap(({ name, raw: { by }, at }) => {
        if (run.has(`${entity.name}.${name}`)) return [];
        return by.flatMap((side, index) =>
          (side === "shop" || side === "supplier") && !pressed.includes(`${entity.name}.${name} ${side}`)
            ? [
                at
                  .in("by", index)
                  .problem(`no page has a button for the ${side} that runs "${name}"`, "list it among the actions of a page"),
              ]
            : [],
        );
      }),
    ),
  );
};

/** Nothing says what would be so anyway: a yes or no that is no, the state of a chain, the right of a link, when a document may be written. */
export const idleDefaults: Check = (context) => {
  const no = [
    ...(["entity", "module", "print"] as const).flatMap((kind) =>
      context.sources[kind].flatMap(({ file }) => falseFlags(file.value, wordOfFile(kind), placeIn(file))),
    ),
    ...context.sources.shared.flatMap(({ raw, file }) =>
      falseFlags(raw.entities, wordOfFile("shared").at("entities"), placeIn(file).in("entities")),
    ),
  ];
  const entities = [...context.entities.values()].flatMap(({ raw, at }) => {
    const [first] = Object.entries(raw.states ?? {});
    const draft = first && JSON.stringify({ eq: [first[0], first[1].default] });
    return [
      ...(raw.chain?.state !== undefined && raw.chain.state === first?.[0] ? [at.in("chain", "state")] : []),
      ...(["edit", "delete"] as const).flatMap((way) =>
        draft !== undefined && JSON.stringify(raw.save?.[way]?.when) === draft ? [at.in("save", way, "when")] : [],
      ),
    ];
  });
  const links = context.modules.flatMap(({ raw, at }) =>
    (raw.actions ?? []).flatMap((entry, index) => {
      const { open, key } = asAction(entry);
      return open && key === "query" ? [at.in("actions", index, "key")] : [];
    }),
  );
  return [...no, ...entities, ...links].map((place) => place.onKey().problem("this would be so anyway", "leave it out"));
};

/** What says as much when it is left out as when nothing stands in it. */
const EMPTY = [
  "hide",
  "shop",
  "mall",
  "supplier",
  "effects",
  "guards",
  "filters",
  "actions",
  "print",
  "signatures",
  "notes",
  "sums",
  "lines",
  "sections",
];

/** Where yes or no is said to be no, or a list is empty. What stands in states may be said against an archetype. */
function falseFlags(value: unknown, word: Word | null, at: Place): Place[] {
  if (typeof value !== "object" || value === null || word === null) return [];
  return Object.entries(value).flatMap(([key, inner]): Place[] => {
    const [step, below] = Array.isArray(value) ? [Number(key), word.at(Number(key))] : [key, word.at(key)];
    if (key === "states") return [];
    const isEmpty = EMPTY.includes(key) && typeof inner === "object" && Object.keys(inner as object).length === 0;
    return isEmpty || (inner === false && below?.isFlag) ? [at.in(step)] : falseFlags(inner, below, at.in(step));
  });
}

/** A button's sides are fewer than those it would have anyway, and so are those of a filter, a sum and the news. */
export const idleAudiences: Check = ({ modules }) =>
  modules.flatMap(({ raw, at, entity }) => {
    const same = (sides: readonly string[] | undefined, all: readonly string[]) =>
      sides !== undefined && all.every((side) => sides.includes(side));
    const transitions = entity ? machinesOf(entity).flatMap((machine) => machine.transitions) : [];
    const actions = (raw.actions ?? []).flatMap((entry, index) => {
      const { action, audience, open } = asAction(entry);
      const by = open ? undefined : (transitions.find(({ name }) => name === action)?.raw.by ?? entity?.raw.save?.[action as "create"]?.by);
      return same(audience, by ? sidesOf(by, raw.audience) : raw.audience) ? [at.in("actions", index, "audience")] : [];
    });
    const filters = (raw.filters ?? []).flatMap((filter, index) =>
      typeof filter === "object" && same(filter.audience, raw.audience) ? [at.in("filters", index, "audience")] : [],
    );
    const sums = (raw.footer?.sums ?? []).flatMap((sum, index) =>
      typeof sum === "object" && same(sum.audience, raw.audience) ? [at.in("footer", "sums", index, "audience")] : [],
    );
    const news = same(raw.news?.audience, raw.audience) ? [at.in("news", "audience")] : [];
    // What an archetype says is not the file's.
    return [...actions, ...filters, ...sums, ...news]
      .filter((place) => place.spot() !== null)
      .map((place) => place.onKey().problem("these are the sides it has anyway", "leave it out"));
  });
