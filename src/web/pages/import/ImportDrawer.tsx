import { Button, Drawer, Steps } from "antd";
import { useRef, useState } from "react";
import { IMPORT_TOO_LARGE, type ImportForm, type ImportRunView, MOST_IMPORT_MB } from "../../../shared/protocol/import.ts";
import type { ScreenModel } from "../../../shared/protocol/screen.ts";
import { fetchFile } from "../../api/download.ts";
import { uploadForImport } from "../../api/upload.ts";
import { saveFile } from "../../data/save-file.ts";
import { useCall, useTask } from "../../data/use-call.ts";
import { failureText } from "../../kinds/attachments/use-upload-queue.ts";
import { useIsMobile, useIsNarrow } from "../../kinds/use-media.ts";
import { PageWait } from "../module/PageWait.tsx";
import { CheckFile, type ImportChoice } from "./CheckFile.tsx";
import { ChooseFile } from "./ChooseFile.tsx";
import { IMPORT_CALLS } from "./import-calls.ts";
import { RunResult } from "./RunResult.tsx";
import { useRun } from "./use-run.ts";
import "./import.css";

const WIDTH = 960;
const MB = 1024 * 1024;

interface ImportDrawerProps {
  readonly screen: ScreenModel;
  readonly onClose: () => void;
}

/** 导入: a file is chosen, checked and brought in, step by step. Closing it stops nothing. */
export default function ImportDrawer({ screen, onClose }: ImportDrawerProps) {
  const mdl = String(screen.MdlId);
  const [isMobile, isNarrow] = [useIsMobile(), useIsNarrow()];
  const query = useCall<ImportForm>(IMPORT_CALLS.form, { mdl }, { cacheTime: 0, isSilent: true });
  const [chosen, setChosen] = useState<ImportRunView | null>(null);
  const control = useRun(mdl, chosen);
  const [choice, setChoice] = useState<ImportChoice>({ mode: "all", follow: false });
  const sending = useSending(mdl, setChosen);
  const { run } = control;
  const step = run === null ? 0 : run.state === "ready" ? 1 : 2;
  const { start: fetchTemplate } = useTask(async (format: "xlsx" | "csv") => {
    const { blob, name } = await fetchFile(IMPORT_CALLS.template, { mdl, format }, `导入模板.${format}`);
    saveFile(blob, name);
  });
  const again = () => {
    setChosen(null);
    control.set(null);
    void query.refetch();
  };
  const begin = async () => {
    if (run === null) return;
    const params = { mdl, run: run.run, ...choice };
    const answer = await control.send<ImportRunView>({ title: "开始导入", url: IMPORT_CALLS.start, params });
    if (answer !== null) control.set(answer);
  };
  return (
    <Drawer
      open
      width={isMobile ? "100%" : WIDTH}
      title={`导入：${screen.title}`}
      onClose={onClose}
      maskClosable={false}
      className="import-drawer"
      footer={
        <div className="import-footer">
          {step > 0 && run?.isUnderWay !== true && <Button onClick={again}>{step === 1 ? "换一个文件" : "再导入一个文件"}</Button>}
          <Button onClick={onClose}>{step === 2 ? "关闭" : "取消"}</Button>
          {step === 1 && (
            <Button type="primary" loading={control.isSending} onClick={() => void begin()} data-testid="import-start">
              开始导入
            </Button>
          )}
        </div>
      }
    >
      <Steps
        size="small"
        current={step}
        direction="horizontal"
        responsive={false}
        labelPlacement={isNarrow ? "vertical" : "horizontal"}
        items={[{ title: "选择文件" }, { title: "核对" }, { title: "导入" }]}
      />
      <div className="import-body" data-testid="import-body">
        {query.data === undefined ? (
          <PageWait query={query} />
        ) : step === 0 || run === null ? (
          <ChooseFile form={query.data} {...sending} onTemplate={fetchTemplate} onFile={sending.send} onRun={setChosen} />
        ) : step === 1 ? (
          <CheckFile mdl={mdl} form={query.data} run={run} choice={choice} onChoose={setChoice} />
        ) : (
          <RunResult control={control} />
        )}
      </div>
    </Drawer>
  );
}

/** Sends a file and gives its run; tells how far it is, or why it was not taken. */
function useSending(mdl: string, onRun: (run: ImportRunView) => void) {
  const [percent, setPercent] = useState<number | null>(null);
  const [refusal, setRefusal] = useState("");
  const latest = useRef<AbortController | null>(null);
  const send = async (file: File): Promise<void> => {
    setRefusal("");
    if (file.size > MOST_IMPORT_MB * MB) return setRefusal(IMPORT_TOO_LARGE);
    latest.current?.abort();
    latest.current = new AbortController();
    setPercent(0);
    try {
      onRun(await uploadForImport(file, mdl, { onProgress: setPercent, signal: latest.current.signal }));
    } catch (error) {
      setRefusal(failureText(error) ?? "");
    } finally {
      setPercent(null);
    }
  };
  return { percent, refusal, send: (file: File) => void send(file) };
}
