import type { Row } from "../../../shared/domain/cell.ts";
import { isSet } from "../../../shared/domain/predicate.ts";
import type { FormProblem, FormSpec } from "../../../shared/protocol/form.ts";
import type { QueryContext } from "../../query/context.ts";
import { isOwnAttachment } from "../uploads/attachments.ts";
import type { Draft } from "./draft.ts";

/** Addresses of files that the user adds must be files he may see: nobody names another's upload. */
export async function checkFiles({ at, page, before, head, tables }: Draft): Promise<FormProblem[]> {
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
