import { inflateSync } from "node:zlib";
import { PDFArray, PDFDict, PDFDocument, PDFInvalidObject, PDFName, PDFObject, PDFStream } from "@cantoo/pdf-lib";

/*
 * What a PDF that is handed on must not have (docs/decisions/84). Every object is looked at, also those that no page leads to, that an
 * older version of the file had, or that lie in packed streams: another reader may reach them.
 */

/** What an entry of a dictionary is called, to what it is. */
const KEYS: Readonly<Record<string, string>> = {
  JS: "JavaScript",
  JavaScript: "JavaScript",
  EmbeddedFiles: "嵌入的文件",
  EF: "嵌入的文件",
  RichMediaContent: "嵌入的多媒体",
  XFA: "可执行的表单（XFA）",
};

/** What an action does, an annotation is or an object holds, to what that is. */
const VALUES: Readonly<Record<string, string>> = {
  JavaScript: "JavaScript",
  Rendition: "嵌入的多媒体",
  RichMediaExecute: "嵌入的多媒体",
  RichMedia: "嵌入的多媒体",
  Movie: "嵌入的多媒体",
  Sound: "嵌入的多媒体",
  Screen: "嵌入的多媒体",
  Launch: "启动程序的动作",
  SubmitForm: "发送数据的动作",
  ImportData: "读取文件的动作",
  GoToE: "打开嵌入文件的动作",
  EmbeddedFile: "嵌入的文件",
  FileAttachment: "嵌入的文件",
  "text/html": "嵌入的网页",
  "application/xhtml+xml": "嵌入的网页",
};

/** The entries of a dictionary that say what it does or holds. */
const TELLING = ["S", "Subtype", "Type"];

/** How a web page begins, for a browser that does not go by the type. */
const WEB_PAGE = /<(?:!doctype\s+html|html|script|iframe|svg)[\s>]/i;
const END = "%%EOF";

/** What is wrong with a PDF, in Chinese, each once; empty: nothing. */
export async function pdfFaults(bytes: Uint8Array): Promise<string[]> {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  const found = new Set<string>();
  if (!text.includes(END)) found.add("无法读取的内容");
  if (WEB_PAGE.test(text.slice(text.lastIndexOf(END) + END.length))) found.add("嵌入的网页");
  if (unpacksTooMuch(bytes, text)) return ["无法读取的内容"];
  let document: PDFDocument;
  try {
    document = await PDFDocument.load(bytes, { updateMetadata: false, preserveXFA: true, warnOnInvalidObjects: false, password: "" });
  } catch (error) {
    const isLocked = error instanceof Error && /password|encrypt/i.test(error.message);
    return [isLocked ? "打开密码" : "无法读取的内容"];
  }
  const { context } = document;
  if (!(context.lookup(context.trailerInfo.Root) instanceof PDFDict)) found.add("无法读取的内容");
  for (const [, object] of context.enumerateIndirectObjects()) look(object, found);
  for (const object of Object.values(context.trailerInfo)) if (object instanceof PDFObject) look(object, found);
  return [...found];
}

/** Streams that the reader unpacks to find objects, and how much all of them may unpack to. */
const PACKED_OBJECTS = /\/(?:ObjStm|XRef)\b[\s\S]{0,2000}?stream\r?\n/g;
const MOST_UNPACKED = 32 * 1024 * 1024;

/** The reader itself has no limit. Streams of other kinds stay packed. */
function unpacksTooMuch(bytes: Uint8Array, text: string): boolean {
  let left = MOST_UNPACKED;
  for (const { index, 0: head } of text.matchAll(PACKED_OBJECTS)) {
    try {
      left -= inflateSync(bytes.subarray(index + head.length), { maxOutputLength: left }).length;
    } catch (error) {
      // What is packed in another way is the reader's to refuse.
      if (error instanceof RangeError) return true;
    }
  }
  return left <= 0;
}

/** Goes through what an object holds itself; what it only names is an object of its own. */
function look(top: PDFObject, found: Set<string>): void {
  const waiting: PDFObject[] = [top];
  for (let object = waiting.pop(); object !== undefined; object = waiting.pop()) {
    if (object instanceof PDFInvalidObject) found.add("无法读取的内容");
    else if (object instanceof PDFArray) waiting.push(...object.asArray());
    else if (object instanceof PDFStream) waiting.push(object.dict);
    else if (object instanceof PDFDict) waiting.push(...inDict(object, found));
  }
}

function inDict(dict: PDFDict, found: Set<string>): PDFObject[] {
  return dict.entries().map(([key, value]) => {
    const name = key.decodeText();
    const said = KEYS[name] ?? (TELLING.includes(name) && value instanceof PDFName ? VALUES[value.decodeText()] : undefined);
    if (said !== undefined) found.add(said);
    return value;
  });
}
