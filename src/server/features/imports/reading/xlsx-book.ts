import { posix } from "node:path";
import { type ZipEntry, zipEntries } from "../../../engine/uploads/zip-entries.ts";
import { type NumberFormat, numberFormat } from "./number-format.ts";
import { DAMAGED, ReadFault, TOO_COMPLEX } from "./read-fault.ts";
import { TextTable } from "./text-table.ts";
import { attributeOf, readXml } from "./xml-text.ts";

/** What is needed to read the first sheet of a workbook. */
export interface XlsxBook {
  readonly bytes: Buffer;
  readonly sheet: ZipEntry;
  readonly texts: TextTable;
  /** By the number that cells give their style. */
  readonly formats: readonly NumberFormat[];
  readonly is1904: boolean;
}

const MB = 1024 * 1024;
/** What all parts may unpack to, by the archive's own word: 100,000 rows take a tenth of it. */
const MOST_UNPACKED = 400 * MB;
/** No sheet packs better than that, once it is larger than so much. */
const MOST_RATIO = 200;
const RATIO_FROM = 10 * MB;
const MOST_TEXTS_BYTES = 96 * MB;

const PARTS: readonly (readonly [pattern: RegExp, what: string])[] = [
  [/(?:^|\/)(?:vba(?:Project|Data)|macrosheets?)[^/]*(?:\/|$)/i, "宏"],
  [/(?:^|\/)externalLinks\//i, "指向其他文件的链接"],
  [/(?:^|\/)(?:embeddings|activeX|ctrlProps|webextensions)\//i, "嵌入的对象或控件"],
];

/** Opens a zip archive as a workbook. Throws {@link ReadFault} where it is another thing, holds what is not taken, or would unpack to too much. */
export async function openXlsx(bytes: Buffer): Promise<XlsxBook> {
  const parts = partsOf(bytes);
  const root = await relationsOf(bytes, parts, "");
  const path = root.find(({ type }) => type === "officeDocument")?.target;
  const workbook = path === undefined ? undefined : parts.get(path);
  if (path === undefined || workbook === undefined) throw new ReadFault(isOther(parts) ?? DAMAGED);
  const relations = await relationsOf(bytes, parts, path);
  const { sheetRelation, is1904 } = await readWorkbook(bytes, workbook);
  const sheet = parts.get(relations.find(({ id }) => id === sheetRelation)?.target ?? "");
  if (sheet === undefined) throw new ReadFault(DAMAGED);
  const partOf = (kind: string) => parts.get(relations.find(({ type }) => type === kind)?.target ?? "");
  const [texts, styles] = [partOf("sharedStrings"), partOf("styles")];
  return {
    bytes,
    sheet,
    is1904,
    texts: texts === undefined ? new TextTable(0) : await readTexts(bytes, texts),
    formats: styles === undefined ? [] : await readFormats(bytes, styles),
  };
}

/** The files of the archive by name, after a look at their names and sizes. */
function partsOf(bytes: Buffer): ReadonlyMap<string, ZipEntry> {
  const entries = zipEntries(bytes);
  if (entries === null) throw new ReadFault(DAMAGED);
  const files = entries.filter(({ name }) => !name.endsWith("/"));
  const parts = new Map(files.map((entry) => [entry.name, entry]));
  if (parts.size < files.length) throw new ReadFault(DAMAGED);
  if (files.some(({ isEncrypted }) => isEncrypted)) throw new ReadFault(ENCRYPTED);
  const found = PARTS.filter(([pattern]) => files.some(({ name }) => pattern.test(name))).map(([, what]) => what);
  if (found.length > 0) throw new ReadFault(`文件中有${found.join("、")}，不能导入，请把数据复制到新的工作簿中保存为 xlsx 后重新上传`);
  const unpacked = files.reduce((sum, entry) => sum + entry.unpacked, 0);
  const isBomb = files.some((entry) => entry.unpacked > RATIO_FROM && entry.unpacked > entry.packed * MOST_RATIO);
  if (unpacked > MOST_UNPACKED || isBomb) throw new ReadFault(TOO_COMPLEX);
  return parts;
}

export const ENCRYPTED = "文件设有打开密码，无法读取，请去掉密码后重新上传";
export const NOT_A_TABLE = "不是 Excel 或 CSV 文件，请上传 xlsx、xls 或 csv 文件";
export const SAVE_AS_XLSX = "不支持这种格式的文件，请用 Excel 打开并另存为 xlsx 后重新上传";

/** What else the archive is: another kind of workbook, or none. */
function isOther(parts: ReadonlyMap<string, ZipEntry>): string | null {
  if (parts.has("xl/workbook.bin") || parts.has("content.xml")) return SAVE_AS_XLSX;
  return parts.has("[Content_Types].xml") && [...parts.keys()].some((name) => name.startsWith("xl/")) ? null : NOT_A_TABLE;
}

interface Relation {
  readonly id: string;
  /** The last word of its kind, e.g. `worksheet`. */
  readonly type: string;
  readonly target: string;
}

/** What a part refers to; of the empty name: the archive itself. */
async function relationsOf(bytes: Buffer, parts: ReadonlyMap<string, ZipEntry>, part: string): Promise<readonly Relation[]> {
  const folder = posix.dirname(part);
  const entry = parts.get(posix.join(folder, "_rels", `${posix.basename(part)}.rels`));
  const relations: Relation[] = [];
  if (entry === undefined) return relations;
  await readXml(bytes, entry, {
    open(name, tag) {
      if (name !== "Relationship" || attributeOf(tag, "TargetMode") === "External") return;
      const target = attributeOf(tag, "Target");
      relations.push({
        id: attributeOf(tag, "Id"),
        type: attributeOf(tag, "Type").split("/").at(-1) ?? "",
        target: target.startsWith("/") ? target.slice(1) : posix.join(folder, target),
      });
    },
  });
  return relations;
}

/** The relation of the first sheet that can be seen. */
async function readWorkbook(bytes: Buffer, entry: ZipEntry): Promise<{ readonly sheetRelation: string; readonly is1904: boolean }> {
  let sheetRelation: string | null = null;
  let is1904 = false;
  await readXml(bytes, entry, {
    open(name, tag) {
      if (name === "workbookPr") is1904 = ["1", "true"].includes(attributeOf(tag, "date1904"));
      if (name === "sheet" && sheetRelation === null && !/hidden/i.test(attributeOf(tag, "state")))
        sheetRelation = tag.attributes["r:id"] ?? attributeOf(tag, "id");
    },
  });
  if (sheetRelation === null) throw new ReadFault(DAMAGED);
  return { sheetRelation, is1904 };
}

/** Texts that cells name by number. How Japanese is read aloud is no part of them. */
async function readTexts(bytes: Buffer, entry: ZipEntry): Promise<TextTable> {
  const table = new TextTable(MOST_TEXTS_BYTES);
  let [text, isText, isPhonetic] = ["", false, false];
  await readXml(bytes, entry, {
    open(name) {
      if (name === "si") text = "";
      if (name === "rPh") isPhonetic = true;
      isText = name === "t" && !isPhonetic;
    },
    close(name) {
      if (name === "si") table.add(text);
      if (name === "rPh") isPhonetic = false;
      isText = false;
    },
    text(more) {
      if (isText) text += more;
    },
  });
  return table;
}

async function readFormats(bytes: Buffer, entry: ZipEntry): Promise<readonly NumberFormat[]> {
  const codes = new Map<number, string>();
  const ids: number[] = [];
  let isOfCells = false;
  await readXml(bytes, entry, {
    open(name, tag) {
      if (name === "numFmt") codes.set(Number(attributeOf(tag, "numFmtId")), attributeOf(tag, "formatCode"));
      if (name === "cellXfs") isOfCells = true;
      if (name === "xf" && isOfCells) ids.push(Number(attributeOf(tag, "numFmtId") || 0));
    },
    close(name) {
      if (name === "cellXfs") isOfCells = false;
    },
  });
  return ids.map((id) => numberFormat(id, codes.get(id)));
}
