import { asField } from "../build/columns.ts";
import { hiddenOf } from "../build/readable.ts";
import { titleFieldOf } from "../build/show.ts";
import { todosOf } from "../build/todo-sides.ts";
import { asListFilter, conditionParts } from "../build/todos.ts";
import type { EntityInfo, ModuleInfo } from "../catalogue.ts";
import type { CheckContext } from "../context.ts";
import type { RawCalc, RawCalcOperand } from "../generated/raw.ts";
import type { Predicate } from "../language.ts";
import { fieldAround } from "../names/made-from.ts";
import { entries, listed, type Named, ordered } from "../names/named.ts";
import { fieldsIn, isSummed, type NameUse, namesOf } from "../names/uses.ts";
import type { Place } from "../place.ts";
import type { Problem } from "../problem.ts";
import { type SourceUse, sourceEntity, sourceOf, viewParts } from "../view-parts.ts";
import type { WholeModule } from "../whole-types.ts";
import type { Check } from "./check.ts";

type Side = WholeModule["audience"][number];

const ALWAYS = ["Id", "rowver"];

/** What a side must not read it cannot filter, sum, sort by, print or be shown as a heading either: each would tell it. */
export const hiddenFields: Check = (context) => context.modules.flatMap((module) => moduleProblems(module, context));

function moduleProblems(module: ModuleInfo, context: CheckContext): Problem[] {
  const { raw } = module;
  return raw.audience.flatMap((side) => {
    const hidden = hiddenOf(raw, module.entity, side).filter((name) => !ALWAYS.includes(name));
    const refuse = (names: readonly Named[], what: string) =>
      names
        .filter(({ name }) => hidden.includes(name))
        .map(({ name, at }) => at.problem(`${what} ${name}, which is hidden from the ${side}`));
    return [
      ...needed(module, side),
      ...labels(module, side),
      ...tellingUses(module, side, context).flatMap(([what, names]) => refuse(names, what)),
    ];
  });
}

function needed({ raw, at }: ModuleInfo, side: Side): Problem[] {
  const names = listed(raw.hide?.[side], at.in("hide", side));
  return names
    .filter(({ name }) => ALWAYS.includes(name))
    .map(({ name, at: place }) => place.problem(`${name} cannot be hidden: rows are addressed by it`));
}

/** A label shows the text of its status field. */
function labels({ raw, at, entity }: ModuleInfo, side: Side): Problem[] {
  const hide = raw.hide?.[side] ?? [];
  return listed(hide, at.in("hide", side)).flatMap(({ name, at: place }) => {
    const telling = [...(entity?.fields.values() ?? [])].filter(
      (field) => field.raw.computed?.label === name && !hide.includes(field.name),
    );
    return telling.map((field) =>
      place.problem(`${name} is hidden from the ${side}, but ${field.name} shows its text`, `hide ${field.name} too`),
    );
  });
}

function isFor({ frame }: NameUse, side: Side): boolean {
  const sides = frame.said("audience");
  return !Array.isArray(sides) || sides.includes(side);
}

function tellingUses(module: ModuleInfo, side: Side, context: CheckContext): (readonly [string, readonly Named[]])[] {
  const { raw, at, entity } = module;
  const fields = fieldsIn(module, context);
  const of = (as: string) => fields.filter((use) => use.as === as);
  const offered = entries(raw.filters, "field", at.in("filters")).filter((_, index) => {
    const filter = raw.filters?.[index];
    return filter !== undefined && (asField(filter).audience ?? raw.audience).includes(side);
  });
  const printed = entries(raw.print, "key", at.in("print")).flatMap(({ name, at: place }) => {
    const template = context.prints.get(name);
    const told = template ? fieldsIn(template, context).filter(({ as, entity: of }) => as !== "condition" && of === raw.entity) : [];
    return told.map((field) => ({ name: field.name, at: place }));
  });
  const counted = todosOf(module).flatMap(({ raw: todo, at: place, sides }) =>
    sides.includes(side) ? filteredBy(todo.where as Predicate, place.in("where")) : [],
  );
  const title = { name: titleFieldOf(raw, entity), at: at.in("columns") };
  return [
    ["the filter is on", offered],
    ["the sum is of", fields.filter((use) => use.entity === raw.entity && isSummed(use) && isFor(use, side))],
    ["the axis is", of("axis")],
    ["the to-do counts by", counted],
    ["the news tells", of("news").filter((use) => isFor(use, side))],
    ["rows are ordered by", ordered(raw.sort?.default, at.in("sort", "default"))],
    ["the title field is", [title]],
    ["the template prints", printed],
  ];
}

