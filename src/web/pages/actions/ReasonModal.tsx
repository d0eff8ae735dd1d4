import { Input, Modal } from "antd";
import { useState } from "react";
import type { ScreenAction } from "../../../shared/protocol/screen.ts";

const MAX_LENGTH = 200;

interface ReasonModalProps {
  readonly action: ScreenAction;
  readonly count: number;
  readonly onCancel: () => void;
  readonly onConfirm: (reason: string) => void;
}

/** Asks for the reason of an action. */
export function ReasonModal({ action, count, onCancel, onConfirm }: ReasonModalProps) {
  const [reason, setReason] = useState("");
  return (
    <Modal
      open
      title={action.title}
      okText="确定"
      cancelText="取消"
      onCancel={onCancel}
      onOk={() => onConfirm(reason.trim())}
      okButtonProps={{ disabled: reason.trim() === "", danger: action.danger, "data-testid": "confirm-ok" }}
    >
      <p className="reason-rows">将对 {count} 条单据执行，请填写原因：</p>
      <Input.TextArea
        autoFocus
        rows={3}
        showCount
        maxLength={MAX_LENGTH}
        value={reason}
        placeholder="原因（必填）"
        data-testid="confirm-reason"
        onChange={(event) => setReason(event.target.value)}
      />
    </Modal>
  );
}
