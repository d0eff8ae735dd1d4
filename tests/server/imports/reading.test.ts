import { describe, expect, it } from "vitest";
import { ReadFault } from "../../../src/server/features/imports/reading/read-fault.ts";
import { readSheet } from "../../../src/server/features/imports/reading/read-sheet.ts";
import { book, oldFormula, ole, packed, parts, rowsOf } from "./fixtures/books.ts";

const textsOf = async (bytes: Buffer) => (await rowsOf(bytes)).rows.map(({ cells }) => cells);
const faultOf = async (bytes: Buffer): Promise<string> => {
  const error = await rowsOf(bytes).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ReadFault);
  return (error as ReadFault).message;
};
const sheetOf = (data: string, more: Record<string, string> = {}) => packed(parts(`<sheetData>${data}</sheetData>`, more));

describe("workbooks", () => {
  it("are read as they are shown: texts, plain numbers, days, times, codes with zeros in front", async () => {
    const styles = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="000000"/><numFmt numFmtId="165" formatCode="yyyy&quot;年&quot;m&quot;月&quot;d&quot;日&quot;"/><numFmt numFmtId="166" formatCode="[Red]0.00;&quot;dd&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="22"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/><xf numFmtId="20"/></cellXfs></styleSheet>`;
    const cells = [
      '<c r="A2" s="1"><v>46351</v></c>',
      '<c r="B2" s="2"><v>46351.520833333336</v></c>',
      '<c r="C2" s="3"><v>42</v></c>',
      '<c r="D2" s="4"><v>46351</v></c>',
      '<c r="E2" s="5"><v>-12.5</v></c>',
      '<c r="F2"><v>6.9012345678921E+12</v></c>',
      '<c r="G2"><v>0.30000000000000004</v></c>',
      '<c r="H2" s="6"><v>0.35416666666666669</v></c>',
      '<c r="I2" t="b"><v>1</v></c>',
      '<c r="J2" t="inlineStr"><is><t> 两</t><rPh sb="0" eb="1"><t>liang</t></rPh><t>段 </t></is></c>',
      '<c r="L2"><v>1E-7</v></c>',
    ];
    const { rows } = await rowsOf(sheetOf(`<row r="2">${cells.join("")}</row>`, { "xl/styles.xml": styles }));
    expect(rows).toEqual([
      {
        line: 2,
        cells: [
          "2026-11-25",
          "2026-11-25 12:30:00",
          "000042",
          "2026-11-25",
          "-12.5",
          "6901234567892.1",
          "0.3",
          "08:30:00",
          "true",
          "两段",
          "",
          "0.0000001",
        ],
      },
    ]);
  });

  it("of spreadsheets are read alike, xlsx and xls", async () => {
    const rows = [
      ["编码", "名称", "数量"],
      ["00123", "矿泉水 550ml", 12.5],
      [null, null, null],
      ["A&<>\"'", "第二\n行", 0],
    ];
    const read = [
      ["编码", "名称", "数量"],
      ["00123", "矿泉水 550ml", "12.5"],
      ["A&<>\"'", "第二\n行", "0"],
    ];
    for (const type of ["xlsx", "biff8"] as const) {
      const found = await rowsOf(book(rows, type));
      expect(
        found.rows.map(({ cells }) => cells),
        type,
      ).toEqual(read);
      expect(
        found.rows.map(({ line }) => line),
        type,
      ).toEqual([1, 2, 4]);
    }
  });

  it("are read by the first sheet that is shown; merged cells are told", async () => {
    const workbook = `<workbook xmlns:r="x"><workbookPr date1904="1"/><sheets><sheet name="a" state="hidden" r:id="r9"/><sheet name="b" r:id="r1"/></sheets></workbook>`;
    const merges =
      '<sheetData><row><c><v>1</v></c></row></sheetData><mergeCells><mergeCell ref="A1:C1"/><mergeCell ref="A2:A9"/></mergeCells>';
    const { rows, merged } = await rowsOf(packed(parts(merges, { "xl/workbook.xml": workbook })));
    expect(rows).toEqual([{ line: 1, cells: ["1"] }]);
    expect(merged).toEqual({ range: "A2:A9", lastLine: 9 });
  });

  it("of 100,000 rows come piece by piece, with little memory", async () => {
    const line = (n: number) => `<row r="${n}"><c r="A${n}" t="inlineStr"><is><t>G${n}</t></is></c><c r="B${n}"><v>${n}.5</v></c></row>`;
    const bytes = sheetOf(Array.from({ length: 100_000 }, (_row, n) => line(n + 1)).join(""));
    const sizes: number[] = [];
    let last = "";
    await readSheet(Uint8Array.from(bytes), async (rows) => {
      sizes.push(rows.length);
      last = rows.at(-1)?.cells.join() ?? "";
    });
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(100_000);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(1000);
    expect(last).toBe("G100000,100000.5");
  });
});

