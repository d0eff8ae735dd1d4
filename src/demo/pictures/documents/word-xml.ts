import { zip } from "./zip.ts";

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const MAIN_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";

/** A docx of a title and paragraphs. */
export function wordXml(title: string, paragraphs: readonly string[]): Buffer {
  const heading = paragraph(title, '<w:jc w:val="center"/><w:spacing w:after="360"/>', '<w:b/><w:sz w:val="36"/>');
  const body = paragraphs.map((text) => paragraph(text, '<w:spacing w:after="160" w:line="360" w:lineRule="auto"/>', '<w:sz w:val="24"/>'));
  const page = '<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440"/></w:sectPr>';
  return zip({
    "[Content_Types].xml": `${DECLARATION}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${MAIN_TYPE}"/></Types>`,
    "_rels/.rels": `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>`,
    "word/document.xml": `${DECLARATION}<w:document xmlns:w="${WORD}"><w:body>${heading}${body.join("")}${page}</w:body></w:document>`,
  });
}

function paragraph(text: string, properties: string, run: string): string {
  const safe = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return `<w:p><w:pPr>${properties}</w:pPr><w:r><w:rPr>${run}</w:rPr><w:t xml:space="preserve">${safe}</w:t></w:r></w:p>`;
}
