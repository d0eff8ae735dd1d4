import { useEffect, useState } from "react";
import type { SetSheet } from "../../../shared/print/setting.ts";
import type { PrintDocument, PrintPage } from "../../../shared/protocol/print.ts";
import { fetchPrintPdf } from "../../api/download.ts";
import { ENDPOINTS } from "../../api/endpoints.ts";
import { post } from "../../api/post.ts";
import { saveFile } from "../../data/save-file.ts";
import { useTask } from "../../data/use-call.ts";
import { tellPrinted } from "../../providers/print-channel.ts";
import { layOut } from "./lay-out.tsx";

/** What is to be printed: documents of a module by one of its templates. */
export interface PrintOrder {
  readonly mdl: string;
  readonly template: string;
  /** Comma list. */
  readonly ids: string;
}

/** Documents that one call brings, and one PDF holds. */
const AT_ONCE = 100;

/** As calls name a part of the order. */
function partsOf({ mdl, template, ids }: PrintOrder) {
  const all = ids.split(",").filter((id) => id !== "");
  return Array.from({ length: Math.ceil(all.length / AT_ONCE) }, (_, part) => {
    const own = all.slice(part * AT_ONCE, (part + 1) * AT_ONCE);
    return { mdl, printtyp: template, ids: own.join(",") };
  });
}

export interface Sheets {
  readonly sheets: readonly SetSheet[];
  readonly watermark: string;
  /** How far it is, in words; null: done. Nothing came of it where there are no sheets then, and nobody is told why. */
  readonly progress: string | null;
}

/** The sheets of any number of documents, cut in the measuring element `host`; fetching them for this counts no print. */
export function useSheets({ mdl, template, ids }: PrintOrder, host: HTMLElement | null): Sheets {
  const [state, setState] = useState<Sheets>({ sheets: [], watermark: "", progress: "正在准备打印内容…" });
  useEffect(() => {
    if (host === null) return;
    const ended = new AbortController();
    const { signal } = ended;
    const tell = (progress: string) => signal.throwIfAborted() ?? setState((before) => ({ ...before, progress }));
    const read = async () => {
      const parts = partsOf({ mdl, template, ids });
      const data: PrintPage[] = [];
      let watermark = "";
      for (const [index, part] of parts.entries()) {
        if (parts.length > 1) tell(`正在准备打印内容… ${Math.floor((100 * index) / parts.length)}%`);
        const answer = await post<PrintDocument>(ENDPOINTS.printDoc, { ...part, preview: 1 }, { signal });
        data.push(...answer.data);
        watermark = answer.watermark;
      }
      const sheets = await layOut(data, host, (done, all) => tell(`正在排版… ${done}/${all}`));
      signal.throwIfAborted();
      setState({ sheets, watermark, progress: null });
    };
    read().catch(() => {
      if (!signal.aborted) setState({ sheets: [], watermark: "", progress: null });
    });
    return () => ended.abort();
  }, [mdl, template, ids, host]);
  return state;
}

/** Counts a print of the documents each time the browser has printed or saved them; what goes wrong in it nobody is told. */
export function useCountedPrints({ mdl, template, ids }: PrintOrder, isReady: boolean): void {
  useEffect(() => {
    if (!isReady) return;
    const count = async () => {
      // At once: the tab may be closed as soon as the printer has it.
      await Promise.all(partsOf({ mdl, template, ids }).map((part) => post(ENDPOINTS.printed, part)));
      tellPrinted(mdl);
    };
    const listener = () => void count().catch(() => undefined);
    addEventListener("afterprint", listener);
    return () => removeEventListener("afterprint", listener);
  }, [mdl, template, ids, isReady]);
}

/** Has the server make PDFs of the documents, which counts as a print, and saves them: one for each part of the order, in a row. */
export function useSavedPdf(order: PrintOrder) {
  const [percent, setPercent] = useState(0);
  const [ended] = useState(() => new AbortController());
  useEffect(() => () => ended.abort(), [ended]);
  const { start, isRunning } = useTask(async () => {
    const parts = partsOf(order);
    for (const [index, part] of parts.entries()) {
      setPercent(Math.floor((100 * index) / parts.length));
      const { blob, name } = await fetchPrintPdf(part, ended.signal);
      saveFile(blob, name);
      tellPrinted(order.mdl);
    }
  });
  return { save: () => start(), isSaving: isRunning, percent };
}
