import { Input, Modal, Progress } from "antd";
import { useState } from "react";
import type { ScreenAction, ScreenModel } from "../../../shared/protocol/screen.ts";
import DateRangeBox from "../../kinds/DateRangeBox.tsx";
import { useGenerate } from "./use-generate.ts";

interface GenerateModalProps {
  readonly screen: ScreenModel;
  readonly action: ScreenAction;
  readonly onClose: () => void;
}

/** Asks for the period, starts the work, and shows how far it is; closing it stops nothing. */
export default function GenerateModal({ screen, action, onClose }: GenerateModalProps) {
  const { start, progress, isStarting } = useGenerate(String(screen.MdlId));
  const [days, setDays] = useState<readonly [string, string] | null>(null);
  const [provid, setProvid] = useState("");
  const isAsked = progress === null;
  return (
    <Modal
      open
      title={action.title}
      okText={isAsked ? "开始生成" : "关闭"}
      cancelText="取消"
      onCancel={onClose}
      onOk={() => (isAsked && days !== null ? void start({ startdate: days[0], enddate: days[1], provid: provid.trim() }) : onClose())}
      confirmLoading={isStarting}
      okButtonProps={{ disabled: isAsked && days === null, "data-testid": "generate-ok" }}
      {...(!isAsked && { cancelButtonProps: { style: { display: "none" } } })}
    >
      {progress === null ? (
        <div className="generate-form">
          <p>账期（含起止两天），须已结束：</p>
          <div className="generate-days">
            <DateRangeBox title="账期" testId="generate-days" days={days} onChange={(picked) => setDays(picked ?? null)} />
          </div>
          <Input
            value={provid}
            maxLength={20}
            placeholder="供应商编码（不填为全部供应商）"
            aria-label="供应商编码"
            data-testid="generate-provid"
            onChange={(event) => setProvid(event.target.value)}
          />
        </div>
      ) : (
        <div data-testid="generate-progress" role="status">
          <Progress percent={progress.total === 0 ? 100 : Math.floor((progress.done * 100) / progress.total)} />
          <p>
            共 {progress.total} 个供应商，已处理 {progress.done}：生成 {progress.made}，无需生成 {progress.none}，失败 {progress.failed}
            {progress.isDone ? "。已完成。" : "。可以关闭本窗口，系统会继续生成。"}
          </p>
          <ul className="generate-notes">
            {progress.notes.map(({ key, name, isFailed, note }) => (
              <li key={key} className={isFailed ? "generate-failed" : ""}>
                {name}：{note}
              </li>
            ))}
          </ul>
        </div>
      )}
    </Modal>
  );
}
