import type { FormField, FormProblem, FormSpec } from "../../protocol/form.ts";
import { type Cell, cellFromWire, compareCells, isScaled, type Row } from "../cell.ts";
import { checkMessage, passes } from "../checks.ts";
import { percentText } from "../decimal-text.ts";
import { fieldsOfPredicate, holds, isSet } from "../predicate.ts";
import { isTooLarge } from "../scaled.ts";
import { settingOfKey, settingProblem, unknownKey } from "../setting.ts";
import { type FormFields, formEnv, isKept, type LineRows, lineFieldsOf } from "./form-cells.ts";

/**
 * Everything that is wrong with the values, at once: what is missing, too long, out of bounds, not one of the codes, not what
 * its check asks for, and the form's rules. Values as {@link deriveForm} leaves them.
 */
export function problemsOf(spec: FormSpec, head: Row, lines: LineRows, today: string): FormProblem[] {
  const ofLines = Object.entries(lines).flatMap(([entity, rows]) => {
    const fields = lineFieldsOf(spec, entity);
    return rows.flatMap((row, line) => problemsOfRow(fields, row).map((problem) => ({ entity, line, ...problem })));
  });
  return [...problemsOfRow(spec.fields, head), ...problemsOfSettings(spec, head), ...problemsOfRules(spec, head, today), ...ofLines];
}

/** What is wrong with single fields of a row. */
function problemsOfRow(fields: FormFields, row: Row): FormProblem[] {
  const problems: FormProblem[] = [];
  for (const field of keptOf(fields)) {
    const message = fault(field, row[field.name] ?? null);
    if (message !== null) problems.push({ field: field.name, message: `${field.title}${message}` });
  }
  return problems;
}

const kept = new WeakMap<FormFields, readonly FormField[]>();

/** The fields that saving writes. */
function keptOf(fields: FormFields): readonly FormField[] {
  const known = kept.get(fields) ?? Object.values(fields).filter(isKept);
  kept.set(fields, known);
  return known;
}

const ofSettings = new WeakMap<FormFields, readonly FormField[]>();

/** The fields that hold the value of a setting. */
function settingFieldsOf(fields: FormFields): readonly FormField[] {
  const known = ofSettings.get(fields) ?? keptOf(fields).filter(({ setting = "" }) => setting !== "");
  ofSettings.set(fields, known);
  return known;
}

/** What may stand in the value of a setting, the setting says whose key stands beside it (docs/decisions/109). */
function problemsOfSettings({ fields, settings = {} }: FormSpec, head: Row): FormProblem[] {
  return settingFieldsOf(fields).flatMap((field): FormProblem[] => {
    const [by, key] = [field.setting ?? "", String(head[field.setting ?? ""] ?? "")];
    if (key === "") return [];
    const found = settingOfKey(settings, key);
    if (found === null) return [{ field: by, message: unknownKey(key, settings) }];
    const problem = settingProblem(found.setting, String(head[field.name] ?? ""));
    return problem === null ? [] : [{ field: field.name, message: problem }];
  });
}

/** The same problems, but at most one a field: what could not be read is not missing, too. */
export function firstOfEach(problems: readonly FormProblem[]): readonly FormProblem[] {
  if (problems.length < 2) return problems;
  const first = new Map<string, FormProblem>();
  for (const problem of problems) {
    const key = JSON.stringify([problem.entity ?? "", problem.line ?? -1, problem.field]);
    if (!first.has(key)) first.set(key, problem);
  }
  return [...first.values()];
}

function fault(field: FormField, cell: Cell): string | null {
  if (!isSet(cell)) return field.isRequired ? "不能为空" : null;
  if (field.length !== null && typeof cell === "string" && cell.length > field.length) return `不能超过${field.length}个字`;
  if (field.minLength !== null && typeof cell === "string" && cell.length < field.minLength) return `不能少于${field.minLength}个字`;
  if (field.min !== null && compareCells(cell, cellFromWire(field, field.min)) < 0) return `不能小于${boundText(field, field.min)}`;
  if (field.max !== null && compareCells(cell, cellFromWire(field, field.max)) > 0) return `不能大于${boundText(field, field.max)}`;
  if (isScaled(field.type) && isTooLarge(BigInt(cell as bigint), field.type)) return "超出范围，请核对数量和单价";
  if (field.type === "enum" && !field.options.some(({ value }) => value === cell)) return unknownChoice(field.options);
  return field.check !== null && !passes(field.check, cell) ? checkMessage(field.check) : null;
}

/** A bound as it is entered: of a rate in percent. */
const boundText = ({ type }: FormField, bound: string): string => (type === "rate" ? percentText(bound).replace(/\.?0+%$/, "%") : bound);

const MOST_CHOICES = 12;

/** What is said, behind the field's title, of a value that is none of the choices. */
export function unknownChoice(options: FormField["options"]): string {
  const named = options.slice(0, MOST_CHOICES).map(({ text }) => text);
  return named.length === 0 ? "不是可选的值" : `不是可选的值，可选：${named.join("、")}${options.length > MOST_CHOICES ? " 等" : ""}`;
}

const asked = new WeakMap<FormSpec, FormSpec["rules"]>();

/** The rules over fields that the form knows: others are the server's to ask. */
function askedRules(spec: FormSpec): FormSpec["rules"] {
  const known = asked.get(spec);
  if (known) return known;
  const isKnown = (name: string) => spec.fields[name] !== undefined;
  const rules = spec.rules.filter(
    ({ require, when }) => fieldsOfPredicate(require).every(isKnown) && (when === null || fieldsOfPredicate(when).every(isKnown)),
  );
  asked.set(spec, rules);
  return rules;
}

/** Rules are told in their own words. */
function problemsOfRules(spec: FormSpec, head: Row, today: string): FormProblem[] {
  const rules = askedRules(spec);
  if (rules.length === 0) return [];
  const [{ fields }, env] = [spec, formEnv(today)];
  const broken = rules.filter(
    (rule) => (rule.when === null || holds(rule.when, fields, head, env)) && !holds(rule.require, fields, head, env),
  );
  return broken.map(({ field, message }) => ({ field, message }));
}
