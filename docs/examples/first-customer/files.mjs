import { crc32 } from "node:zlib";

const CRLF = "\r\n";
const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

/** As a spreadsheet saves it under “CSV UTF-8”. */
export const csvUtf8 = (table) => Buffer.concat([BOM, Buffer.from(csvText(table))]);

/** As a spreadsheet in Chinese saves it under “CSV”. */
export const csvGb18030 = (table) => gb18030(csvText(table));

function csvText({ headings, rows }) {
  return [headings, ...rows].map((cells) => cells.map(csvCell).join(",") + CRLF).join("");
}

const csvCell = (text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Node decodes GB18030 and does not encode it: every pair of bytes is decoded once, and looked up the other way round. */
function gb18030(text) {
  const decoder = new TextDecoder("gb18030");
  const codes = new Map();
  for (let first = 0x81; first <= 0xfe; first++) {
    for (let second = 0x40; second <= 0xfe; second++) {
      const character = decoder.decode(Uint8Array.of(first, second));
      if (second !== 0x7f && character.length === 1) codes.set(character, [first, second]);
    }
  }
  const bytes = [...text].flatMap((character) => {
    const pair = character.charCodeAt(0) < 0x80 ? [character.charCodeAt(0)] : codes.get(character);
    if (pair === undefined) throw new Error(`no pair of bytes stands for ${character}`);
    return pair;
  });
  return Buffer.from(bytes);
}

/** A workbook of one sheet. Texts of `numeric` headings are written as numbers, as a spreadsheet does that somebody typed them into. */
export function xlsx({ name, headings, rows }, numeric) {
  const cell = (text, row, column) => {
    const place = `${columnName(column)}${row + 1}`;
    const isNumber = row > 0 && numeric.includes(headings[column]);
    return isNumber ? `<c r="${place}"><v>${Number(text)}</v></c>` : `<c r="${place}" t="inlineStr"><is><t>${escaped(text)}</t></is></c>`;
  };
  const lines = [headings, ...rows].map(
    (cells, row) => `<row r="${row + 1}">${cells.map((text, column) => cell(text, row, column)).join("")}</row>`,
  );
  const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
  const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const packages = "http://schemas.openxmlformats.org/package/2006";
  const types = "application/vnd.openxmlformats-officedocument.spreadsheetml";
  const relation = (type, target) => `<Relationship Id="rId1" Type="${office}/${type}" Target="${target}"/>`;
  return zip({
    "[Content_Types].xml": `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/></Types>`,
    "_rels/.rels": `<Relationships xmlns="${packages}/relationships">${relation("officeDocument", "xl/workbook.xml")}</Relationships>`,
    "xl/workbook.xml": `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="${name}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${packages}/relationships">${relation("worksheet", "worksheets/sheet1.xml")}</Relationships>`,
    "xl/worksheets/sheet1.xml": `<worksheet xmlns="${main}"><sheetData>${lines.join("")}</sheetData></worksheet>`,
  });
}

const columnName = (index) => String.fromCharCode("A".charCodeAt(0) + index);
const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** The parts as they are, not compressed: the same bytes wherever they are made. */
function zip(parts) {
  const locals = [];
  const entries = [];
  let offset = 0;
  for (const [path, text] of Object.entries(parts)) {
    const [name, data] = [Buffer.from(path), Buffer.from(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${text}`)];
    // Version 2.0, no flags, stored, 1 January 1980, sum, sizes, length of the name, nothing more.
    const about = Buffer.alloc(26);
    about.writeUInt16LE(20, 0);
    about.writeUInt16LE(0x21, 8);
    about.writeUInt32LE(crc32(data), 10);
    about.writeUInt32LE(data.length, 14);
    about.writeUInt32LE(data.length, 18);
    about.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), about, name, data]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    entries.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\x00", "latin1"), about, tail, name]));
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}
