import type { Row } from "../../../shared/domain/cell.ts";
import { problemsOf } from "../../../shared/domain/form/problems-of.ts";
import { isSet } from "../../../shared/domain/predicate.ts";
import type { FormProblem, FormSpec } from "../../../shared/protocol/form.ts";
import type { Module } from "../../../shared/registry/model.ts";
import type { QueryContext } from "../../query/context.ts";
import { isOwnAttachment } from "../uploads/attachments.ts";
import { type Draft, rowsOf } from "./draft.ts";

/** What is wrong with a draft that is complete. Lines that nobody has touched are not judged anew. */
export async function checkDraft(draft: Draft, today: string): Promise<FormProblem[]> {
  const { page, head, tables } = draft;
  const judged = problemsOf(page.complete, head, rowsOf(tables.filter(({ isSent }) => isSent)), today);
  return [...(await checkFiles(draft)), ...settingProblems(page.module, head), ...judged];
}

/** Addresses of files that the user adds must be files he may see: nobody names another's upload. */
async function checkFiles({ at, page, before, head, tables }: Draft): Promise<FormProblem[]> {
  const problems = await checkRow(at.ctx, page.form.fields, before, head);
  for (const { entity, isSent, lines } of tables) {
    const fields = page.form.lines.find((table) => table.entity === entity.name)?.fields ?? {};
    if (!isSent) continue;
    for (const [line, { before: old, row }] of lines.entries()) {
      problems.push(...(await checkRow(at.ctx, fields, old, row)).map((problem) => ({ entity: entity.name, line, ...problem })));
    }
  }
  return problems;
}

async function checkRow(ctx: QueryContext, fields: FormSpec["fields"], before: Row | null, row: Row): Promise<FormProblem[]> {
  const problems: FormProblem[] = [];
  for (const { name, title, type, isWritable } of Object.values(fields)) {
    if (!isWritable || (type !== "images" && type !== "url")) continue;
    const known = new Set(addressesOf(type, before?.[name] ?? null));
    const added = addressesOf(type, row[name] ?? null).filter((address) => !known.has(address));
    if (!(await isOwnAttachment(ctx, added, type))) problems.push({ field: name, message: `${title}含有不存在或无权使用的文件` });
  }
  return problems;
}

/** Pictures are told as a comma list. */
function addressesOf(type: "images" | "url", cell: Row[string] | null): string[] {
  if (cell === null || !isSet(cell)) return [];
  return type === "url" ? [String(cell)] : String(cell).split(",").filter(Boolean);
}

/** Kinds of settings whose values have a form; others are any text. */
const KINDS: Readonly<Record<string, { readonly form: RegExp; readonly message: string }>> = {
  int: { form: /^-?\d{1,9}$/, message: "应为整数" },
  bool: { form: /^(true|false)$/, message: "应为 true 或 false" },
  url: { form: /^(https?:\/\/|\/)\S+$/, message: "应为以 http://、https:// 或 / 开头的地址" },
};

/** On a settings page every row says itself what its value may be. */
function settingProblems({ form }: Module, row: Row): FormProblem[] {
  if (form === null || form.value === null || form.valueType === null) return [];
  const value = row[form.value] ?? null;
  const kind = KINDS[String(row[form.valueType] ?? "")];
  if (!kind || !isSet(value) || kind.form.test(String(value))) return [];
  const label = form.label === null ? "" : String(row[form.label] ?? "");
  return [{ field: form.value, message: `${label}${kind.message}` }];
}
