import { useQuery } from "@tanstack/react-query";
import { Alert, App } from "antd";
import { useState } from "react";
import type { ApiError } from "../../../../shared/protocol/envelope.ts";
import { post } from "../../../api/post.ts";
import { ImageUpload } from "../../../kinds/attachments/ImageUpload.tsx";
import { Thumbnails } from "../../../kinds/attachments/Thumbnails.tsx";
import { urlsOf } from "../../../kinds/attachments/url-list.ts";
import { SILENT } from "../../../providers/query-client.ts";
import { SteadyModal } from "../SteadyModal.tsx";
import { useKeyedCall } from "../use-keyed-call.ts";
import type { AttachmentDialogProps } from "./attachment-dialog.ts";
import "../../../kinds/inputs.css";
import "./attachment-dialog.css";

/** Pictures of one document. */
const MOST = 9;

/** 上传附件 (docs/decisions/36): pictures are uploaded first, and put to the document together. */
export default function AttachModal({ mdl, kind, number, id, attachurl, calls, onClose }: AttachmentDialogProps) {
  const { message } = App.useApp();
  const [added, setAdded] = useState("");
  const { send, isRunning } = useKeyedCall(mdl);
  const check = useQuery<{ readonly ok: boolean; readonly msg: string }, ApiError>({
    queryKey: ["may-attach", mdl, id],
    queryFn: () => post(calls.mayAttach, { id }),
    cacheTime: 0,
    meta: SILENT,
  });
  const kept = urlsOf(attachurl);
  const refusal = check.isError ? check.error.message : check.data?.ok === false ? check.data.msg : null;
  const attach = async () => {
    if ((await send({ title: "上传附件", url: calls.attach, values: { id, attachurl: added } })) === null) return;
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
