import { Progress } from "antd";
import type { JobProgress, PieceState } from "../../../shared/protocol/job.ts";

/** What became of suppliers, in the order in which it is told. */
const ENDS: readonly { readonly state: PieceState; readonly title: string; readonly count: "failed" | "made" | "none" }[] = [
  { state: "failed", title: "生成失败", count: "failed" },
  { state: "made", title: "已生成", count: "made" },
  { state: "none", title: "无需生成", count: "none" },
];

/** How far a job is, and what became of each supplier. */
export function GenerateProgress({ progress }: { progress: JobProgress }) {
  const { total, done, isDone, failed, notes } = progress;
  const isLone = total === 1;
  const percent = total === 0 ? 100 : Math.floor((done * 100) / total);
  return (
    <div className="generate-progress" data-testid="generate-progress">
      <Progress percent={percent} status={failed > 0 ? "exception" : isDone ? "success" : "active"} aria-label="生成进度" />
      <p role="status">
        {total === 0 && "没有符合条件的供应商。"}
        {total > 0 && isDone && `共 ${total} 个供应商，已全部处理。`}
        {total > 0 && !isDone && `共 ${total} 个供应商，已处理 ${done} 个。可以关闭本窗口，系统会在后台继续生成。`}
      </p>
      {ENDS.map(({ state, title, count }) => {
        const ended = notes.filter((note) => note.state === state);
        if (progress[count] === 0) return null;
        return (
          // What there was no need for is the longest list, and the one that is asked for least.
          <details
            key={state}
            className="generate-end"
            open={state !== "none" || isLone}
            data-state={state}
            data-testid={`generate-${state}`}
          >
            <summary>
              {title} <b>{progress[count]}</b> 个
            </summary>
            <ul>
              {ended.map(({ key, name, note }) => (
                <li key={key}>
                  <span>
                    <span className="num">{key}</span> {name}
                  </span>
                  <span>{note}</span>
                </li>
              ))}
            </ul>
            {ended.length < progress[count] && <small>另有 {progress[count] - ended.length} 个未列出</small>}
          </details>
        );
      })}
    </div>
  );
}
