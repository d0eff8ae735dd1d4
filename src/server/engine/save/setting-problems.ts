import type { Row } from "../../../shared/domain/cell.ts";
import { isSet } from "../../../shared/domain/predicate.ts";
import type { FormProblem } from "../../../shared/protocol/form.ts";
import type { Module } from "../../../shared/registry/model.ts";

/** Kinds of settings whose values have a form; others are any text. */
const KINDS: Readonly<Record<string, { readonly form: RegExp; readonly message: string }>> = {
  int: { form: /^-?\d{1,9}$/, message: "应为整数" },
  bool: { form: /^(true|false)$/, message: "应为 true 或 false" },
  url: { form: /^(https?:\/\/|\/)\S+$/, message: "应为以 http://、https:// 或 / 开头的地址" },
};

/** On a settings page every row says itself what its value may be. */
export function settingProblems({ form }: Module, row: Row): FormProblem[] {
  if (form === null || form.value === null || form.valueType === null) return [];
  const value = row[form.value] ?? null;
  const kind = KINDS[String(row[form.valueType] ?? "")];
  if (!kind || !isSet(value) || kind.form.test(String(value))) return [];
  const label = form.label === null ? "" : String(row[form.label] ?? "");
  return [{ field: form.value, message: `${label}${kind.message}` }];
}
