import type { EntityInfo, FieldInfo } from "../catalogue.ts";
import type { RawEnumValue } from "../generated/raw.ts";
import type { Predicate } from "../language.ts";
import type { EnumValue, Field } from "../model.ts";
import { buildComputed } from "./computed.ts";
import { TYPE_DEFAULTS, widthOf } from "./type-defaults.ts";

/** A field with everything its file left to its type. */
export function buildField({ name, raw, values }: FieldInfo, entity: EntityInfo): Field {
  const usual = TYPE_DEFAULTS[raw.type];
  const machine = entity.raw.states?.[name];
  return {
    name,
    title: raw.title,
    type: raw.type,
    note: raw.note ?? "",
    isRequired: raw.required ?? false,
    length: raw.length ?? null,
    initial: raw.default ?? machine?.initial ?? null,
    values: raw.type === "bool" ? YES_NO : values.map(buildEnumValue),
    codeType: values.every(({ code }) => typeof code === "number") ? "int" : "text",
    ref: raw.to !== undefined && raw.key !== undefined ? { entity: raw.to, key: raw.key } : null,
    width: raw.width ?? widthOf(usual.width, raw.title),
    format: raw.format ?? usual.format,
    computed: raw.computed ? buildComputed(raw.computed, entity) : null,
    source: raw.from === undefined ? null : sourceOf(raw.from),
    aggregate: raw.aggregate ?? null,
    isState: machine !== undefined,
  };
}

const YES_NO: readonly EnumValue[] = [
  { code: true, text: "是", tone: "plain", retitle: [] },
  { code: false, text: "否", tone: "plain", retitle: [] },
];

/** One code with its text, its tone and its other texts. */
export function buildEnumValue({ code, text, tone = "plain", retitle = [] }: RawEnumValue): EnumValue {
  return {
    code,
    text,
    tone,
    retitle: retitle.map((other) => ({ when: other.when as Predicate, text: other.text, tone: other.tone ?? tone })),
  };
}

/** `alias.field` or `field` of a view. */
export function sourceOf(from: string): { readonly alias: string | null; readonly field: string } {
  const [first = "", second] = from.split(".");
  return second === undefined ? { alias: null, field: first } : { alias: first, field: second };
}
