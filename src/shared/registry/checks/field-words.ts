import { TYPE_DEFAULTS } from "../build/type-defaults.ts";
import type { EntityInfo, FieldInfo } from "../catalogue.ts";
import type { FormatName, RawColumn, RawField } from "../generated/raw.ts";
import { findField } from "../lookup.ts";
import type { FieldType } from "../model.ts";
import type { Place } from "../place.ts";
import type { Problem } from "../problem.ts";
import type { Check } from "./check.ts";

/*
 * What may be said of a field, by its type and by what it is otherwise. The tables are closed: a property that the language gets later
 * does not compile until it is said here what it is for.
 */

const TEXTS = ["string", "text", "ref", "url", "images"] as const satisfies readonly FieldType[];
const NUMBERS = ["int", "money", "price", "quantity", "rate"] as const satisfies readonly FieldType[];
const WRITTEN = [
  "string",
  "text",
  "int",
  "bool",
  "date",
  "datetime",
  ...(["money", "price", "quantity", "rate"] as const),
  "enum",
  "ref",
  "url",
  "images",
] as const satisfies readonly FieldType[];
const ANY = [...WRITTEN, "id"] as const;

/** Property to the types it is for. */
const WORDS = {
  title: ANY,
  type: ANY,
  help: ANY,
  allow: ANY,
  was: ANY,
  convert: WRITTEN,
  sensitive: ANY,
  carries: WRITTEN,
  required: WRITTEN,
  length: TEXTS,
  default: WRITTEN,
  setting: ["text"],
  readonly: WRITTEN,
  fixed: WRITTEN,
  min: NUMBERS,
  max: NUMBERS,
  check: ["string", "text"],
  identity: ["string"],
  derived: WRITTEN,
  prefill: WRITTEN,
  values: ["enum"],
  enum: ["enum"],
  to: ["ref"],
  key: ["ref"],
  where: ["ref"],
  on: ["ref"],
  offer: ["ref"],
  width: ANY,
  format: ANY,
  computed: WRITTEN,
  from: ANY,
  of: WRITTEN,
  window: WRITTEN,
} as const satisfies Record<keyof RawField, readonly FieldType[]>;

type Word = keyof typeof WORDS;

/** What a field says means something for its type. */
export const fieldWords: Check = ({ entities }) =>
  fieldsOf(entities).flatMap(({ name, raw, at }) =>
    saidBy(raw).flatMap((word) => {
      const types: readonly FieldType[] = WORDS[word];
      return types.includes(raw.type)
        ? []
        : [
            at
              .in(word)
              .onKey()
              .problem(`"${word}" is for ${types.join(", ")}; ${name} is ${raw.type}`),
          ];
    }),
  );

/** What a form would ask for or check, which means nothing where no form writes the field. */
const OF_FORMS: readonly Word[] = ["required", "fixed", "min", "max", "check", "where", "on", "offer", "prefill", "setting", "readonly"];
/** What is derived is checked when it is saved, but nobody types it. */
const OF_TYPING: readonly Word[] = ["fixed", "where", "on", "offer", "setting", "readonly"];

/** A field that no form writes says nothing of its form. */
export const formWords: Check = ({ entities }) =>
  [...entities.values()].flatMap((entity) =>
    [...entity.fields.values()].flatMap((field) => {
      const kept = keptFrom(field, entity);
      if (kept === null) return [];
      const idle = saidBy(field.raw).filter((word) => kept.idle.includes(word));
      return idle.map((word) => field.at.in(word).onKey().problem(`"${word}" means nothing here: ${kept.why}`));
    }),
  );

function keptFrom({ name, raw }: FieldInfo, { raw: entity }: EntityInfo): { readonly idle: readonly Word[]; readonly why: string } | null {
  if (entity.view) return { idle: [...OF_FORMS, "default", "derived"], why: `${entity.name} is a view` };
  if (raw.computed) return { idle: OF_FORMS, why: `${name} is computed` };
  if (raw.derived) return { idle: OF_TYPING, why: `${name} is derived` };
  return null;
}

/** Format to the types whose values it can draw. */
const FORMATS = {
  text: ANY,
  int: ["int", "id"],
  money: ["money"],
  price: ["price"],
  quantity: ["quantity"],
  rate: ["rate"],
  date: ["date", "datetime"],
  datetime: ["datetime"],
  enum: ["enum", "string", "bool"],
  bool: ["bool"],
  images: ["images"],
  file: ["url", "images"],
  printed: ["int"],
  unread: ["int"],
  capitals: ["money"],
  place: ["string"],
  known: ["string"],
  functions: ["text"],
  scopes: ["text"],
} as const satisfies Record<FormatName, readonly FieldType[]>;

/** A format can draw the values of its field. */
export const fieldFormats: Check = (context) => [
  ...fieldsOf(context.entities).flatMap((field) => formatProblems(field, field.raw.format, field.at.in("format"))),
  ...context.modules.flatMap(({ raw, at }) => [
    ...columnProblems(raw.columns, raw.entity, at.in("columns"), context),
    ...(raw.lines ?? []).flatMap(({ columns, entity }, index) =>
      columnProblems(columns, entity, at.in("lines", index, "columns"), context),
    ),
  ]),
  ...[...context.entities.values()].flatMap(({ raw, at }) =>
    (raw.lines ?? []).flatMap(({ columns, entity }, index) => columnProblems(columns, entity, at.in("lines", index, "columns"), context)),
  ),
];

function columnProblems(columns: readonly RawColumn[], entity: string, at: Place, context: Parameters<Check>[0]): Problem[] {
  return columns.flatMap((column, index) => {
    if (typeof column === "string" || column.format === undefined) return [];
    const field = findField(context, entity, column.field);
    return field ? formatProblems(field, column.format, at.in(index, "format")) : [];
  });
}

function formatProblems({ name, raw: { type } }: FieldInfo, format: FormatName | undefined, at: Place): Problem[] {
  // Only money has an amount in capitals: told by itself.
  if (format === undefined || format === "capitals") return [];
  const types: readonly FieldType[] = FORMATS[format];
  if (types.includes(type)) return [];
  return [at.problem(`format ${format} draws ${types.join(", ")}; ${name} is ${type}`, `usual: ${TYPE_DEFAULTS[type].format}`)];
}

function fieldsOf(entities: Parameters<Check>[0]["entities"]): FieldInfo[] {
  return [...entities.values()].flatMap(({ fields }) => [...fields.values()]);
}

function saidBy(raw: RawField): Word[] {
  return (Object.keys(WORDS) as Word[]).filter((word) => raw[word] !== undefined);
}
