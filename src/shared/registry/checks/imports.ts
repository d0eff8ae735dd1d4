import { asAction } from "../build/actions.ts";
import type { EntityInfo, FieldInfo, ModuleInfo } from "../catalogue.ts";
import type { RawImport } from "../generated/raw.ts";
import { headOf, numberOf } from "../links.ts";
import { isJudged, lineNames } from "../lookup.ts";
import { machinesOf } from "../machines.ts";
import { entries, keys, listed, type Named } from "../names/named.ts";
import type { Place } from "../place.ts";
import type { Problem } from "../problem.ts";
import type { Check } from "./check.ts";

/** An entity whose rows come in, with what its file says of that. */
interface Imported {
  readonly entity: EntityInfo;
  readonly word: RawImport;
  readonly at: Place;
}

function importsOf(entities: Parameters<Check>[0]["entities"]): Imported[] {
  return [...entities.values()].flatMap((entity) => {
    const word = entity.raw.import;
    return word === undefined || !isJudged(entity) ? [] : [{ entity, word, at: entity.at.in("import") }];
  });
}

/** What comes in from a file are rows of a shop that somebody may make or change; lines come with their document. */
export const importedRows: Check = ({ entities }) =>
  importsOf(entities).flatMap(({ entity: { name, raw }, word, at }) => {
    const isOwned = raw.tenancy === "shop" || raw.tenancy === "shop+supplier";
    if (!isOwned || raw.view) return [at.onKey().problem(`rows of a shop are brought in; ${name} has none of its own`)];
    const { create, edit } = raw.save ?? {};
    return [
      ...(create || (edit && word.update) ? [] : [at.onKey().problem(`nobody may create or edit a row of ${name}`, 'say "save" there')]),
      ...(word.update && !edit ? [at.in("update").problem(`nobody may edit a row of ${name}`, 'say "save": {"edit": …} there')] : []),
    ];
  });

/** A row of a file is one row that is there, or none: what tells it is unique in the shop, and stands in the file. */
export const importKeys: Check = ({ entities }) =>
  importsOf(entities).flatMap(({ entity: { name, raw }, word, at }) => {
    const sorted = (fields: readonly string[]) => [...fields].sort().join("+");
    const unique = [...(raw.unique ?? []), ...(raw.uniqueEverywhere ?? [])];
    const isUnique = unique.some((fields) => sorted(fields) === sorted(word.key));
    const hint = `unique: ${unique.map((fields) => fields.join("+")).join(", ") || "nothing"}`;
    return [
      ...(isUnique ? [] : [at.in("key").problem(`${word.key.join("+")} may name several rows of ${name}: it is not unique`, hint)]),
      ...listed(word.key, at.in("key")).flatMap((one) =>
        word.columns.includes(one.name) ? [] : [one.at.problem(`${one.name} is no column of the file`, "list it among the columns")],
      ),
    ];
  });

/**
 * A column of a file is a field that can be typed: what is worked out, a state or a picture is none. A document may bring its number. Of
 * what a profile makes readonly its shops have no column.
 */
export const importColumns: Check = (context) =>
  importsOf(context.entities).flatMap(({ entity, word, at }) => {
    const columnProblems = (of: EntityInfo, { name, at: place }: Named, number?: string): Problem[] => {
      const field = of.fields.get(name);
      if (field === undefined || name === number) return [];
      const why = whyNotTyped(of, field, context.base !== undefined);
      return why === null ? [] : [place.problem(`${name} of ${of.name} cannot be a column: ${why}`)];
    };
    const own = listed(word.columns, at.in("columns")).flatMap((column) => columnProblems(entity, column, numberOf(entity.raw)?.field));
    const lines = Object.entries(word.lines ?? {}).flatMap(([name, columns]) => {
      const table = context.entities.get(name);
      const place = at.in("lines", name);
      if (table === undefined) return [];
      const known = lineNames(context, entity.name);
      if (!known.includes(name)) return [place.onKey().problem(`${name} holds no lines of ${entity.name}`)];
      return listed(columns, place).flatMap((column) => columnProblems(table, column));
    });
    return [...own, ...lines];
  });

/** Why nobody types a field in a file; null: he does. */
function whyNotTyped({ raw: entity }: EntityInfo, { name, raw }: FieldInfo, isOfProfile: boolean): string | null {
  if (raw.computed) return "it is computed";
  if (raw.derived) return "it is derived";
  if (raw.readonly && !isOfProfile) return "it is readonly";
  if (entity.states?.[name]) return "it is a state";
  if (raw.type === "images" || raw.type === "url") return "it is an uploaded file";
  const technical = ["Id", "SHOP_ID", "rowver", "LineNo", headOf(entity)?.field];
  return technical.includes(name) ? "the program writes it" : null;
}

