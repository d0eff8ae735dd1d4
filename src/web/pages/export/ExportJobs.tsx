import { CloseOutlined, DeleteOutlined, DownloadOutlined, FolderOpenOutlined } from "@ant-design/icons";
import { Badge, Button, Popover, Progress, Tooltip } from "antd";
import type { ExportView } from "../../../shared/protocol/export.ts";
import { type Exports, isUnderWay } from "./use-exports.ts";
import "./export.css";

/** 我的导出: what the server writes for the user, or has written; nothing where there is none. */
export function ExportJobs({ exports }: { exports: Exports }) {
  const { all } = exports;
  if (all.length === 0) return null;
  const busy = all.filter(isUnderWay).length;
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      title="我的导出"
      content={
        <ul className="export-jobs" aria-label="我的导出" data-testid="export-list">
          {all.map((one) => (
            <Job key={one.job} one={one} exports={exports} />
          ))}
        </ul>
      }
    >
      <Tooltip title="我的导出">
        <Button icon={<FolderOpenOutlined />} aria-label="我的导出" data-testid="export-jobs">
          {busy > 0 && <Badge count={busy} size="small" />}
        </Button>
      </Tooltip>
    </Popover>
  );
}

function Job({ one, exports: { cancel, download, isDownloading } }: { one: ExportView; exports: Exports }) {
  const { title, format, state, rows, total, note, created, expires, size } = one;
  return (
    <li data-testid="export-job" data-state={state}>
      <div className="export-job">
        <b>{title}</b> <span className="faint">{`${format} · ${created.slice(5, 16)}`}</span>
        {state === "running" && (
          <Progress size="small" percent={total ? Math.floor((100 * rows) / total) : 0} aria-label={`${title} 导出进度`} />
        )}
        <div className="faint">
          {state === "waiting" && "排队中，前面的导出完成后自动开始"}
          {state === "running" && (total === null ? "正在准备…" : `已写入 ${rows} / ${total} 行`)}
          {state === "ready" && `${rows} 行，${sizeText(size ?? 0)}，保留到 ${(expires ?? "").slice(5, 16)}`}
          {state === "failed" && note}
        </div>
      </div>
      {state === "ready" && (
        <Button
          type="primary"
          size="small"
          icon={<DownloadOutlined />}
          loading={isDownloading}
          onClick={() => download(one)}
          data-testid="export-download"
        >
          下载
        </Button>
      )}
      <Tooltip title={isUnderWay(one) ? "取消导出" : "删除"}>
        <Button
          type="text"
          size="small"
          icon={isUnderWay(one) ? <CloseOutlined /> : <DeleteOutlined />}
          aria-label={`${isUnderWay(one) ? "取消导出" : "删除"} ${title}`}
          onClick={() => cancel(one)}
          data-testid="export-drop"
        />
      </Tooltip>
    </li>
  );
}

const MB = 1024 * 1024;
const sizeText = (bytes: number): string => (bytes < MB ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / MB).toFixed(1)} MB`);
