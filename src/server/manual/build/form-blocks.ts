import { checkMessage } from "../../../shared/domain/checks.ts";
import { UPLOAD_RULES } from "../../../shared/domain/upload-rules.ts";
import type { FormField } from "../../../shared/protocol/form.ts";
import { type Block, headedTable } from "../manual.ts";
import type { PageSource } from "./page-source.ts";
import texts from "./texts.json" with { type: "json" };

const COLUMNS = { 项目: 3, 必填: 1.2, 填写要求: 9 };

const MB = 1024 * 1024;
const MOST_IMAGE = UPLOAD_RULES.image.maxBytes / MB;

/** What of its type must be known to fill a field in; the others are plain text. */
const BY_TYPE: Partial<Readonly<Record<FormField["type"], string>>> = {
  ...texts.fields,
  images: `上传 png、jpg 图片，每张不超过 ${MOST_IMAGE} MB`,
  url: "上传图片、pdf 或 Word 文件",
};

/** What is asked for when a row is written; on a settings page each row says itself how it is filled in. */
export function formBlocks({ screen }: PageSource): Block[] {
  const { form, settings } = screen;
  if (form === null || settings?.mode === "settings") return [];
  const head = rowsOf(form.sections.flatMap(({ fields }) => fields.flatMap((name) => form.fields[name] ?? [])));
  const lines = form.lines.flatMap(({ title, columns, fields }) =>
    headedTable(`填写${title}`, COLUMNS, rowsOf(columns.flatMap((name) => fields[name] ?? []))),
  );
  return [...headedTable("填写说明", COLUMNS, head), ...lines];
}

function rowsOf(fields: readonly FormField[]): string[][] {
  return fields.filter(({ isWritable }) => isWritable).map((field) => [field.title, field.isRequired ? "是" : "", wanted(field)]);
}

function wanted(field: FormField): string {
  const { options, length, minLength, min, max, check, isFixed, note, input, type } = field;
  const kind = options.length > 0 ? `选择：${options.map(({ text }) => text).join("、")}` : (BY_TYPE[type] ?? "");
  const isText = type === "string" || type === "text";
  const parts = [
    kind,
    input === "place" ? "输入地名后从提示中选择" : "",
    isText && length !== null && options.length === 0 ? `不超过 ${length} 字` : "",
    minLength !== null ? `不少于 ${minLength} 字` : "",
    min !== null ? `不小于 ${min}` : "",
    max !== null ? `不大于 ${max}` : "",
    check !== null ? checkText(checkMessage(check)) : "",
    isFixed ? "保存后不能再改" : "",
    note,
  ];
  return parts.filter((part) => part !== "").join("；");
}

/** The checks' messages say what is wrong; here the same is said of what is right. */
function checkText(message: string): string {
  return message.replace(/^不是/, "须为");
}
