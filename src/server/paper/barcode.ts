import JsBarcode from "jsbarcode";
import { type Box, LINE, type Mark, mm, type Type, textMarks } from "./block.ts";

const WIDEST = mm(50);
/** The narrowest bar, where there is room. */
const MODULE = mm(0.37);
const BARS_HEIGHT = mm(9);
const TEXT_SIZE = mm(2.6);

/** What the library tells of a code where it draws nothing itself. */
interface Encoded {
  readonly encodings?: readonly { readonly data: string }[];
}

/** A Code128 barcode with its text, ending at `right`. Nothing where Code128 cannot hold the text: a print must not fail for it. */
export function barcodeMarks(text: string, right: number, pen: Type["pen"]): Mark[] {
  const encoded: Encoded = {};
  JsBarcode(encoded, text, { format: "CODE128", valid: () => undefined });
  const bars = encoded.encodings?.map(({ data }) => data).join("") ?? "";
  if (bars === "") return [];
  const module = Math.min(MODULE, WIDEST / bars.length);
  const [width, face] = [module * bars.length, { weight: "regular", size: TEXT_SIZE } as const];
  const left = right - width;
  const boxes = [...bars.matchAll(/1+/g)].map(({ 0: { length }, index }): Box => [left + index * module, 0, length * module, BARS_HEIGHT]);
  const wide = pen.widthOf(text, face);
  const fitting = { ...face, size: TEXT_SIZE * Math.min(1, WIDEST / wide) };
  const x = right - (width + Math.max(width, Math.min(wide, WIDEST))) / 2;
  return [
    { kind: "boxes", color: LINE, boxes },
    ...textMarks([text], { x, top: BARS_HEIGHT, room: Math.max(width, Math.min(wide, WIDEST)), align: "center" }, fitting, pen),
  ];
}
