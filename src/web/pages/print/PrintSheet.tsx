import type { PrintPage } from "../../../shared/protocol/print.ts";
import { Barcode } from "./Barcode.tsx";
import { LabelValues } from "./LabelValues.tsx";
import { SheetTable } from "./SheetTable.tsx";
import { useWatermark } from "./use-watermark.ts";

/** One sheet of paper. */
export function PrintSheet({ sheet, watermark }: { sheet: PrintPage; watermark: string }) {
  const ref = useWatermark(watermark);
  const { lastfooter } = sheet;
  return (
    <article
      ref={ref}
      className="print-page"
      data-testid="print-page"
      style={{ width: `${sheet.width}mm`, height: `${sheet.pageheight}mm` }}
    >
      <header className="print-head">
        <h1>{sheet.samedata.title}</h1>
        <Barcode text={sheet.barcode} />
      </header>
      <LabelValues pairs={sheet.header} />
      <SheetTable sheet={sheet} />
      {lastfooter && (
        <div className="print-last">
          {lastfooter.capitals !== null && (
            <p>
              金额大写：<b>{lastfooter.capitals}</b>
            </p>
          )}
          {lastfooter.summary.length > 0 && <LabelValues pairs={lastfooter.summary} />}
        </div>
      )}
      {sheet.stamp !== undefined && (
        <strong className="print-stamp" data-testid="print-stamp">
          {sheet.stamp}
        </strong>
      )}
      {sheet.additional.map((note) => (
        <p key={note} className="print-note">
          {note}
        </p>
      ))}
      <footer className="print-foot">
        {lastfooter && lastfooter.signatures.length > 0 && (
          <div className="print-signatures">
            {lastfooter.signatures.map((signature) => (
              <span key={signature}>{signature}：</span>
            ))}
          </div>
        )}
        <div className="print-footline">
          <LabelValues pairs={sheet.footer} />
          <span className="print-number">
            第{sheet.page}页/共{sheet.pages}页
          </span>
        </div>
      </footer>
    </article>
  );
}
