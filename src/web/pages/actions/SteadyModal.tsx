import { Modal, type ModalProps } from "antd";

interface SteadyModalProps extends Pick<ModalProps, "title" | "okText" | "cancelText" | "width" | "children"> {
  /** It cannot be taken back. */
  readonly isDanger?: boolean;
  /** All that is needed is there. */
  readonly isReady?: boolean;
  readonly isRunning: boolean;
  readonly onOk: () => Promise<void>;
  readonly onClose: () => void;
}

/** The frame of a dialog whose wish is done once, e.g. one that moves money: it stays until the server has answered, and a click beside it is no answer. */
export function SteadyModal({ isDanger = false, isReady = true, isRunning, onOk, onClose, ...modal }: SteadyModalProps) {
  return (
    <Modal
      {...modal}
      open
      onCancel={onClose}
      onOk={() => void onOk()}
      confirmLoading={isRunning}
      closable={!isRunning}
      keyboard={!isRunning}
      maskClosable={false}
      cancelButtonProps={{ disabled: isRunning }}
      okButtonProps={{ danger: isDanger, disabled: !isReady, "data-testid": "confirm-ok" }}
    />
  );
}