describe("the thread that reads", () => {
  const long = () => Uint8Array.from(Buffer.from(`a,b\n${`${"x".repeat(20_000)},1\n`.repeat(300)}`));

  it("gives the caller what is wrong with a file, and stops where the caller fails", async () => {
    await expect(readSheet(Uint8Array.from(Buffer.from("MZ")), async () => undefined)).rejects.toThrow(/^不是 Excel/);
    const failing = () => Promise.reject(new Error("the caller"));
    await expect(readSheet(long(), failing)).rejects.toThrow("the caller");
  });

  it("is ended where it takes too long, or more memory than it may", async () => {
    const ask = (limits: { seconds: number; memoryMb: number }) => readSheet(long(), async () => undefined, limits);
    await expect(ask({ seconds: 0.001, memoryMb: 100 })).rejects.toThrow(/^文件内容过大或过于复杂/);
    await expect(ask({ seconds: 60, memoryMb: 4 })).rejects.toThrow(/^文件内容过大或过于复杂/);
  });
});

describe("text files", () => {
  const TABLE = "编码,名称\r\n001,“水”\r\n";
  const read = [
    ["编码", "名称"],
    ["001", "“水”"],
  ];
  // 编码,名称 / 001,“水” as GB18030 has them.
  const GB = Buffer.from("b1e0c2eb2cc3fbb3c60d0a3030312ca1b0cbaea1b10d0a", "hex");

  it.each([
    ["UTF-8", Buffer.from(TABLE)],
    ["UTF-8 with its mark", Buffer.from(`\ufeff${TABLE}`)],
    ["UTF-16", Buffer.from(`\ufeff${TABLE}`, "utf16le")],
    ["GB18030", GB],
  ])("are read in %s", async (_name, bytes) => {
    expect(await textsOf(bytes)).toEqual(read);
  });

  it.each([",", ";", "\t"])("are separated by %j", async (separator) => {
    const text = [`a${separator}"b,;\tc"`, `1${separator}2`].join("\n");
    expect(await textsOf(Buffer.from(text))).toEqual([
      ["a", "b,;\tc"],
      ["1", "2"],
    ]);
  });

  it("have quotes, line breaks within them, codes held as text, rows that hold nothing, and any end of a line", async () => {
    const text = 'a,b,c\r"x ""y""","1\r\n2",="0012"\r\n\n ,,\n"last",2\'5"';
    const { rows } = await rowsOf(Buffer.from(text));
    expect(rows).toEqual([
      { line: 1, cells: ["a", "b", "c"] },
      { line: 2, cells: ['x "y"', "1\r\n2", "0012"] },
      { line: 5, cells: ["last", "2'5\""] },
    ]);
  });

  it("are the same wherever they are cut", async () => {
    const row = `"${"长".repeat(300)}""",${"b".repeat(500)}\r\n`;
    const { rows } = await rowsOf(Buffer.from(row.repeat(2000)));
    expect(rows).toHaveLength(2000);
    expect(new Set(rows.map(({ cells }) => JSON.stringify(cells))).size).toBe(1);
  });
});

