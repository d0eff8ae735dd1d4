import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { cpuSeconds } from "../../cpu-time.ts";
import { IS_LONG } from "../../e2e/long.ts";
import { FORM, openPortal, type Portal, signIn } from "./fixtures/portal.ts";
import { demo, fetchFile, multipart, noise, picture, send, sendBody, stateOf } from "./fixtures/uploads.ts";
import { zip } from "./fixtures/zip.ts";

const WRONG = "只能上传图片格式文件";
const SCRIPT = "<script>alert('x')</script>";
const [PNG_HEAD, IHDR_AT] = [Buffer.from("89504e470d0a1a0a", "hex"), 8];

let portal: Portal;
const tokens: Record<string, string> = {};
beforeAll(async () => {
  portal = await openPortal();
  for (const user of ["admin"]) tokens[user] = await signIn(portal, user);
});
const token = (user = "admin") => tokens[user] ?? "";
const state = () => stateOf(portal);

/** A PNG's head that claims a size. */
async function claiming(width: number, height: number): Promise<Buffer> {
  const png = Buffer.from(await picture().png().toBuffer());
  png.writeUInt32BE(width, IHDR_AT + 8);
  png.writeUInt32BE(height, IHDR_AT + 12);
  return png;
}

type Make = () => Buffer | Promise<Buffer>;

