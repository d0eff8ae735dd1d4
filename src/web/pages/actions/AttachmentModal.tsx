import { type HttpError, useOne } from "@refinedev/core";
import { Alert, App, Checkbox, Modal, Spin } from "antd";
import { useRef, useState } from "react";
import type { WireRow } from "../../../shared/protocol/list.ts";
import type { ScreenModel, ShowResult } from "../../../shared/protocol/screen.ts";
import { moduleUrl } from "../../api/endpoints.ts";
import { useCall } from "../../data/use-call.ts";
import { AuthImage } from "../../kinds/attachments/AuthImage.tsx";
import { ImageUpload } from "../../kinds/attachments/ImageUpload.tsx";
import { Thumbnails } from "../../kinds/attachments/Thumbnails.tsx";
import { rowId } from "../../kinds/row.ts";
import { fileName, urlsOf } from "../../kinds/text/url-text.ts";
import { SteadyModal } from "./SteadyModal.tsx";
import { useKeyedCall } from "./use-keyed-call.ts";
import "../../kinds/inputs/inputs.css";
import "./attachment-dialog.css";

interface AttachmentModalProps {
  readonly screen: ScreenModel;
  readonly step: "attach" | "detach";
  readonly id: string;
  readonly onClose: () => void;
}

/** The dialog about the pictures of one row of any module. The row is read first: a list need not show what it has. */
export default function AttachmentModal({ screen, step, id, onClose }: AttachmentModalProps) {
  const query = useOne<Pick<ShowResult, keyof ShowResult>, HttpError>({ resource: String(screen.MdlId), id });
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
  return <Dialog screen={screen} row={row} calls={attachmentCalls(screen)} onClose={onClose} />;
}

/** The calls of any other module. */
const attachmentCalls = ({ MdlId }: ScreenModel) => ({
  mayAttach: moduleUrl(String(MdlId), "UploadAttachCheck"),
  attach: moduleUrl(String(MdlId), "UploadAttach"),
  detach: moduleUrl(String(MdlId), "DeleteAttach"),
});

/** What the dialogs about one document's pictures get. */
interface AttachmentDialogProps extends Pick<AttachmentModalProps, "screen" | "onClose"> {
  readonly row: WireRow;
  /** Where it sends what it is told: the payment page has calls of its own. */
  readonly calls: Readonly<ReturnType<typeof attachmentCalls>>;
}

/** What the document is called, and the pictures it has. */
function picturesOf({ screen, row }: AttachmentDialogProps) {
  return { id: rowId(row), number: String(row[screen.show.titleField] ?? row.Id), urls: urlsOf(String(row.attachurl ?? "")) };
}

/** Pictures of one document. */
const MOST = 9;

/** 上传附件 (docs/decisions/36): pictures are uploaded first, and put to the document together. */
export function AttachModal(props: AttachmentDialogProps) {
  const { screen, calls, onClose } = props;
  const { id, number, urls: kept } = picturesOf(props);
  const { message } = App.useApp();
  const [added, setAdded] = useState("");
  const { send, isRunning } = useKeyedCall();
  const check = useCall<{ readonly ok: boolean; readonly msg: string }>(calls.mayAttach, { id }, { isSilent: true, cacheTime: 0 });
  const refusal = check.isError ? check.error.message : check.data?.ok === false ? check.data.msg : null;
  const attach = async () => {
    if ((await send({ title: "上传附件", url: calls.attach, params: { id, attachurl: added } })) === null) return;
    void message.success(`已为 ${number} 添加 ${urlsOf(added).length} 张附件`);
    onClose();
  };
  return (
    <SteadyModal
      title={`上传附件：${number}`}
      okText={`添加到${screen.title}`}
      isReady={added !== "" && refusal === null}
      isRunning={isRunning}
      onOk={attach}
      onClose={onClose}
    >
      {refusal !== null && <Alert type="error" showIcon message={refusal} data-testid="attach-refusal" />}
      {kept.length > 0 && (
        <p className="attach-hint">
          已有 {kept.length} 张： <Thumbnails urls={kept} />
        </p>
      )}
      <p className="attach-hint">
        png、jpg 图片，一张{screen.title}最多 {MOST} 张。
      </p>
      <ImageUpload value={added} onChange={setAdded} max={MOST - kept.length} disabled={refusal !== null || isRunning} />
    </SteadyModal>
  );
}

/** 删除附件 (docs/decisions/36): which of the document's pictures go. */
export function DetachModal(props: AttachmentDialogProps) {
  const { calls, onClose } = props;
  const { message } = App.useApp();
  // What it had when the dialog was opened: it may be read anew meanwhile.
  const [{ id, number, urls }] = useState(() => picturesOf(props));
  const [chosen, setChosen] = useState<readonly string[]>(urls);
  const { send, isRunning } = useKeyedCall();
  const detach = async () => {
    if ((await send({ title: "删除附件", url: calls.detach, params: { id, attachurl: chosen.join(",") } })) === null) return;
    void message.success(`已删除 ${chosen.length} 张附件`);
    onClose();
  };
  return (
    <SteadyModal
      title={`删除附件：${number}`}
      okText={`删除 ${chosen.length} 张`}
      isDanger
      isReady={chosen.length > 0}
      isRunning={isRunning}
      onOk={detach}
      onClose={onClose}
    >
      <div className="attach-pictures">
        {urls.map((url, index) => (
          <Checkbox
            key={url}
            checked={chosen.includes(url)}
            onChange={({ target }) => setChosen(urls.filter((one) => (one === url ? target.checked : chosen.includes(one))))}
            data-testid={`detach-${index}`}
          >
            <AuthImage url={url} alt={fileName(url)} size="small" />
          </Checkbox>
        ))}
      </div>
    </SteadyModal>
  );
}
