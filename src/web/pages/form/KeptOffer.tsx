import { Alert, Button } from "antd";
import dayjs from "dayjs";

/** Offers what was entered here before and never saved. */
export default function KeptOffer({ time, onRestore, onForget }: { time: number; onRestore: () => void; onForget: () => void }) {
  return (
    <Alert
      type="info"
      showIcon
      data-testid="kept-draft"
      message={`${dayjs(time).format("M月D日 HH:mm")} 在这里填写的内容没有保存。`}
      action={
        <>
          <Button size="small" type="link" onClick={onForget}>
            丢弃
          </Button>
          <Button size="small" type="primary" onClick={onRestore} data-testid="kept-restore">
            恢复
          </Button>
        </>
      }
    />
  );
}
