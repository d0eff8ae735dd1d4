import { Modal } from "antd";
import TextArea from "antd/es/input/TextArea";
import { useState } from "react";
import type { ScreenAction } from "../../../shared/protocol/screen.ts";

const MAX_LENGTH = 200;

interface ReasonModalProps {
  readonly action: ScreenAction;
  /** What the action is about to do. */
  readonly question: string;
  readonly onCancel: () => void;
  readonly onConfirm: (reason: string) => void;
}

/** Asks for the reason of an action, by the name it has there. */
export default function ReasonModal({ action, question, onCancel, onConfirm }: ReasonModalProps) {
  const [reason, setReason] = useState("");
  return (
    <Modal
      open
      title={action.title}
      onCancel={onCancel}
      onOk={() => onConfirm(reason.trim())}
      okButtonProps={{ disabled: reason.trim() === "", danger: action.danger, "data-testid": "confirm-ok" }}
    >
      <p className="reason-rows">
        {question}请填写{action.reasonTitle}：
      </p>
      <TextArea
        autoFocus
        className="reason-text"
        rows={3}
        showCount
        maxLength={MAX_LENGTH}
        value={reason}
        placeholder={`${action.reasonTitle}（必填）`}
        aria-label={action.reasonTitle}
        data-testid="confirm-reason"
        onChange={(event) => setReason(event.target.value)}
      />
    </Modal>
  );
}
