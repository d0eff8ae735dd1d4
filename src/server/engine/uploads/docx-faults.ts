import { SaxesParser, type SaxesTagPlain } from "saxes";
import { unpacked, type ZipEntry, zipEntries } from "./zip-entries.ts";

/*
 * What a Word document that is handed on must not have (docs/decisions/84): what runs, what is fetched when it is opened, and parts that no
 * document needs. It is refused and not cleaned: a signed contract stays the bytes that were signed.
 */

/** Parts of a document, by name. */
const PART = /^(?:\[Content_Types\]\.xml|(?:_rels|docProps|docMetadata|word|customXml)\/[^\\]+)$/;
const EXTENSIONS: ReadonlySet<string> = new Set(
  "xml rels png jpg jpeg jpe gif bmp tif tiff jfif webp wdp emf wmf svg odttf fntdata thmx xlsx".split(" "),
);
/** What printers remember of a document. */
const PRINTER = /^word\/printerSettings\/[^/]+\.bin$/i;
const RUNS = /vba|macro|activex/i;
const EMBEDDED = /^word\/embeddings\/(?!.*\.xlsx$)/i;

/** Addresses a reader may choose to follow, besides places in the document itself. */
const LINK = /^(?:https?:|mailto:|tel:|#)/i;
/** Kinds of relation (the end of their names) that fetch or run what they point to. */
const FETCHING =
  /\/(?:aFChunk|attachedTemplate|frame|subDocument|oleObject|control|vbaProject|wordVbaData|webextension|webextensiontaskpanes)$/i;
const HYPERLINK = /\/hyperlink$/i;
/** Fields of a text that run a program, or fetch from somewhere. */
const FIELDS: readonly (readonly [RegExp, string])[] = [
  [/(?:^|[\s{])DDE(?:AUTO)?\s/i, "启动程序的域（DDE）"],
  [/INCLUDE(?:PICTURE|TEXT)\s+"?(?:https?:|ftp:|file:|\\\\)/i, "读取外部内容的域"],
];
const LONGEST_NAMED = 80;

/** What is wrong with a document (docx), in Chinese, each once; empty: nothing. */
export function docxFaults(bytes: Buffer): string[] {
  const found = new Set<string>();
  const entries = zipEntries(bytes) ?? [];
  const names = new Set<string>();
  for (const entry of entries) {
    const name = entry.name.toLowerCase();
    if (entry.name.endsWith("/") && entry.unpacked === 0) continue;
    const fault = names.has(name) ? `重复的文件 ${shown(entry.name)}` : nameFault(entry.name);
    names.add(name);
    if (fault !== null) found.add(fault);
    else for (const each of contentFaults(bytes, entry)) found.add(each);
  }
  return [...found];
}

function nameFault(name: string): string | null {
  const extension = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
  const isOdd = !PART.test(name) || name.split("/").includes("..") || name.split("/").includes("");
  if (RUNS.test(name)) return `宏或控件（${shown(name)}）`;
  if (EMBEDDED.test(name)) return `嵌入的文件（${shown(name)}）`;
  return isOdd || !(EXTENSIONS.has(extension) || PRINTER.test(name)) ? `不属于文档的文件（${shown(name)}）` : null;
}

function contentFaults(bytes: Buffer, entry: ZipEntry): string[] {
  const content = unpacked(bytes, entry);
  if (content === null) return [`无法读取的文件（${shown(entry.name)}）`];
  if (!/\.(?:xml|rels)$/i.test(entry.name)) return [];
  try {
    return xmlFaults(entry.name, new TextDecoder(encodingOf(content), { fatal: true }).decode(content));
  } catch {
    return [`无法读取的文件（${shown(entry.name)}）`];
  }
}

/** UTF-8 but for what says otherwise with its first bytes; the parser holds the text to what its own head says. */
function encodingOf(content: Buffer): "utf-8" | "utf-16le" {
  return content[0] === 0xff && content[1] === 0xfe ? "utf-16le" : "utf-8";
}

/** Throws where the text is no XML. */
function xmlFaults(part: string, xml: string): string[] {
  const found: string[] = [];
  const instructions: string[] = [];
  let isInstruction = false;
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("doctype", () => void found.push(`文档类型声明（${shown(part)}）`));
  parser.on("opentag", (tag) => {
    const name = local(tag.name);
    isInstruction = name === "instrText";
    if (name === "fldSimple") instructions.push(` ${attribute(tag, "instr")} `);
    if (name === "fldChar" || name === "p") instructions.push(" ");
    if (name === "altChunk") found.push("嵌入的网页或文档（altChunk）");
    if (name === "Relationship") found.push(...relationFaults(tag));
    if (["Override", "Default"].includes(name) && RUNS.test(attribute(tag, "ContentType"))) found.push("宏或控件");
  });
  parser.on("closetag", () => {
    isInstruction = false;
  });
  parser.on("text", (text) => {
    // A field's text may be cut into runs.
    if (isInstruction) instructions.push(text);
  });
  parser.write(xml).close();
  const said = ` ${instructions.join("")} `;
  return [...found, ...FIELDS.flatMap(([field, what]) => (field.test(said) ? [what] : []))];
}

function relationFaults(tag: SaxesTagPlain): string[] {
  const [type, target] = [attribute(tag, "Type"), attribute(tag, "Target")];
  const isOutside = attribute(tag, "TargetMode").trim().toLowerCase() === "external";
  if (isOutside && HYPERLINK.test(type)) return LINK.test(target.trim()) ? [] : [`不安全的链接（${shown(target)}）`];
  if (isOutside) return [`外部内容（${shown(target)}）`];
  // A way out of the document that does not say so.
  if (/^\s*(?:[a-z][a-z0-9+.-]*:|\/\/|\\\\)/i.test(target)) return [`外部内容（${shown(target)}）`];
  return FETCHING.test(type) ? [`嵌入的内容（${shown(type.slice(type.lastIndexOf("/") + 1))}）`] : [];
}

const local = (name: string): string => name.slice(name.indexOf(":") + 1);

/** An attribute by its name without a prefix; empty: it has none. */
function attribute({ attributes }: SaxesTagPlain, wanted: string): string {
  return Object.entries(attributes).find(([name]) => local(name) === wanted)?.[1] ?? "";
}

/** A name or an address of the file's own making, as it may stand in a message. */
function shown(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, "?")
    .slice(0, LONGEST_NAMED);
}
