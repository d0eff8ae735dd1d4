import JsBarcode from "jsbarcode";
import { useEffect, useRef } from "react";
import type { LabelledValue, PrintPage } from "../../../shared/protocol/print.ts";
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

const OPTIONS = { format: "CODE128", width: 1.4, height: 34, margin: 0, displayValue: true, fontSize: 11, textMargin: 1 };

/** A Code128 barcode with its text. */
function Barcode({ text }: { text: string }) {
  const svg = useRef<SVGSVGElement>(null);
  useEffect(() => {
    if (svg.current === null || text === "") return;
    // A text Code128 cannot hold leaves the place empty: a print must not fail for its barcode.
    JsBarcode(svg.current, text, { ...OPTIONS, valid: () => undefined });
  }, [text]);
  return <svg ref={svg} className="print-barcode" role="img" aria-label={text} />;
}

/** Labels with their values, side by side. */
function LabelValues({ pairs }: { pairs: readonly LabelledValue[] }) {
  return (
    <dl className="print-pairs">
      {pairs.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}：</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
