import { type HttpError, useOne } from "@refinedev/core";
import { Alert, Modal, Spin } from "antd";
import { useRef } from "react";
import type { ScreenModel, ShowResult } from "../../../shared/protocol/screen.ts";
import AttachModal from "./AttachModal.tsx";
import { attachmentCalls } from "./attachment-dialog.ts";
import DetachModal from "./DetachModal.tsx";

interface AttachmentModalProps {
  readonly screen: ScreenModel;
  readonly step: "attach" | "detach";
  readonly id: string;
  readonly onClose: () => void;
}

/** The dialog about the pictures of one row of any module. The row is read first: a list need not show what it has. */
export default function AttachmentModal({ screen, step, id, onClose }: AttachmentModalProps) {
  const mdl = String(screen.MdlId);
  const query = useOne<Pick<ShowResult, keyof ShowResult>, HttpError>({ resource: mdl, id });
  // An answer kept from before would show pictures that are gone; one that comes later would take the dialog away.
  const isRead = useRef(false);
  isRead.current ||= query.data !== undefined && !query.isFetching;
  const row = isRead.current ? query.data?.data.row : undefined;
  if (row === undefined)
    return (
      <Modal open title={step === "attach" ? "上传附件" : "删除附件"} footer={null} onCancel={onClose}>
        {query.error === null ? <Spin /> : <Alert type="error" showIcon message={query.error.message} />}
      </Modal>
    );
  const Dialog = step === "attach" ? AttachModal : DetachModal;
  return (
    <Dialog
      kind={screen.title}
      number={String(row[screen.show.titleField] ?? id)}
      id={id}
      attachurl={String(row.attachurl ?? "")}
      calls={attachmentCalls(mdl)}
      onClose={onClose}
    />
  );
}
