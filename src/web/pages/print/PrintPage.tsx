import { useEffect, useState } from "react";
import { useLocation, useNavigate, useParams } from "react-router-dom";
import type { SetSheet } from "../../../shared/print/setting.ts";
import type { PrintPage as Sheet } from "../../../shared/protocol/print.ts";
import { PrintSheet } from "./PrintSheet.tsx";
import { type PrintOrder, useCountedPrints, useSavedPdf, useSheets } from "./use-sheets.ts";
import "./print.css";

/** The print view: the sheets as they come out of the printer, outside the shell. */
export default function PrintPage() {
  const { mdl = "", template = "" } = useParams();
  const { search, hash } = useLocation();
  // Long lists stand behind the #, which no server reads.
  const ids = new URLSearchParams(search).get("ids") ?? new URLSearchParams(hash.slice(1)).get("ids") ?? "";
  const [host, setHost] = useState<HTMLElement | null>(null);
  const order = { mdl, template, ids };
  const { sheets, watermark, progress } = useSheets(order, host);
  useCountedPrints(order, sheets.length > 0);
  const first = sheets[0]?.sheet;
  const name = first && `${first.samedata.title} ${first.samedata.Billid}`;
  useEffect(() => {
    // Browsers offer the title as the name of a printed PDF.
    if (name !== undefined) document.title = name;
  }, [name]);
  return (
    <div className="print">
      <PrintBar order={order} sheets={sheets.length} />
      {first && <style>{paperStyle(first)}</style>}
      <div className="print-sheets">
        {placed(sheets).map(([place, { sheet, setting }]) => (
          <PrintSheet key={place} sheet={sheet} setting={setting} watermark={watermark} />
        ))}
      </div>
      {sheets.length === 0 && (
        <p className="print-empty" role="status">
          {progress ?? "没有可打印的内容"}
        </p>
      )}
      <div ref={setHost} className="print-gauge" aria-hidden="true" />
    </div>
  );
}

/** A sheet never changes its place among all that are printed in one go. */
const placed = (sheets: readonly SetSheet[]) => sheets.map((sheet, place) => [place, sheet] as const);

/** Tells the printer the size of the paper and the screen the gap between two sheets, all in mm. */
const paperStyle = ({ width, pageheight, intervalheight }: Sheet): string =>
  `@page { size: ${width}mm ${pageheight}mm; margin: 0; } @media screen { .print-sheets { row-gap: ${intervalheight}mm; } }`;

/** After this long a window that was told to close is still there. */
const STILL_OPEN_MS = 100;

/** 打印, 下载 PDF and 关闭; not printed. */
function PrintBar({ order, sheets }: { order: PrintOrder; sheets: number }) {
  const navigate = useNavigate();
  const { save, isSaving, percent } = useSavedPdf(order);
  const close = () => {
    window.close();
    // Only a window opened by a script may close itself; any other goes back.
    setTimeout(() => {
      if (history.length > 1) navigate(-1);
      else navigate("/index");
    }, STILL_OPEN_MS);
  };
  return (
    <div className="print-bar">
      <span>{sheets > 0 ? `共 ${sheets} 页` : "打印预览"}</span>
      <button type="button" onClick={close} data-testid="print-close">
        关闭
      </button>
      <button type="button" disabled={sheets === 0 || isSaving} aria-busy={isSaving} onClick={save} data-testid="print-pdf">
        {isSaving ? `正在生成 PDF… ${percent}%` : "下载 PDF"}
      </button>
      <button type="button" className="print-go" disabled={sheets === 0} onClick={() => print()} data-testid="print-go">
        打印
      </button>
    </div>
  );
}
