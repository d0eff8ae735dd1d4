import { DownloadOutlined, KeyOutlined, RollbackOutlined, UnorderedListOutlined } from "@ant-design/icons";
import { Alert, Button, Progress } from "antd";
import { useNavigate } from "react-router-dom";
import type { ImportPhase, ImportRunView } from "../../../shared/protocol/import.ts";
import type { RunControl } from "./use-run.ts";
import "./import.css";

const PHASES: Readonly<Record<ImportPhase, string>> = { check: "正在检查", write: "正在写入", back: "正在退回", undo: "正在撤销" };
const KINDS: Readonly<Record<string, "success" | "warning" | "error" | "info">> = {
  done: "success",
  refused: "error",
  stuck: "warning",
};

/** How far a run is, what came of it, and what can be done then. */
export function RunResult({ control }: { control: RunControl }) {
  const { run, undo, download, isDownloading, isSending, tellNotices } = control;
  const navigate = useNavigate();
  if (run === null) return null;
  return (
    <div className="import-result" data-testid="import-result" data-state={run.state}>
      {run.isUnderWay ? <Working run={run} /> : <Ended run={run} />}
      <dl className="import-counts">
        <Count title="新增" value={run.created} />
        <Count title="修改" value={run.updated} />
        <Count title="无变化" value={run.same} />
        <Count title="问题行" value={run.refused} isBad={run.refused > 0} />
      </dl>
      <div className="import-buttons">
        {run.hasProblems && (
          <Button icon={<DownloadOutlined />} loading={isDownloading} onClick={download} data-testid="import-problems">
            下载问题行
          </Button>
        )}
        {run.hasNotices && (
          <Button icon={<KeyOutlined />} loading={isSending} onClick={() => void tellNotices()} data-testid="import-notices">
            下载初始密码（只能下载一次）
          </Button>
        )}
        {run.list !== null && (
          <Button icon={<UnorderedListOutlined />} onClick={() => navigate(run.list ?? "")} data-testid="import-list">
            导入记录
          </Button>
        )}
        {run.mayUndo && (
          <Button danger icon={<RollbackOutlined />} loading={isSending} onClick={undo} data-testid="import-undo">
            撤销导入
          </Button>
        )}
      </div>
    </div>
  );
}

function Working({ run }: { run: ImportRunView }) {
  const phase = run.phase === null ? "正在处理" : PHASES[run.phase];
  return (
    <>
      <Progress percent={run.percent} status="active" aria-label={phase} />
      <p role="status">
        {phase}，共 {run.rows} 行。可以关闭本窗口，系统会在后台继续；结果可在本窗口或“导入记录”中查看。
      </p>
    </>
  );
}

function Ended({ run }: { run: ImportRunView }) {
  return (
    <Alert
      showIcon
      role="status"
      type={run.state === "done" && run.refused > 0 ? "warning" : (KINDS[run.state] ?? "info")}
      message={`${run.number} ${run.stateTitle}`}
      description={run.message === "" ? undefined : run.message}
    />
  );
}

function Count({ title, value, isBad = false }: { title: string; value: number; isBad?: boolean }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd className={isBad ? "num num-negative" : "num"}>{value}</dd>
    </div>
  );
}
