import { App } from "antd";
import { useCallback, useEffect, useRef } from "react";
import type { ExportsResult, ExportView } from "../../../shared/protocol/export.ts";
import { fetchFile } from "../../api/download.ts";
import { moduleUrl } from "../../api/endpoints.ts";
import { post } from "../../api/post.ts";
import { QUERY_KEYS } from "../../data/query-keys.ts";
import { saveFile } from "../../data/save-file.ts";
import { useCall, useOutdate, useTask } from "../../data/use-call.ts";
import { useTab } from "../../providers/tab.ts";

const EVERY_MS = 1000;

export const isUnderWay = ({ state }: ExportView): boolean => state === "waiting" || state === "running";

/**
 * The user's lists that the server writes, or has written, of all pages; asked for anew while one is under way. Says once that one of this page is
 * ready, wherever the user is by then.
 */
export function useExports(mdl: number, isEnabled: boolean) {
  const { isShown } = useTab();
  const { message } = App.useApp();
  const outdate = useOutdate();
  const { data } = useCall<ExportsResult>(
    moduleUrl(String(mdl), "ExportStatus"),
    {},
    {
      of: "exports",
      enabled: isEnabled,
      isSilent: true,
      // Another tab tells of its own; one out of view only follows what was begun in it.
      refetchInterval: (known) =>
        known?.exports.some((one) => isUnderWay(one) && (isShown() || one.mdl === mdl)) === true ? EVERY_MS : false,
    },
  );
  const all = data?.exports ?? NONE;
  const again = useCallback(() => outdate(QUERY_KEYS.source("exports")), [outdate]);
  const running = useRef(new Set<string>());
  useEffect(() => {
    for (const one of all.filter((each) => each.mdl === mdl)) {
      if (isUnderWay(one)) running.current.add(one.job);
      else if (running.current.delete(one.job)) {
        again();
        if (one.state === "ready") void message.success(`“${one.title}”已导出，请在“我的导出”中下载`);
        if (one.state === "failed") void message.error(`“${one.title}”导出失败：${one.note}`);
      }
    }
  }, [all, mdl, message, again]);
  const { start: cancel } = useTask(async (one: ExportView) => {
    await post(moduleUrl(String(one.mdl), "ExportCancel"), { job: one.job });
    again();
  });
  const { start: download, isRunning: isDownloading } = useTask(async (one: ExportView) => {
    const { blob, name } = await fetchFile(moduleUrl(String(one.mdl), "ExportFile"), { job: one.job }, `${one.title}.${one.format}`);
    saveFile(blob, name);
  });
  return { all, add: again, cancel, download, isDownloading };
}

export type Exports = ReturnType<typeof useExports>;

const NONE: readonly ExportView[] = [];
