import { Alert, App } from "antd";
import { useState } from "react";
import { useCall } from "../../data/use-call.ts";
import { ImageUpload } from "../../kinds/attachments/ImageUpload.tsx";
import { Thumbnails } from "../../kinds/attachments/Thumbnails.tsx";
import { urlsOf } from "../../kinds/text/url-text.ts";
import type { AttachmentDialogProps } from "./attachment-dialog.ts";
import { SteadyModal } from "./SteadyModal.tsx";
import { useKeyedCall } from "./use-keyed-call.ts";
import "../../kinds/inputs/inputs.css";
import "./attachment-dialog.css";

/** Pictures of one document. */
const MOST = 9;

/** 上传附件 (docs/decisions/36): pictures are uploaded first, and put to the document together. */
export default function AttachModal({ kind, number, id, attachurl, calls, onClose }: AttachmentDialogProps) {
  const { message } = App.useApp();
  const [added, setAdded] = useState("");
  const { send, isRunning } = useKeyedCall();
  const check = useCall<{ readonly ok: boolean; readonly msg: string }>(calls.mayAttach, { id }, { isSilent: true, cacheTime: 0 });
  const kept = urlsOf(attachurl);
  const refusal = check.isError ? check.error.message : check.data?.ok === false ? check.data.msg : null;
  const attach = async () => {
    if ((await send({ title: "上传附件", url: calls.attach, params: { id, attachurl: added } })) === null) return;
    void message.success(`已为 ${number} 添加 ${urlsOf(added).length} 张附件`);
    onClose();
  };
  return (
    <SteadyModal
      title={`上传附件：${number}`}
      okText={`添加到${kind}`}
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
        png、jpg 图片，一张{kind}最多 {MOST} 张。
      </p>
      <ImageUpload value={added} onChange={setAdded} max={MOST - kept.length} disabled={refusal !== null || isRunning} />
    </SteadyModal>
  );
}
