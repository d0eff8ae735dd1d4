import { useEffect } from "react";
import { useParams, useSearchParams } from "react-router-dom";
import { PaperStyle } from "./PaperStyle.tsx";
import { PrintBar } from "./PrintBar.tsx";
import { PrintSheet } from "./PrintSheet.tsx";
import { usePrintDocument } from "./use-print-document.ts";
import "./print.css";

/** The print view: the sheets as they come out of the printer, outside the shell. */
export default function PrintPage() {
  const { mdl = "", template = "" } = useParams();
  const [params] = useSearchParams();
  const { data, isFetching } = usePrintDocument(mdl, template, params.get("ids") ?? "");
  const sheets = data?.data ?? [];
  const first = sheets[0];
  const name = first && `${first.samedata.title} ${first.samedata.Billid}`;
  useEffect(() => {
    // Browsers offer the title as the name of a printed PDF.
    if (name !== undefined) document.title = name;
  }, [name]);
  return (
    <div className="print">
      <PrintBar sheets={sheets.length} />
      {first && <PaperStyle {...first} />}
      <div className="print-sheets">
        {sheets.map((sheet) => (
          <PrintSheet key={sheet.barcode} sheet={sheet} watermark={data?.watermark ?? ""} />
        ))}
      </div>
      {sheets.length === 0 && <p className="print-empty">{isFetching ? "正在准备打印内容…" : "没有可打印的内容"}</p>}
    </div>
  );
}
