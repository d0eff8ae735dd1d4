import { App } from "antd";
import { useEffect, useState } from "react";
import type { ImportNotices, ImportRunView } from "../../../shared/protocol/import.ts";
import { fetchFile } from "../../api/download.ts";
import { saveFile } from "../../data/save-file.ts";
import { useCall, useOutdate, useTask } from "../../data/use-call.ts";
import { useKeyedCall } from "../actions/use-keyed-call.ts";
import { IMPORT_CALLS } from "./import-calls.ts";

const EVERY_MS = 800;

/** A run as it stands, followed while work goes on, and what can be done with it. `mdl`: the page it is looked at from. */
export function useRun(mdl: string, begun: ImportRunView | null) {
  const { modal } = App.useApp();
  const outdate = useOutdate();
  const { send, isRunning: isSending } = useKeyedCall();
  const [kept, setKept] = useState(begun);
  const first = kept?.run === begun?.run && kept !== null ? kept : begun;
  const { data: now } = useCall<ImportRunView>(
    IMPORT_CALLS.status,
    { mdl, run: first?.run },
    {
      of: "fixed",
      enabled: first?.isUnderWay === true,
      cacheTime: 0,
      refetchInterval: (run) => (run?.isUnderWay === false ? false : EVERY_MS),
    },
  );
  const run = first?.isUnderWay === true && now?.run === first.run ? now : first;
  const isOver = run !== null && !run.isUnderWay && run.state !== "ready";
  useEffect(() => {
    if (isOver) outdate();
  }, [isOver, outdate]);

  const { start: download, isRunning: isDownloading } = useTask(async () => {
    const { blob, name } = await fetchFile(IMPORT_CALLS.badRows, { mdl, run: run?.run }, "问题行.xlsx");
    saveFile(blob, name);
  });
  const tellNotices = async (): Promise<void> => {
    const answer = await send<ImportNotices>({ title: "初始密码", url: IMPORT_CALLS.notices, params: { mdl, run: run?.run } });
    if (answer === null || run === null) return;
    saveFile(new Blob([`\ufeff${answer.notices.join("\r\n")}\r\n`], { type: "text/plain" }), `${run.number}-初始密码.txt`);
    setKept({ ...run, hasNotices: false });
  };
  const undo = (): void => {
    if (run === null) return;
    modal.confirm({
      title: "确定要撤销这次导入吗？",
      content: `将删除新增的 ${run.created} 行，恢复被修改的 ${run.updated} 行。已经被改动或引用的数据不能撤销。`,
      okText: "撤销导入",
      okButtonProps: { danger: true, "data-testid": "confirm-ok" },
      cancelText: "取消",
      onOk: async () => {
        const answer = await send<ImportRunView>({ title: "撤销导入", url: IMPORT_CALLS.undo, params: { mdl, run: run.run } });
        if (answer !== null) setKept(answer);
      },
    });
  };
  return { run, set: setKept, send, isSending, undo, download: () => download(), isDownloading, tellNotices };
}

export type RunControl = ReturnType<typeof useRun>;
