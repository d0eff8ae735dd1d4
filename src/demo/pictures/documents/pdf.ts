const [LEFT, TOP, LINE] = [72, 740, 26];

/** A PDF of one A4 page: a title, and lines of plain letters below it. */
export function pdf(title: string, lines: readonly string[]): Buffer {
  const show = (text: string, size: number, y: number) => `BT /F1 ${size} Tf ${LEFT} ${y} Td (${escaped(text)}) Tj ET`;
  const drawing = [
    "0.12 0.43 0.82 rg 72 770 451 4 re f 0.1 0.15 0.22 rg",
    show(title, 22, TOP),
    ...lines.map((line, index) => show(line, 12, TOP - 44 - index * LINE)),
  ].join("\n");
  return document([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>",
    `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ]);
}

/** Objects numbered from 1, and the table of where each begins. */
function document(objects: readonly string[]): Buffer {
  let text = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const count = objects.length + 1;
  const table = `xref\n0 ${count}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(text + table, "latin1");
}

function escaped(text: string): string {
  return text.replaceAll(/[\\()]/g, "\\$&");
}
