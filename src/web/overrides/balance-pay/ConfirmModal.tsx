import { App } from "antd";
import { useState } from "react";
import { SteadyModal } from "../../pages/actions/SteadyModal.tsx";
import { useKeyedCall } from "../../pages/actions/use-keyed-call.ts";
import { type Bill, STATE } from "./bill.ts";
import { payTitle } from "./bill-buttons.ts";
import { PreviewBody } from "./PreviewBody.tsx";
import { PAY_CALLS } from "./pay-calls.ts";
import type { PayDialogProps } from "./pay-dialog.ts";
import { usePreview } from "./use-preview.ts";

const WIDTH = 1140;

/** 财务确认, 确认付款 and 确认收款: what they would mean, and the button that does it. */
export default function ConfirmModal({ bills, isMerged, onClose, to }: PayDialogProps & { readonly to: number }) {
  const { message } = App.useApp();
  const [chosen, setChosen] = useState<readonly Bill[]>(bills);
  const ids = chosen.map(({ id }) => id);
  const preview = usePreview({ ids, to, isMerged });
  const { send, isRunning } = useKeyedCall();
  const title = to === STATE.toPay ? "财务确认" : payTitle(chosen);

  const confirm = async () => {
    const [only, ...more] = chosen;
    const values = {
      ids: ids.join(","),
      to,
      ...(isMerged && { fath: "1" }),
      // The version guards a single bill; several are taken as they are.
      ...(only !== undefined && more.length === 0 && { rowver: String(only.row.rowver ?? "") }),
    };
    const done = await send({ title, url: PAY_CALLS.confirm, params: values });
    if (done === null) {
      void preview.refetch();
      return;
    }
    void message.success(`${title}成功，共 ${ids.length} 张`);
    onClose();
  };

  return (
    <SteadyModal
      width={WIDTH}
      title={title}
      okText={title}
      isDanger={to === STATE.paid}
      isReady={preview.data?.ok === true && !preview.isFetching}
      isRunning={isRunning}
      onOk={confirm}
      onClose={onClose}
    >
      <PreviewBody query={preview} onLeaveOut={(out) => setChosen(chosen.filter(({ id }) => !out.includes(id)))} />
    </SteadyModal>
  );
}
