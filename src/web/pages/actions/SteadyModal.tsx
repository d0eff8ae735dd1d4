import { Modal } from "antd";
import type { ReactNode } from "react";

interface SteadyModalProps {
  readonly title: string;
  readonly okText: string;
  readonly cancelText?: string;
  readonly width?: number;
  /** It cannot be taken back. */
  readonly isDanger?: boolean;
  /** All that is needed is there. */
  readonly isReady?: boolean;
  readonly isRunning: boolean;
  readonly onOk: () => Promise<void>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The frame of a dialog whose wish is done once, e.g. one that moves money: it stays until the server has answered, and a click beside it is no answer. */
export function SteadyModal({
  title,
  okText,
  cancelText = "取消",
  width,
  isDanger = false,
  isReady = true,
  isRunning,
  onOk,
  onClose,
  children,
}: SteadyModalProps) {
  return (
    <Modal
      open
      {...(width !== undefined && { width })}
      title={title}
      okText={okText}
      cancelText={cancelText}
      onCancel={onClose}
      onOk={() => void onOk()}
      confirmLoading={isRunning}
      closable={!isRunning}
      keyboard={!isRunning}
      maskClosable={false}
      cancelButtonProps={{ disabled: isRunning }}
      okButtonProps={{ danger: isDanger, disabled: !isReady, "data-testid": "confirm-ok" }}
    >
      {children}
    </Modal>
  );
}
