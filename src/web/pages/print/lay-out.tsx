import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { type Measures, setDocument } from "../../../shared/print/set-document.ts";
import type { SetSheet } from "../../../shared/print/setting.ts";
import { mostRows, wholeDocuments } from "../../../shared/print/whole-document.ts";
import type { PrintPage } from "../../../shared/protocol/print.ts";
import { PrintSheet } from "./PrintSheet.tsx";
import { PX_PER_MM } from "./px-per-mm.ts";

/** What a printer may round otherwise than the screen, over a sheet; px. */
const SLACK = 3;

/**
 * The sheets of all documents, cut where they are full (docs/decisions/92): each document is drawn on one sheet without an end, in
 * `host`, measured, and cut. Lets the page live between two documents, and tells how many are done.
 */
export async function layOut(
  sheets: readonly PrintPage[],
  host: HTMLElement,
  tell: (done: number, all: number) => void,
): Promise<SetSheet[]> {
  const place = host.appendChild(document.createElement("div"));
  const root = createRoot(place);
  const draw = ({ sheet, setting }: SetSheet) => {
    flushSync(() => root.render(<PrintSheet sheet={sheet} setting={setting} watermark="" />));
    return place.firstElementChild as HTMLElement;
  };
  const most = mostRows(sheets);
  const documents = wholeDocuments(sheets);
  const laid: SetSheet[] = [];
  try {
    for (const [index, whole] of documents.entries()) {
      const size = { height: whole.pageheight * PX_PER_MM - SLACK, most };
      laid.push(...setDocument(whole, size, (sheet, setting) => measured(draw({ sheet, setting }))));
      tell(index + 1, documents.length);
      await new Promise((resolve) => setTimeout(resolve));
    }
  } finally {
    root.unmount();
    place.remove();
  }
  return laid;
}

function measured(page: HTMLElement): Measures {
  const heights = (selector: string) => [...page.querySelectorAll(selector)].map((element) => element.getBoundingClientRect().height);
  const total = (selector: string) => heights(selector).reduce((sum, height) => sum + height, 0);
  const [rows, end] = [heights("[data-part=row]"), total("[data-part=end]")];
  const frame = page.getBoundingClientRect().height - rows.reduce((sum, height) => sum + height, 0) - end;
  const table = page.querySelector("table");
  const columns = [...page.querySelectorAll("th")].map((cell) => cell.getBoundingClientRect().width);
  const wide = (table?.getBoundingClientRect().width ?? 0) - (table?.parentElement?.clientWidth ?? 0);
  return { rows, end, frame, columns, lineHeight: Number.parseFloat(getComputedStyle(page).lineHeight), isTooWide: wide > 1 };
}
