import type { EntityInfo, FieldInfo } from "../catalogue.ts";
import { dict } from "../dict.ts";
import type { RawComputed, RawConvert, RawEnumValue, RawField, RawWindow } from "../generated/raw.ts";
import type { Calc, Cases, Predicate } from "../language.ts";
import { headOf, numberOf } from "../links.ts";
import { pathOf } from "../lookup.ts";
import type { Convert, Derived, EnumValue, Field, IndexPart, PicturePart, PlacePart, Window } from "../model.ts";
import { buildComputed } from "./computed.ts";
import { formatOf, inputOf, markWidth, TYPE_DEFAULTS, widthOf } from "./type-defaults.ts";

/** A field with everything its file left to its type. */
export function buildField({ name, raw, values }: FieldInfo, entity: EntityInfo, all: ReadonlyMap<string, EntityInfo>): Field {
  const usual = TYPE_DEFAULTS[raw.type];
  const machine = entity.raw.states?.[name];
  const format = formatOf(raw.format) ?? usual.format;
  const told = raw.type === "bool" ? YES_NO : values.map(buildEnumValue);
  return {
    name,
    title: raw.title,
    type: raw.type,
    note: raw.help ?? "",
    isRequired: raw.required ?? false,
    ...lengthsOf(raw),
    ...openingOf(raw.default ?? machine?.default ?? null),
    values: told,
    codeType: values.every(({ code }) => typeof code === "number") ? "int" : "text",
    ref: refOf(raw),
    width: raw.width ?? Math.max(widthOf(usual.width, raw.title), format === "status" ? markWidth(told) : 0),
    format,
    computed: raw.computed ? buildComputed(raw.computed, entity, all) : null,
    aggregate: raw.of ?? null,
    window: buildWindow(raw.window),
    isState: machine !== undefined,
    setting: raw.setting ?? null,
    isReadonly: (raw.readonly ?? false) || isSystemField(name, raw, entity),
    isFixed: raw.fixed ?? false,
    isSensitive: raw.sensitive ?? false,
    carries: raw.carries ?? null,
    isIdentity: raw.identity ?? false,
    min: raw.min ?? null,
    max: raw.max ?? null,
    check: raw.check ?? null,
    input: inputOf(raw.format),
    derived: raw.derived ? buildDerived(raw.derived, entity) : null,
    ...proposalOf(raw.prefill, entity),
    convert: raw.convert ? buildConvert(raw.convert) : null,
  };
}

function buildConvert({ from, rounding = "exact", cut = false, map = {} }: RawConvert): Convert {
  return { from, rounding, cut, map: dict(Object.entries(map)) };
}

/** A plain first value, or one that depends on the day or on who saves. */
function openingOf(raw: RawField["default"] | null): Pick<Field, "initial" | "opening"> {
  if (raw === null || raw === undefined || typeof raw !== "object") return { initial: raw ?? null, opening: null };
  return { initial: null, opening: raw as NonNullable<Field["opening"]> };
}

/** How long a text may be, and must be. */
export function lengthsOf({ length }: Pick<RawField, "length">): Pick<Field, "length" | "minLength"> {
  if (!Array.isArray(length)) return { length: length ?? null, minLength: null };
  const [least, most] = length;
  return { length: most, minLength: least };
}

function refOf({ to, key, where, on = {}, offer }: RawField): Field["ref"] {
  if (to === undefined || key === undefined) return null;
  const told = offer === undefined ? null : { named: offer.named, by: offer.by ?? [] };
  return { entity: to, key, choices: (where ?? null) as Predicate | null, narrow: dict(Object.entries(on)), offer: told };
}

/** What only the system writes: the key, states, bill numbers, and what is computed or derived. */
function isSystemField(name: string, raw: RawField, { raw: entity }: EntityInfo): boolean {
  const isNumber = numberOf(entity)?.field === name || headOf(entity)?.field === name;
  return raw.type === "id" || entity.states?.[name] !== undefined || isNumber || raw.computed !== undefined || raw.derived !== undefined;
}

const YES_NO: readonly EnumValue[] = [
  { code: true, text: "是", shown: "是", tone: "plain", retitle: [] },
  { code: false, text: "否", shown: "否", tone: "plain", retitle: [] },
];

/** One code with its text, its tone and its other texts. */
export function buildEnumValue({ code, title: text, shown = text, tone = "plain", cases = [] }: RawEnumValue): EnumValue {
  const retitle = cases.map(({ when, value, tone: own = tone }) => ({
    when: when as Predicate,
    text: String(value),
    shown: String(value),
    tone: own,
  }));
  return { code, text, shown, tone, retitle };
}

/** A field over the rows around it; null: the field is none. */
function buildWindow(raw: RawWindow | undefined): Window | null {
  if (!raw) return null;
  const { of, field = null, by, sort = [] } = raw;
  return { of, field, by, order: sort.map(indexPart) };
}

/** What a form proposes: of another row, or what is read on a picture. */
function proposalOf(path: string | undefined, { fields }: EntityInfo): Pick<Field, "prefill" | "readFrom"> {
  if (path === undefined) return { prefill: null, readFrom: null };
  const { via, field } = pathOf(path);
  if (fields.get(via)?.raw.type !== "images") return { prefill: { via, field }, readFrom: null };
  return { prefill: null, readFrom: { via, part: field as PicturePart } };
}

/** What each saving writes into a field, named by its kind. The shape check has seen to it that exactly one is there. */
function buildDerived({ copy, calc, cases, total }: RawComputed, { fields }: EntityInfo): Derived {
  if (copy !== undefined) {
    const { via, field } = pathOf(copy);
    return fields.get(via)?.raw.format === "place" ? { kind: "origin", of: via, part: field as PlacePart } : { kind: "copy", via, field };
  }
  if (calc) return { kind: "calc", calc: calc as Calc };
  if (cases) return { kind: "cases", cases: cases as Cases };
  if (total) return { kind: "total", of: total.of, field: total.field ?? "", where: (total.where ?? null) as Predicate | null };
  throw new Error("a derived field without a kind: the shape check must have refused it");
}

/** A field of an order; a leading - descends. */
export function indexPart(part: string): IndexPart {
  return part.startsWith("-") ? { field: part.slice(1), descending: true } : { field: part, descending: false };
}
