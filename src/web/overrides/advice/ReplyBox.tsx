import { Button } from "antd";
import TextArea from "antd/es/input/TextArea";
import { type KeyboardEvent, useId } from "react";
import type { WireRow } from "../../../shared/protocol/list.ts";
import type { ScreenAction, ScreenModel } from "../../../shared/protocol/screen.ts";
import { actionRequest } from "../../pages/actions/action-request.ts";
import { useAction } from "../../pages/actions/use-action.tsx";

const ROWS = { minRows: 4, maxRows: 10 };
const LONGEST = 500;

interface ReplyBoxProps {
  readonly screen: ScreenModel;
  readonly action: ScreenAction;
  readonly row: WireRow;
  /** A supplier will hear of it. */
  readonly isTold: boolean;
  /** What is being written; kept by the page while other suggestions are looked at. */
  readonly text: string;
  readonly onText: (text: string) => void;
}

/** Where the shop writes its answer. It is given once: what a supplier has been told stays. */
export function ReplyBox({ screen, action, row, isTold, text, onText }: ReplyBoxProps) {
  const id = useId();
  const { run, isRunning } = useAction(screen);
  const reply = text.trim();
  const send = async () => {
    if (reply === "" || isRunning) return;
    const failed = await run(actionRequest(action, [row], { reason: reply }));
    if (failed?.length === 0) onText("");
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void send();
  };
  return (
    <div className="advice-reply">
      <label htmlFor={id}>{action.reasonTitle}</label>
      <TextArea
        id={id}
        autoSize={ROWS}
        showCount
        maxLength={LONGEST}
        value={text}
        readOnly={isRunning}
        aria-busy={isRunning}
        placeholder={isTold ? "写给供应商的回复" : "写下处理结果"}
        aria-describedby={`${id}-note`}
        data-testid="advice-reply"
        onChange={(event) => onText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className="advice-reply-foot">
        <span id={`${id}-note`}>
          {isTold ? "回复后不能修改，系统会通知供应商。" : "回复后不能修改；提交人没有注明供应商，无法通知。"}
          <span className="advice-keys">Ctrl + Enter 发送</span>
        </span>
        <Button type="primary" disabled={reply === ""} loading={isRunning} onClick={() => void send()} data-testid="action-reply">
          {action.title}
        </Button>
      </div>
    </div>
  );
}