describe("what is refused is refused in one sentence", () => {
  const bomb = () => sheetOf(`<row><c t="inlineStr"><is><t>${" ".repeat(60_000_000)}</t></is></c></row>`);
  const other = (text: string) => async () => Buffer.from(text, "latin1");
  const cases: readonly (readonly [name: string, file: () => Buffer | Promise<Buffer>, message: RegExp])[] = [
    ["a zip bomb by its ratio", bomb, /^文件内容过大或过于复杂/],
    [
      "a zip bomb by its own word",
      () => packed(parts(""), { claims: { "xl/worksheets/sheet1.xml": 4_000_000_000 } }),
      /^文件内容过大或过于复杂/,
    ],
    [
      "a part larger than the archive says",
      () => packed(parts("<sheetData/>"), { claims: { "xl/worksheets/sheet1.xml": 9 } }),
      /^文件已损坏/,
    ],
    [
      "entities that multiply",
      () => packed({ ...parts(""), "xl/worksheets/sheet1.xml": '<!DOCTYPE a [<!ENTITY b "bb">]><worksheet/>' }),
      /^文件已损坏/,
    ],
    ["XML that is none", () => packed({ ...parts(""), "xl/worksheets/sheet1.xml": "<worksheet><sheetData>" }), /^文件已损坏/],
    ["a formula", () => sheetOf('<row r="5"><c r="C5"><f>SUM(A1:A4)</f><v>3</v></c></row>'), /^C5 是公式，请复制后“粘贴为数值”/],
    ["a formula in an old workbook", oldFormula, /^B1 是公式/],
    ["an error", () => sheetOf('<row r="2"><c r="A2" t="e"><v>#N/A</v></c></row>'), /^A2 是错误值 #N\/A/],
    [
      "links to other files and macros",
      () => packed(parts("", { "xl/externalLinks/externalLink1.xml": "<a/>", "xl/vbaProject.bin": "x" })),
      /^文件中有宏、指向其他文件的链接/,
    ],
    ["embedded objects", () => packed(parts("", { "xl/embeddings/oleObject1.bin": "x" })), /^文件中有嵌入的对象或控件/],
    ["an encrypted archive", () => packed(parts(""), { isEncrypted: true }), /^文件设有打开密码/],
    ["an encrypted workbook", () => ole({ EncryptedPackage: "x", EncryptionInfo: "y" }), /^文件设有打开密码/],
    ["macros in an old workbook", () => ole({ Workbook: "x", _VBA_PROJECT: "y" }), /^文件中有宏/],
    ["a workbook of 1995", () => ole({ Book: "x" }), /^不支持这种格式/],
    ["another OLE file", () => ole({ WordDocument: "x" }), /^不是 Excel 或 CSV 文件/],
    [
      "an old workbook that is cut",
      () =>
        book(
          Array.from({ length: 99 }, () => ["a", "b"]),
          "biff8",
        ).subarray(0, -2000),
      /^文件已损坏/,
    ],
    ["a workbook that is cut", () => book([["a", "b"]]).subarray(0, 900), /^文件已损坏/],
    ["a Word document", () => packed({ "[Content_Types].xml": "<Types/>", "word/document.xml": "<a/>" }), /^不是 Excel 或 CSV 文件/],
    ["a binary workbook", () => packed({ "[Content_Types].xml": "<Types/>", "xl/workbook.bin": "x" }), /^不支持这种格式/],
    ["a program called a workbook", other(`MZ${"\0".repeat(200)}`), /^不是 Excel 或 CSV 文件/],
    ["bytes without meaning", other("a,b\0\u0001\u0002"), /^不是 Excel 或 CSV 文件/],
    ["a web page called a workbook", other("<html><table><tr><td>1"), /^不支持这种格式/],
    ["no known encoding", () => Buffer.from("a,\x80\xff\xff", "latin1"), /^文件的编码无法识别/],
    ["quotes that do not end", () => Buffer.from('a,b\n1,"2\n3,4\n'), /^第 2 行的引号没有结束/],
    ["an endless cell", () => Buffer.from(`a,"${"b".repeat(40_000)}"`), /^第 1 行有超过 32767 个字的内容/],
    ["too many columns", () => Buffer.from(`${"a,".repeat(300)}a`), /^第 1 行超过 256 列/],
    [
      "a cell at the end of the world",
      () => sheetOf('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'),
      /^XFD1048576 有内容，最多读取 256 列/,
    ],
    ["nothing", () => Buffer.alloc(0), /^文件是空的/],
  ];
  it.each(cases)("%s", async (_name, file, message) => {
    expect(await faultOf(await file())).toMatch(message);
  });

  it("a dimension of 1,048,576 rows and 16,384 columns is nobody's word, and empty cells are nothing", async () => {
    const empty = Array.from({ length: 20_000 }, (_row, n) => `<row r="${n + 2}"><c r="XFD${n + 2}" s="1"/></row>`).join("");
    const sheet = `<dimension ref="A1:XFD1048576"/><sheetData><row r="1"><c r="A1"><v>7</v></c></row>${empty}</sheetData>`;
    expect((await rowsOf(packed(parts(sheet)))).rows).toEqual([{ line: 1, cells: ["7"] }]);
  });
});
