import { App, Button, Tooltip } from "antd";
import { useState } from "react";
import type { WireRow } from "../../../shared/protocol/list.ts";
import type { ScreenAction, ScreenModel } from "../../../shared/protocol/screen.ts";
import { actionRequest, isActionLive } from "./action-request.ts";
import { ReasonModal } from "./ReasonModal.tsx";
import { useAction } from "./use-action.tsx";
import "./actions.css";

interface ActionButtonsProps {
  readonly screen: ScreenModel;
  /** What the actions work on: the ticked rows of a list, or the one document. */
  readonly rows: readonly WireRow[];
  readonly onDone: (failed: readonly string[]) => void;
}

/** A button for each action this user may run on the module. */
export function ActionButtons({ screen, rows, onDone }: ActionButtonsProps) {
  const { modal } = App.useApp();
  const { run, isRunning } = useAction(screen, onDone);
  const [asking, setAsking] = useState<ScreenAction | null>(null);
  const start = (action: ScreenAction) => {
    if (action.needsReason) return setAsking(action);
    if (!action.danger) return void run(actionRequest(action, rows, ""));
    modal.confirm({
      title: `确定要${action.title}吗？`,
      content: `将对 ${rows.length} 条单据执行，执行后不能撤销。`,
      okText: action.title,
      okButtonProps: { danger: true, "data-testid": "confirm-ok" },
      cancelText: "取消",
      onOk: () => run(actionRequest(action, rows, "")),
    });
  };
  return (
    <>
      {screen.actions.map((action) => (
        <Tooltip key={action.action} title={hint(action, rows)}>
          <Button
            danger={action.danger}
            disabled={isRunning || !isActionLive(action, rows)}
            onClick={() => start(action)}
            data-testid={`action-${action.action}`}
          >
            {action.title}
          </Button>
        </Tooltip>
      ))}
      {asking && (
        <ReasonModal
          action={asking}
          count={rows.length}
          onCancel={() => setAsking(null)}
          onConfirm={(reason) => {
            setAsking(null);
            void run(actionRequest(asking, rows, reason));
          }}
        />
      )}
    </>
  );
}

/** Why a button is not live. */
function hint(action: ScreenAction, rows: readonly WireRow[]): string | null {
  if (rows.length === 0) return "请先勾选单据";
  if (isActionLive(action, rows)) return null;
  return rows.length > 1 && !action.bulk ? "该操作每次只能处理一条单据" : "单据当前状态不能执行该操作";
}
