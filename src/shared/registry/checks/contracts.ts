import type { EntityInfo, FieldInfo } from "../catalogue.ts";
import type { Contract, EntityNeeds, FieldNeed, Needs } from "../code.ts";
import type { CheckContext } from "../context.ts";
import { isJudged } from "../lookup.ts";
import { transitionsOf } from "../machines.ts";
import { namesOf } from "../names/uses.ts";
import { didYouMean } from "../nearest.ts";
import type { Place } from "../place.ts";
import type { Problem } from "../problem.ts";
import type { Check } from "./check.ts";

const KINDS = {
  effect: "effects",
  inquiry: "inquiries",
  choice: "choices",
  offer: "offers",
  job: "jobs",
  reminder: "reminders",
  override: "overrides",
} as const;

/** Where a need is told that an entity, a field, or what the field says of itself does not fulfil. */
type Where = (entity?: EntityInfo, field?: FieldInfo, part?: "type" | "computed") => Place;

/**
 * The entities give hand-written code what it relies on; told where the code is named. What the engine itself relies on is named
 * nowhere: it is told where it should stand.
 */
export const contracts: Check = (context) => {
  const told = new Map<string, Problem>();
  const tell = (problems: readonly Problem[]) => {
    for (const problem of problems) told.set(`${problem.file} ${problem.pointer} ${problem.message}`, problem);
  };
  for (const [kind, group] of Object.entries(KINDS) as [keyof typeof KINDS, (typeof KINDS)[keyof typeof KINDS]][]) {
    for (const { name, entity, at } of namesOf(context, kind)) {
      const contract = contractOf(context, group, name);
      if (contract)
        tell([
          ...misplaced(contract, `the code of "${name}"`, entity, at),
          ...unmet(contract.needs, `the code of "${name}"`, () => at, context),
        ]);
    }
  }
  for (const { name, at } of namesOf(context, "feature")) {
    const feature = context.used?.find((one) => one.name === name);
    if (feature?.contract) tell(unmet(feature.contract.needs, `the code of "${name}"`, () => at, context));
  }
  const [menu] = context.sources.registry;
  if (context.needs && menu) tell(unmet(context.needs, "the engine", whereIs(menu.at), context));
  return [...told.values()];
};

/** A field that is another one at its line, one that is missing at the fields of its entity, an entity in the menu's file. */
function whereIs(menu: Place): Where {
  return (entity, field, part) => {
    if (field) return part ? field.at.in(part) : field.at;
    return entity ? entity.at.in("fields").onKey() : menu;
  };
}

function contractOf({ used = [] }: CheckContext, group: (typeof KINDS)[keyof typeof KINDS], name: string): Contract | undefined {
  return used.map(({ contract }) => contract?.[group]?.[name]).find((contract) => contract !== undefined);
}

/** Code for the rows of certain entities is named by others. */
function misplaced({ on }: Contract, who: string, entity: string, at: Place): Problem[] {
  if (on === undefined || entity === "" || on.includes(entity)) return [];
  return [at.problem(`${who} is made for rows of ${on.join(", ")}, not of ${entity}`)];
}

function unmet(needs: Needs, who: string, where: Where, { entities, sources, base }: CheckContext): Problem[] {
  return Object.entries(needs).flatMap(([name, each]) => {
    const entity = entities.get(name);
    // What a profile leaves as it is gives what it gave before.
    if (entity !== undefined && base?.entities.get(name) === entity) return [];
    if (entity === undefined)
      return sources.broken.entity.has(name) ? [] : [where().problem(`${who} needs the entity ${name}, which is not there`)];
    return isJudged(entity) ? unmetBy(entity, each, who, where) : [];
  });
}

function unmetBy(entity: EntityInfo, { fields = {}, readable = {}, transitions = [] }: EntityNeeds, who: string, where: Where): Problem[] {
  const named = transitionsOf(entity).map(({ name }) => name);
  const missing = transitions.filter((name) => !named.includes(name));
  return [
    ...Object.entries(fields).flatMap(([name, need]) => fieldProblems(entity, name, need, true, who, where)),
    ...Object.entries(readable).flatMap(([name, need]) => fieldProblems(entity, name, need, false, who, where)),
    ...missing.map((name) =>
      where(entity).problem(`${who} needs the transition ${name} of ${entity.name}, which is not there`, didYouMean(name, named)),
    ),
  ];
}

function fieldProblems(entity: EntityInfo, name: string, need: FieldNeed, isStored: boolean, who: string, where: Where): Problem[] {
  const field = entity.fields.get(name);
  const what = `the field ${name} of ${entity.name}`;
  if (field === undefined)
    return [where(entity).problem(`${who} needs ${what}, which is not there`, didYouMean(name, entity.fields.keys()))];
  if (isStored && field.raw.computed !== undefined)
    return [where(entity, field, "computed").problem(`${who} needs ${what} to be stored, not computed`)];
  const type = typeof need === "string" ? need : "enum";
  if (field.raw.type !== type)
    return [where(entity, field, "type").problem(`${who} needs ${what} to be of type ${type}, not ${field.raw.type}`)];
  return missingCodes(field, need).map((code) =>
    where(entity, field).problem(`${who} needs the code ${code} of ${what}, which is not there`),
  );
}

function missingCodes({ values, hasKnownCodes }: FieldInfo, need: FieldNeed): unknown[] {
  if (typeof need === "string" || !hasKnownCodes) return [];
  return need.filter((code) => values.every((value) => value.code !== code));
}