function filteredBy(where: Predicate, at: Place): Named[] {
  return conditionParts(where, at).flatMap((part) => {
    const filter = asListFilter(part.condition);
    return filter ? [{ name: filter.field, at: part.at ?? at }] : [];
  });
}

const SIDES = ["shop", "mall", "supplier"] as const;

/**
 * What an entity keeps from a side, no view over it tells, nor a field that is made of it, nor a message; and lines are kept from a side by the pages that
 * show them.
 */
export const hiddenSources: Check = (context) => [
  ...[...context.entities.values()].flatMap((entity) => [...lineProblems(entity), ...viewProblems(entity, context)]),
  ...namesOf(context, "field").flatMap((use) => tellingProblems(use, context)),
];

/** Of a name of a field in what makes another field, or in a message. */
function tellingProblems(use: NameUse, { entities }: CheckContext): Problem[] {
  const { frame, name } = use;
  const owner = entities.get(frame.root.self);
  const hide = entities.get(use.entity)?.raw.hide;
  const sides = SIDES.filter((side) => hide?.[side]?.includes(name));
  if (owner === undefined || sides.length === 0) return [];
  if (frame.key === "notify" && typeof frame.up?.key === "number") {
    // Whom it reaches, whether he may read the rows or not; the other side is either.
    const to = frame.said("to");
    return sides
      .filter((side) => to === side || to === "other")
      .map((side) => use.at.problem(`the message tells ${name}, which is hidden from the ${side}`, "leave it out"));
  }
  const { field = "", way = [] } = fieldAround(frame) ?? {};
  // What only decides which value there is, is not told.
  if (!["computed", "derived"].includes(way[0] ?? "") || way.includes("when") || way.includes("where")) return [];
  const untold = readersOf(owner).filter((side) => sides.includes(side) && !owner.raw.hide?.[side]?.includes(field));
  return untold.map((side) => {
    const [message, hint] = tells(field, name, use.entity, side);
    return use.at.problem(message, owner.raw.tenancy === "head" ? "leave it out" : hint);
  });
}

const tells = (field: string, told: string, of: string, side: Side): [message: string, hint: string] => [
  `${field} tells ${told} of ${of}, which is hidden from the ${side}`,
  `say "hide": {"${side}": ["${field}"]} here`,
];

/** The sides that may read rows of an entity. */
function readersOf({ raw }: EntityInfo): readonly Side[] {
  const isClosed = raw.tenancy === "shop" && !raw.supplierReads;
  return SIDES.filter((side) => side !== "supplier" || !isClosed);
}

function lineProblems({ raw, at, name }: EntityInfo): Problem[] {
  if (raw.tenancy !== "head" || raw.hide === undefined) return [];
  return [at.in("hide").onKey().problem(`${name} holds lines: the modules that show them say what is hidden`)];
}

function viewProblems(view: EntityInfo, { entities }: CheckContext): Problem[] {
  return viewParts(view).flatMap((part) =>
    part.sources.flatMap((use) => {
      const source = entities.get(sourceEntity(part, use.source) ?? "");
      return readersOf(view).flatMap((side) => {
        const hidden = source?.raw.hide?.[side] ?? [];
        const told = sourcesOf(use).filter((name) => hidden.includes(name));
        if (told.length === 0 || view.raw.hide?.[side]?.includes(use.field)) return [];
        return [use.at.problem(...tells(use.field, told.join(), source?.name ?? "", side))];
      });
    }),
  );
}

function sourcesOf({ source, at }: SourceUse): string[] {
  if (typeof source === "string") return [sourceOf(source).field];
  return source.calc === undefined ? [] : calcFields(source.calc, at).map(({ name }) => name);
}

/** The fields of a calculation. */
function calcFields(calc: RawCalc | Exclude<RawCalcOperand, string | number>, at: Place): Named[] {
  return (Object.entries(calc) as [string, RawCalcOperand[]][]).flatMap(([operator, operands]) =>
    operands.flatMap((operand, index) => {
      const place = at.in(operator, index);
      if (typeof operand === "number") return [];
      return typeof operand === "string" ? [{ name: operand, at: place }] : calcFields(operand, place);
    }),
  );
}
