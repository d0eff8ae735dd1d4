import JsBarcode from "jsbarcode";
import { type RefObject, useEffect, useRef } from "react";
import type { LabelledValue, PrintPage } from "../../../shared/protocol/print.ts";
import { SheetTable } from "./SheetTable.tsx";

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
        {sheet.barcode !== "" && <Barcode text={sheet.barcode} />}
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

/** How often the watermark is made anew, in ms. */
const REFRESH_MS = 2000;
/** px of the sheet for each copy; the layer is larger than the sheet, as it is turned. */
const COPY_WIDTH = 380;
const COPY_HEIGHT = 110;
const OVERSIZE = 1.4;
const CLASS = "print-watermark";

/** Lays the watermark over a sheet, and again every 2 s: a removed or changed one comes back. */
function useWatermark(text: string): RefObject<HTMLElement> {
  const sheet = useRef<HTMLElement>(null);
  useEffect(() => {
    const host = sheet.current;
    if (host === null || text === "") return;
    const paint = () => {
      for (const old of host.querySelectorAll(`:scope > .${CLASS}`)) old.remove();
      host.append(overlay(host, text));
    };
    paint();
    const timer = setInterval(paint, REFRESH_MS);
    return () => clearInterval(timer);
  }, [text]);
  return sheet;
}

function overlay(host: HTMLElement, text: string): HTMLElement {
  const layer = document.createElement("div");
  layer.className = CLASS;
  layer.setAttribute("aria-hidden", "true");
  const perRow = Math.ceil((host.clientWidth * OVERSIZE) / COPY_WIDTH);
  const copies = perRow * Math.ceil((host.clientHeight * OVERSIZE) / COPY_HEIGHT);
  layer.style.gridTemplateColumns = `repeat(${perRow}, 1fr)`;
  for (let copy = 0; copy < copies; copy += 1) {
    const mark = document.createElement("span");
    mark.textContent = text;
    layer.append(mark);
  }
  return layer;
}
