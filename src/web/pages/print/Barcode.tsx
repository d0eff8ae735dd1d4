import JsBarcode from "jsbarcode";
import { useEffect, useRef } from "react";

const OPTIONS = { format: "CODE128", width: 1.4, height: 34, margin: 0, displayValue: true, fontSize: 11, textMargin: 1 };

/** A Code128 barcode with its text. */
export function Barcode({ text }: { text: string }) {
  const svg = useRef<SVGSVGElement>(null);
  useEffect(() => {
    if (svg.current === null || text === "") return;
    // A text Code128 cannot hold leaves the place empty: a print must not fail for its barcode.
    JsBarcode(svg.current, text, { ...OPTIONS, valid: () => undefined });
  }, [text]);
  return <svg ref={svg} className="print-barcode" role="img" aria-label={text} />;
}
