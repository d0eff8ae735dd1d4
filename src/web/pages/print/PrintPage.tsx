import { useEffect } from "react";
import { useParams, useSearchParams } from "react-router-dom";
import type { PrintDocument } from "../../../shared/protocol/print.ts";
import { ENDPOINTS } from "../../api/endpoints.ts";
import { useCall } from "../../data/use-call.ts";
import { tellPrinted } from "../../providers/print-channel.ts";
import { PaperStyle } from "./PaperStyle.tsx";
import { PrintBar } from "./PrintBar.tsx";
import { PrintSheet } from "./PrintSheet.tsx";
import "./print.css";

/** The print view: the sheets as they come out of the printer, outside the shell. */
export default function PrintPage() {
  const { mdl = "", template = "" } = useParams();
  const [params] = useSearchParams();
  const ids = params.get("ids") ?? "";
  // Each fetch counts as a print (Degree): it is made once, and never again by itself. After a failure the page stays empty, and says nothing.
  const { data, isFetching } = useCall<PrintDocument>(
    ENDPOINTS.printDoc,
    { printtyp: template, ids, mdl },
    {
      of: "fixed",
      isSilent: true,
      enabled: ids !== "",
      staleTime: Number.POSITIVE_INFINITY,
      cacheTime: 0,
      refetchOnReconnect: false,
      refetchOnMount: false,
      onSuccess: () => tellPrinted(mdl),
    },
  );
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