const HOSTILE: readonly (readonly [title: string, make: Make])[] = [
  ["an SVG", () => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`)],
  ["an SVG behind an XML declaration", () => Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>')],
  ["HTML", () => Buffer.from(`<!doctype html>${SCRIPT}`)],
  ["HTML behind the magic of PNG", () => Buffer.concat([PNG_HEAD, Buffer.from(`<html>${SCRIPT}</html>`)])],
  ["HTML behind the magic of JPEG", () => Buffer.concat([Buffer.from("ffd8ffe0", "hex"), Buffer.from(SCRIPT)])],
  ["nothing", () => Buffer.alloc(0)],
  ["the magic alone", () => PNG_HEAD],
  ["a PNG cut off", async () => (await noise([200, 200])).subarray(0, 60_000)],
  [
    "a JPEG cut off",
    async () =>
      (
        await sharp(await noise([300, 300]))
          .jpeg()
          .toBuffer()
      ).subarray(0, 20_000),
  ],
  ["a GIF", () => Buffer.from("R0lGODlhAQABAAAAACwAAAAAAQABAAA=", "base64")],
  ["a WebP", () => picture().webp().toBuffer()],
  ["a TIFF", () => picture().tiff().toBuffer()],
  ["an AVIF", () => picture().avif().toBuffer()],
  ["a PDF", () => demo("pdf")],
  ["a zip", () => zip({ "a.txt": "a" })],
  ["a program", () => Buffer.from("MZ\u0090\u0000", "latin1")],
  ["a PNG of negative size", () => claiming(0xffffffff, 1)],
  ["a PNG of no size", () => claiming(0, 0)],
];
const LARGE: readonly (readonly [title: string, make: Make])[] = [
  ["16000 x 16000 in a few bytes", () => picture([16_000, 16_000]).png({ compressionLevel: 9 }).toBuffer()],
  ["a PNG that claims 100000 x 100000", () => claiming(100_000, 100_000)],
  ["a PNG that claims 30000 x 30000", () => claiming(30_000, 30_000)],
  ["more than 5 MB", () => noise([1500, 1200])],
  ["100 MB", () => Buffer.alloc(100 * 1024 * 1024)],
];

describe("a hostile upload", () => {
  it.each(HOSTILE)("%s is no picture", async (_title, make) => {
    const bytes = await make();
    const before = await state();
    const seconds = await cpuSeconds(async () => {
      expect(await send(portal, token(), bytes)).toMatchObject({ status: 200, Code: 422, Msg: WRONG, Result: null });
    });
    // What a machine needs is measured where it has nothing else to do.
    if (IS_LONG) expect(seconds).toBeLessThan(2);
    expect(await state()).toEqual(before);
  });

  it.each(LARGE)("%s is too large", async (_title, make) => {
    const bytes = await make();
    const before = await state();
    expect(await send(portal, token(), bytes)).toMatchObject({ status: 200, Code: 422, Msg: `${WRONG}（不超过 5 MB、4000 万像素）` });
    expect(await state()).toEqual(before);
  });

  it("picture loses everything but its pixels", async () => {
    const png = await picture().png().toBuffer();
    const text = Buffer.from(`\0\0\0\0tEXtComment\0${SCRIPT}\0\0\0\0`, "latin1");
    text.writeUInt32BE(text.length - 12, 0);
    const polyglots = [
      Buffer.concat([png, Buffer.from(SCRIPT)]),
      await picture()
        .withExif({ IFD0: { ImageDescription: SCRIPT, Copyright: SCRIPT } })
        .jpeg()
        .toBuffer(),
      await picture().withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${SCRIPT}</x:xmpmeta>`).jpeg().toBuffer(),
      Buffer.concat([await picture().jpeg().toBuffer(), zip({ "word/document.xml": SCRIPT })]),
    ];
    for (const bytes of polyglots) {
      expect(bytes.includes("alert")).toBe(true);
      const { Code, Msg } = await send(portal, token(), bytes);
      expect(Code).toBe(200);
      const { rawPayload } = await fetchFile(portal, token(), Msg);
      expect(rawPayload.includes("alert") || rawPayload.includes("Exif")).toBe(false);
    }
  });

  it.each([
    ["HTML", () => Buffer.from(`<html>${SCRIPT}</html>`)],
    ["a zip without a document", () => zip({ "a.txt": "a" })],
    ["a spreadsheet", () => zip({ "[Content_Types].xml": "", "xl/workbook.xml": "" })],
    ["a document with macros", () => zip({ "[Content_Types].xml": "", "word/document.xml": "", "word/vbaProject.bin": "" })],
    ["a zip without an end", () => demo("docx").subarray(0, -30)],
    ["a directory that points nowhere", () => withLong(demo("docx"), 6, 0x7fffffff)],
    ["an archive that unpacks to gigabytes", () => withEntrySize(demo("docx"), 0x7fffffff)],
    ["an OLE file that is no document", () => Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(4096)])],
    ["an SVG", () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ["nothing", () => Buffer.alloc(0)],
  ])("of kind file: %s is refused", async (_title, make) => {
    const before = await state();
    const answer = await send(portal, token(), make(), { url: "/api/UpLoadFile/Upload?kind=file", filename: "合同.docx" });
    expect(answer).toMatchObject({ status: 200, Code: 422, Msg: "上传失败：只支持 png、jpg、pdf、doc、docx 文件" });
    expect(await state()).toEqual(before);
  });

  it("of kind file has its limit, too", async () => {
    const before = await state();
    const large = Buffer.concat([demo("pdf"), Buffer.alloc(20 * 1024 * 1024)]);
    const answer = await send(portal, token(), large, { url: "/api/UpLoadFile/Upload?kind=file" });
    const tooLarge = { Code: 422, Msg: "上传失败：文件不能超过 20 MB（图片不能超过 5 MB）" };
    expect(answer).toMatchObject(tooLarge);
    const largePicture = await noise([1500, 1200]);
    expect(await send(portal, token(), largePicture, { url: "/api/UpLoadFile/Upload?kind=file" })).toMatchObject(tooLarge);
    expect(await state()).toEqual(before);
  });

  const part = { filename: "a.png", bytes: Buffer.alloc(10) };
  it.each([
    ["two files", multipart(part, part), {}],
    ["no file", multipart({ name: "file", bytes: Buffer.from("text") }), {}],
    ["eleven parts", multipart(part, ...Array.from({ length: 11 }, (_, n) => ({ name: `f${n}`, bytes: Buffer.from("x") }))), {}],
    ["a name of Object.prototype", multipart({ ...part, name: "__proto__" }), {}],
    ["an empty body", Buffer.alloc(0), {}],
    ["another boundary", multipart(part), { "content-type": "multipart/form-data; boundary=another" }],
    ["no end", multipart(part).subarray(0, -20), {}],
    ["a form instead", Buffer.from("file=x&kind=image"), FORM],
  ])("with %s is refused", async (_title, payload, headers) => {
    const before = await state();
    const answer = await sendBody(portal, token(), payload, { headers });
    expect(answer).toMatchObject({ status: 200, Code: 400, Result: null });
    expect(answer.Msg).toMatch(/^上传失败：|参数 file/);
    expect(await state()).toEqual(before);
  });

  it.each([
    "multipart/form-data",
    "multipart/form-data; boundary=",
    'multipart/form-data; boundary="',
    `multipart/form-data; boundary=${"a".repeat(80)}`,
    "multipart/mixed; boundary=x",
    "image/png",
    "multipart/form-data\t; boundary=x",
  ])("declared as %j is refused", async (type) => {
    const answer = await sendBody(portal, token(), multipart(part), { headers: { "content-type": type } });
    expect(answer).toMatchObject({ status: 415, Code: 415 });
  });
});

/** The document with one number of its end record changed. */
function withLong(bytes: Buffer, fromEnd: number, value: number): Buffer {
  const copy = Buffer.from(bytes);
  copy.writeUInt32LE(value, copy.length - fromEnd);
  return copy;
}

/** The document with the unpacked size of its first entry changed. */
function withEntrySize(bytes: Buffer, value: number): Buffer {
  const copy = Buffer.from(bytes);
  copy.writeUInt32LE(value, copy.readUInt32LE(copy.length - 6) + 24);
  return copy;
}
