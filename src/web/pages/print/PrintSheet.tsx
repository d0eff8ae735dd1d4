import JsBarcode from "jsbarcode";
import { memo, useEffect, useRef } from "react";
import type { SetSheet } from "../../../shared/print/setting.ts";
import type { LabelledValue } from "../../../shared/protocol/print.ts";
import { SheetTable } from "./SheetTable.tsx";
import { Watermark } from "./Watermark.tsx";

interface PrintSheetProps extends SetSheet {
  readonly watermark: string;
}

/** One sheet of paper; while it is measured, as high as what stands on it. */
export const PrintSheet = memo(function PrintSheet({ sheet, setting, watermark }: PrintSheetProps) {
  const { lastfooter } = sheet;
  return (
    <article
      className="print-page"
      {...(setting.columns !== null && { "data-testid": "print-page" })}
      style={{
        width: `${sheet.width}mm`,
        fontSize: `${setting.type}mm`,
        ...(setting.columns !== null && { minHeight: `calc(${sheet.pageheight}mm - var(--print-trim, 0mm))` }),
      }}
    >
      <header className="print-head">
        <h1>{sheet.samedata.title}</h1>
        {sheet.barcode !== "" && <Barcode text={sheet.barcode} />}
      </header>
      <LabelValues pairs={sheet.header} />
      <SheetTable sheet={sheet} setting={setting} />
      {lastfooter && (
        <div className="print-last" data-part="end">
          {lastfooter.capitals !== null && (
            <p>
              金额大写：<b>{lastfooter.capitals}</b>
            </p>
          )}
          {lastfooter.summary.length > 0 && <LabelValues pairs={lastfooter.summary} />}
        </div>
      )}
      {sheet.draft && (
        <div className="print-marks print-behind">
          <strong className="print-draft">草稿</strong>
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
          <div className="print-signatures" data-part="end">
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
      <Watermark text={watermark} />
    </article>
  );
});

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
