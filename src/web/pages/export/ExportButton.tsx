import { CloseOutlined, DownloadOutlined } from "@ant-design/icons";
import { Button, Space } from "antd";
import { lazy, Suspense, useRef, useState } from "react";
import { endsSession } from "../../../shared/domain/error-catalogue.ts";
import { ApiError } from "../../../shared/protocol/envelope.ts";
import { MOST_IN_BROWSER } from "../../../shared/protocol/export.ts";
import { moduleUrl } from "../../api/endpoints.ts";
import { endSession, readToken } from "../../api/session.ts";
import { saveFile } from "../../data/save-file.ts";
import { useTask } from "../../data/use-call.ts";
import { useMay } from "../../providers/use-may.ts";
import { ExportJobs } from "./ExportJobs.tsx";
import { type ExportedList, type ExportNews, type ExportOrder, exportParams } from "./export-order.ts";
import { useExports } from "./use-exports.ts";

const ExportDialog = lazy(() => import("./ExportDialog.tsx"));

/**
 * Exports the list: here and now, or, where it is long, by the server in the background. While it runs, it shows how far it is and can be cancelled;
 * what the server has written, or is writing, is beside it.
 */
export function ExportButton(list: ExportedList) {
  const { screen, total } = list;
  const mayExport = useMay(screen, "export");
  const exports = useExports(screen.MdlId, mayExport);
  const { isRunning, percent, start, cancel } = useExportHere(list);
  const [isAsking, setAsking] = useState(false);
  if (!mayExport) return null;
  const jobs = <ExportJobs exports={exports} />;
  if (isRunning)
    return (
      <Space.Compact>
        <Button loading data-testid="export">
          导出中 {percent}%
        </Button>
        <Button icon={<CloseOutlined />} aria-label="取消导出" onClick={cancel} data-testid="export-cancel" />
        {jobs}
      </Space.Compact>
    );
  const begin = () => (total > MOST_IN_BROWSER ? setAsking(true) : start());
  return (
    <>
      <Space.Compact>
        <Button icon={<DownloadOutlined />} disabled={total === 0} onClick={begin} data-testid="export">
          导出
        </Button>
        {jobs}
      </Space.Compact>
      {isAsking && (
        <Suspense fallback={null}>
          <ExportDialog list={list} onStarted={exports.add} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  );
}

export const XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** Exports what the list shows, over all its pages, to a file that the browser writes. */
function useExportHere(list: ExportedList) {
  const [rows, setRows] = useState(0);
  const running = useRef<AbortController | null>(null);
  const { start, isRunning } = useTask(async () => {
    const controller = new AbortController();
    running.current = controller;
    setRows(0);
    const order = { url: moduleUrl(String(list.screen.MdlId), "ExportRows"), token: readToken(), params: exportParams(list) };
    const { bytes, name } = await runExport(order, controller.signal, setRows);
    saveFile(new Blob([bytes], { type: XLSX_TYPE }), name);
  });
  // There may be more rows by now than the list knows of.
  const percent = list.total === 0 ? 0 : Math.min(100, Math.floor((100 * rows) / list.total));
  return { isRunning, percent, start: () => start(), cancel: () => running.current?.abort() };
}

type Made = Extract<ExportNews, { kind: "done" }>;

/** Has a worker make the file. Rejects with AbortError when `signal` is aborted. */
function runExport(order: ExportOrder, signal: AbortSignal, onProgress: (rows: number) => void): Promise<Made> {
  const worker = new Worker(new URL("./export.worker.ts", import.meta.url), { type: "module" });
  return new Promise<Made>((resolve, reject) => {
    signal.addEventListener("abort", () => reject(new DOMException("cancelled", "AbortError")), { once: true });
    worker.addEventListener("error", () => reject(new ApiError(0, "导出失败")));
    worker.addEventListener("message", ({ data }: MessageEvent<ExportNews>) => {
      if (data.kind === "progress") onProgress(data.rows);
      else if (data.kind === "done") resolve(data);
      else reject(failure(data.code, data.text));
    });
    worker.postMessage(order);
  }).finally(() => worker.terminate());
}

/** The worker has no session: its 401 ends the session here. */
function failure(code: number, text: string): ApiError {
  const error = new ApiError(code, text);
  if (endsSession(error)) endSession(error);
  return error;
}
