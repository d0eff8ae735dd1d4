import { endsSession } from "../../../shared/domain/error-catalogue.ts";
import { ApiError } from "../../../shared/protocol/envelope.ts";
import { endSession } from "../../api/session.ts";
import type { ExportNews, ExportOrder } from "./export-messages.ts";

/** Has a worker make the file. Rejects with AbortError when `signal` is aborted. */
export function runExport(
  order: ExportOrder,
  signal: AbortSignal,
  onProgress: (done: number, total: number) => void,
): Promise<ArrayBuffer> {
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
