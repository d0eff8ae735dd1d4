import { useQuery } from "@tanstack/react-query";
import { Alert, App } from "antd";
import { useState } from "react";
import type { ApiError } from "../../../shared/protocol/envelope.ts";
import { post } from "../../api/post.ts";
import { ImageUpload } from "../../kinds/attachments/ImageUpload.tsx";
import { Thumbnails } from "../../kinds/attachments/Thumbnails.tsx";
import { urlsOf } from "../../kinds/attachments/url-list.ts";
import { SILENT } from "../../providers/query-client.ts";
import { textOf } from "./bill.ts";
import { MoneyModal } from "./MoneyModal.tsx";
import { PAY_CALLS } from "./pay-calls.ts";
import type { PayDialogProps } from "./pay-dialog.ts";
import { useMoneyCall } from "./use-money-call.ts";

/** Pictures of one bill. */
const MOST = 9;

/** 上传附件 (BP6): pictures are uploaded first, and put to the bill together. */
export default function AttachModal({ mdl, bills, onClose }: PayDialogProps) {
  const { message } = App.useApp();
  const [added, setAdded] = useState("");
  const { send, isRunning } = useMoneyCall(mdl);
  const [bill] = bills;
  const id = bill?.id ?? "";
  const check = useQuery<{ readonly ok: boolean; readonly msg: string }, ApiError>({
    queryKey: ["pay-may-attach", id],
    queryFn: () => post(PAY_CALLS.mayAttach, { id }),
    cacheTime: 0,
    meta: SILENT,
  });
  if (bill === undefined) return null;
  const kept = urlsOf(textOf(bill.row, "attachurl"));
  const refusal = check.isError ? check.error.message : check.data?.ok === false ? check.data.msg : null;
  const attach = async () => {
    if ((await send({ title: "上传附件", url: PAY_CALLS.attach, values: { Id: id, attachurl: added } })) === null) return;
    void message.success(`已为 ${bill.number} 添加 ${urlsOf(added).length} 张附件`);
    onClose();
  };
  return (
    <MoneyModal
      title={`上传附件：${bill.number}`}
      okText="添加到付款单"
      isReady={added !== "" && refusal === null}
      isRunning={isRunning}
      onOk={attach}
      onClose={onClose}
    >
      {refusal !== null && <Alert type="error" showIcon message={refusal} data-testid="attach-refusal" />}
      {kept.length > 0 && (
        <p className="pay-hint">
          已有 {kept.length} 张： <Thumbnails urls={kept} />
        </p>
      )}
      <p className="pay-hint">png、jpg 图片，一张付款单最多 {MOST} 张。</p>
      <ImageUpload value={added} onChange={setAdded} max={MOST - kept.length} disabled={refusal !== null || isRunning} />
    </MoneyModal>
  );
}
