import { useEffect } from "react";
import { useNavigate, useParams, useSearchParams } from "react-router-dom";
import type { PrintDocument, PrintPage as Sheet } from "../../../shared/protocol/print.ts";
import { ENDPOINTS } from "../../api/endpoints.ts";
import { useCall } from "../../data/use-call.ts";
import { tellPrinted } from "../../providers/print-channel.ts";
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
      {first && <style>{paperStyle(first)}</style>}
      <div className="print-sheets">
        {sheets.map((sheet) => (
          <PrintSheet key={`${sheet.samedata.Billid}-${sheet.page}`} sheet={sheet} watermark={data?.watermark ?? ""} />
        ))}
      </div>
      {sheets.length === 0 && <p className="print-empty">{isFetching ? "正在准备打印内容…" : "没有可打印的内容"}</p>}
    </div>
  );
}

/** Tells the printer the size of the paper and the screen the gap between two sheets, all in mm. */
const paperStyle = ({ width, pageheight, intervalheight }: Sheet): string =>
  `@page { size: ${width}mm ${pageheight}mm; margin: 0; } @media screen { .print-sheets { row-gap: ${intervalheight}mm; } }`;

/** After this long a window that was told to close is still there. */
const STILL_OPEN_MS = 100;

/** 打印 and 关闭; not printed. */
function PrintBar({ sheets }: { sheets: number }) {
  const navigate = useNavigate();
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
      <button type="button" className="print-go" disabled={sheets === 0} onClick={() => print()} data-testid="print-go">
        打印
      </button>
    </div>
  );
}
