import { Alert, App, Radio } from "antd";
import { useState } from "react";
import type { PayChannelOffer } from "../../../shared/protocol/pay-preview.ts";
import { SteadyModal } from "../../pages/actions/SteadyModal.tsx";
import { useKeyedCall } from "../../pages/actions/use-keyed-call.ts";
import { type Bill, STATE } from "./bill.ts";
import { PreviewBody } from "./PreviewBody.tsx";
import { bankCall } from "./pay-calls.ts";
import type { PayDialogProps } from "./pay-dialog.ts";
import { usePreview } from "./use-preview.ts";

const WIDTH = 1140;

/** 银行支付 (docs/decisions/46): the preview, the channel, and the order to the bank. */
export default function BankModal({ bills, isMerged, onClose }: PayDialogProps) {
  const { message } = App.useApp();
  const [chosen, setChosen] = useState<readonly Bill[]>(bills);
  const [picked, setPicked] = useState<string | null>(null);
  const ids = chosen.map(({ id }) => id);
  const preview = usePreview({ ids, to: STATE.atBank, isMerged });
  const { send, isRunning } = useKeyedCall();
  const channels = preview.data?.channels ?? [];
  const channel = channels.find(({ channel: name, Msg }) => name === picked && Msg === "") ?? channels.find(({ Msg }) => Msg === "");
  const direction = chosen.every(({ isReceipt }) => isReceipt) ? "receive" : "pay";
  const title = direction === "pay" ? "银行支付" : "银行收款";

  const pay = async () => {
    if (channel === undefined) return;
    const [only, ...more] = chosen;
    const values = {
      ...(isMerged ? { id: ids[0] } : { ids: ids.join(",") }),
      ...(only !== undefined && more.length === 0 && { rowver: String(only.row.rowver ?? "") }),
    };
    const done = await send({ title, url: bankCall(channel.channel, direction, isMerged), params: values });
    if (done === null) {
      void preview.refetch();
      return;
    }
    void message.success(`已提交银行处理，共 ${ids.length} 张；结果到达后自动更新`);
    onClose();
  };

  return (
    <SteadyModal
      width={WIDTH}
      title={title}
      okText={`提交${title}`}
      isDanger
      isReady={preview.data?.ok === true && channel !== undefined && !preview.isFetching}
      isRunning={isRunning}
      onOk={pay}
      onClose={onClose}
    >
      <PreviewBody query={preview} onLeaveOut={(out) => setChosen(chosen.filter(({ id }) => !out.includes(id)))} />
      {preview.data !== undefined && <Channels channels={channels} value={channel?.channel ?? null} onChange={setPicked} />}
    </SteadyModal>
  );
}

interface ChannelsProps {
  readonly channels: readonly PayChannelOffer[];
  readonly value: string | null;
  readonly onChange: (channel: string) => void;
}

/** The bank's channels to choose from; those that do not take these bills say why. */
function Channels({ channels, value, onChange }: ChannelsProps) {
  if (channels.length === 0) return <Alert type="warning" showIcon message="支付渠道未启用，请先在支付渠道配置中启用" />;
  return (
    <div className="pay-channels">
      <span>支付渠道</span>
      <Radio.Group value={value} onChange={({ target }) => onChange(String(target.value))} aria-label="支付渠道">
        {channels.map(({ channel, title, Msg }) => (
          <Radio key={channel} value={channel} disabled={Msg !== ""} data-testid={`channel-${channel}`}>
            {title}
            {Msg !== "" && <span className="pay-refused">（{Msg}）</span>}
          </Radio>
        ))}
      </Radio.Group>
    </div>
  );
}