/** What a ref may be told by are texts of what some column refers to. */
export const importLookups: Check = ({ entities }) =>
  importsOf(entities).flatMap(({ entity, word, at }) => {
    const lines = Object.keys(word.lines ?? {}).flatMap((name) => entities.get(name) ?? []);
    const columns = [
      ...word.columns.flatMap((name) => entity.fields.get(name) ?? []),
      ...lines.flatMap((table) => (word.lines?.[table.name] ?? []).flatMap((name) => table.fields.get(name) ?? [])),
    ];
    return keys(word.lookups, at.in("lookups")).flatMap(({ name, at: place }) => {
      const target = entities.get(name);
      if (target === undefined) return [];
      if (!columns.some(({ raw }) => raw.to === name)) return [place.problem(`no column refers to ${name}`)];
      return listed(word.lookups?.[name], at.in("lookups", name)).flatMap((one) => {
        const field = target.fields.get(one.name);
        const isText = field === undefined || (field.raw.type === "string" && !field.raw.computed);
        return isText ? [] : [one.at.problem(`nothing is told by ${one.name} of ${name}: it is no stored text`)];
      });
    });
  });

/** What a file may change are columns that a form may change, too, and not what tells the row. */
export const importUpdates: Check = ({ entities }) =>
  importsOf(entities).flatMap(({ entity: { fields }, word, at }) =>
    listed(word.update, at.in("update")).flatMap(({ name, at: place }) => {
      if (!word.columns.includes(name)) return [place.problem(`${name} is no column of the file`, "list it among the columns")];
      if (word.key.includes(name)) return [place.problem(`${name} tells which row is meant: it cannot be changed`)];
      return fields.get(name)?.raw.fixed ? [place.problem(`${name} is fixed: it is not changed afterwards`)] : [];
    }),
  );

/** What new documents go through at once is what users run without being asked anything. */
export const importTransitions: Check = ({ entities }) =>
  importsOf(entities).flatMap(({ entity, word, at }) => {
    const transitions = machinesOf(entity).flatMap((machine) => machine.transitions);
    return listed(word.then, at.in("then")).flatMap(({ name, at: place }) => {
      const raw = transitions.find((each) => each.name === name)?.raw;
      if (raw === undefined) return [];
      const asks = [
        ...(raw.by.includes("shop") || raw.by.includes("supplier") ? [] : ["no user runs it"]),
        ...(raw.reason ? ["it asks for a reason"] : []),
        ...(raw.ticks ? ["it has lines ticked"] : []),
        ...(raw.asks ? ["it asks somebody else first"] : []),
        ...(raw.preview ? ["it is looked at before it is confirmed"] : []),
      ];
      return asks.map((why) => place.problem(`"${name}" cannot follow an import: ${why}`));
    });
  });

/** A page brings in rows of an entity that says how, for sides that may write them, and shows what tells them. */
export const importActions: Check = ({ modules }) =>
  modules.flatMap((module) =>
    (module.raw.actions ?? []).flatMap((entry, index) =>
      asAction(entry).action === "import" && module.entity && isJudged(module.entity)
        ? actionProblems(module, module.entity, asAction(entry).audience, module.at.in("actions", index))
        : [],
    ),
  );

function actionProblems({ raw, at }: ModuleInfo, entity: EntityInfo, audience: readonly string[] = raw.audience, place: Place): Problem[] {
  const word = entity.raw.import;
  if (word === undefined) return [place.problem(`nothing says how rows of ${entity.name} come in`, 'say "import" there')];
  const by = [...new Set([...(entity.raw.save?.create?.by ?? []), ...(entity.raw.save?.edit?.by ?? [])])];
  const isPressed = audience.some((side) => by.includes(side === "supplier" ? "supplier" : "shop"));
  if (!isPressed) return [place.problem(`dead button: "import" is for ${by.join(" and ")}, but here for ${audience.join(" and ")}`)];
  const shown = [
    ...entries(raw.columns, "field", at.in("columns")).map(({ name }) => name),
    ...entries(raw.filters ?? [], "field", at.in("filters")).map(({ name }) => name),
    ...(raw.sections ?? entity.raw.sections ?? []).flatMap(({ fields }) => entries(fields, "field", at).map(({ name }) => name)),
  ];
  const hidden = word.key.filter((name) => !shown.includes(name));
  return hidden.map((name) =>
    place.problem(`nobody can bring in rows here: ${name} tells them, and the page does not show it`, 'show it, or say "carried"'),
  );
}
