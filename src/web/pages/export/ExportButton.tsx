import { CloseOutlined, DownloadOutlined } from "@ant-design/icons";
import { useCan } from "@refinedev/core";
import { Button, Space } from "antd";
import dayjs from "dayjs";
import { useRef, useState } from "react";
import { endsSession } from "../../../shared/domain/error-catalogue.ts";
import { ApiError } from "../../../shared/protocol/envelope.ts";
import type { ScreenColumn, ScreenModel } from "../../../shared/protocol/screen.ts";
import { moduleUrl } from "../../api/endpoints.ts";
import { endSession, readToken } from "../../api/session.ts";
import { type ListQuery, listParams } from "../../data/list-state.ts";
import { saveFile } from "../../data/save-file.ts";
import { useTask } from "../../data/use-call.ts";
import { type ExportNews, type ExportOrder, exportFileName, sheetPlan } from "./export-plan.ts";
import { groupedSort } from "./row-groups.ts";

interface ExportButtonProps extends ListQuery {
  readonly screen: ScreenModel;
  /** Where the rows come from; left out: the module's own page. */
  readonly url?: string | undefined;
  readonly isEmpty: boolean;
  /** The column that rows are put together by, with what each group comes to. */
  readonly group?: ScreenColumn | null;
}

/** Exports the list to Excel; while it runs, it shows how far it is and can be cancelled. */
export function ExportButton({ screen, url, sorters, filters, isEmpty, group = null }: ExportButtonProps) {
  const { data } = useCan({ resource: String(screen.MdlId), action: "export", params: { functions: screen.functions } });
  const { isRunning, percent, start, cancel } = useExport(
    screen,
    { sorters: groupedSort(group?.field ?? null, sorters), filters },
    group,
    url,
  );
  if (data?.can !== true) return null;
  if (!isRunning) {
    return (
      <Button icon={<DownloadOutlined />} disabled={isEmpty} onClick={start} data-testid="export">
        导出
      </Button>
    );
  }
  return (
    <Space.Compact>
      <Button loading data-testid="export">
        导出中 {percent}%
      </Button>
      <Button icon={<CloseOutlined />} aria-label="取消导出" onClick={cancel} data-testid="export-cancel" />
    </Space.Compact>
  );
}

export const XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** Exports what the list shows, over all its pages. */
function useExport(screen: ScreenModel, query: ListQuery, group: ScreenColumn | null, url = moduleUrl(String(screen.MdlId), "GetPage")) {
  const [percent, setPercent] = useState(0);
  const running = useRef<AbortController | null>(null);
  const { start, isRunning } = useTask(async () => {
    const controller = new AbortController();
    running.current = controller;
    setPercent(0);
    const order = { url, token: readToken(), query: listParams(query), plan: sheetPlan(screen, group) };
    const bytes = await runExport(order, controller.signal, (done, total) => {
      setPercent(total === 0 ? 100 : Math.floor((100 * done) / total));
    });
    saveFile(new Blob([bytes], { type: XLSX_TYPE }), exportFileName(screen.title, dayjs()));
  });
  return { isRunning, percent, start: () => start(), cancel: () => running.current?.abort() };
}

/** Has a worker make the file. Rejects with AbortError when `signal` is aborted. */
function runExport(order: ExportOrder, signal: AbortSignal, onProgress: (done: number, total: number) => void): Promise<ArrayBuffer> {
  const worker = new Worker(new URL("./export.worker.ts", import.meta.url), { type: "module" });
  return new Promise<ArrayBuffer>((resolve, reject) => {
    signal.addEventListener("abort", () => reject(new DOMException("cancelled", "AbortError")), { once: true });
    worker.addEventListener("error", () => reject(new ApiError(0, "导出失败")));
    worker.addEventListener("message", ({ data }: MessageEvent<ExportNews>) => {
      if (data.kind === "progress") onProgress(data.done, data.total);
      else if (data.kind === "done") resolve(data.bytes);
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
