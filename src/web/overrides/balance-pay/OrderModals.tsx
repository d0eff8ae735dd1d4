import { App, Checkbox } from "antd";
import { useState } from "react";
import type { PageResult } from "../../../shared/protocol/list.ts";
import { useCall } from "../../data/use-call.ts";
import { Sum } from "../../kinds/DecimalNumber.tsx";
import { PreviewDialog } from "../../pages/actions/PreviewModal.tsx";
import { useKeyedCall } from "../../pages/actions/use-keyed-call.ts";
import { bankCall, billOf, isOfMerged, PAY_CALLS, type PayDialogProps, textOf } from "./bill.ts";

/** 银行支付 (docs/decisions/46): the preview with the channel to choose, and the order to the bank, by the channel's own call. */
export function BankModal({ screen, bills, onClose }: PayDialogProps) {
  const { message } = App.useApp();
  const [chosen, setChosen] = useState(bills);
  const { send, isRunning } = useKeyedCall();
  const isMerged = isOfMerged(screen);
  const ids = chosen.map(({ id }) => id);
  const direction = chosen.every(({ isReceipt }) => isReceipt) ? "receive" : "pay";
  const title = direction === "pay" ? "银行支付" : "银行收款";

  const pay = async (channel: string, versions: string) => {
    const values = { ...(isMerged ? { id: ids[0] } : { ids: ids.join(",") }), versions };
    const done = await send({ title, url: bankCall(channel, direction, isMerged), params: values });
    if (done === null) return false;
    void message.success(`已提交银行处理，共 ${ids.length} 张；结果到达后自动更新`);
    onClose();
    return true;
  };

  return (
    <PreviewDialog
      screen={screen}
      action="bankpay"
      ids={ids}
      title={title}
      okText={`提交${title}`}
      isDanger
      isRunning={isRunning}
      onLeaveOut={(out) => setChosen(chosen.filter(({ id }) => !out.includes(id)))}
      onOk={pay}
      onClose={onClose}
    />
  );
}

const LEAST = 2;

/** 合并付款 (docs/decisions/45): the bills that were ticked, and the supplier's others that wait for money; paid as one from then on. */
export function MergeModal({ screen, bills, onClose, onMerged }: PayDialogProps & { readonly onMerged: () => void }) {
  const { message } = App.useApp();
  const [ids, setIds] = useState<readonly string[]>(bills.map(({ id }) => id));
  const { provid = "", provider = "" } = bills[0] ?? {};
  const candidates = useCall<PageResult>(PAY_CALLS.candidates, { provid }, { isSilent: true, cacheTime: 0 });
  const { send, isRunning } = useKeyedCall();
  const all = candidates.data?.rows.map(billOf) ?? bills;

  const merge = async (_choice: string, versions: string) => {
    const values = { ids: ids.join(","), versions };
    const done = await send<{ readonly Billid: string }>({ title: "合并付款", url: PAY_CALLS.merge, params: values });
    if (done === null) return false;
    void message.success(`已合并为 ${done.Billid}，请在合并付款单中付款`);
    onMerged();
    return true;
  };

  // What keeps a bill from being paid keeps it from being merged, too.
  return (
    <PreviewDialog
      screen={screen}
      action="pay"
      ids={ids}
      title={`合并付款：${provider}`}
      okText="合并付款"
      isReady={ids.length >= LEAST}
      isRunning={isRunning}
      onLeaveOut={(out) => setIds(ids.filter((id) => !out.includes(id)))}
      onOk={merge}
      onClose={onClose}
    >
      <fieldset className="pay-candidates">
        <legend>
          待付款的付款单，已选 {ids.length} 张{ids.length < LEAST && `，至少 ${LEAST} 张`}
        </legend>
        {all.map(({ id, number, row }) => (
          <Checkbox
            key={id}
            checked={ids.includes(id)}
            onChange={({ target }) => setIds(target.checked ? [...ids, id] : ids.filter((one) => one !== id))}
            data-testid={`candidate-${id}`}
          >
            <span className="num">{number}</span> <Sum value={textOf(row, "Bala_sum")} decimals={2} />
          </Checkbox>
        ))}
      </fieldset>
    </PreviewDialog>
  );
}
