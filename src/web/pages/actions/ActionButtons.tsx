import { App, Button, Tooltip } from "antd";
import { lazy, Suspense, useState } from "react";
import type { WireRow } from "../../../shared/protocol/list.ts";
import type { ScreenAction, ScreenModel } from "../../../shared/protocol/screen.ts";
import { actionRequest, rowsFor } from "./action-request.ts";
import { useAction } from "./use-action.tsx";
import "./actions.css";

const ReasonModal = lazy(() => import("./ReasonModal.tsx"));

/** Done by form pages, not by a status change. */
const FORM_ACTIONS: ReadonlySet<string> = new Set(["create", "edit", "delete", "grant"]);

interface ActionButtonsProps {
  readonly screen: ScreenModel;
  /** What the actions work on: the ticked rows of a list, or the one document. */
  readonly rows: readonly WireRow[];
  /** Gets the ids the action did not go through for. */
  readonly onDone: (failed: readonly string[]) => void;
}

/** A button for each action this user may run on the module. */
export function ActionButtons({ screen, rows, onDone }: ActionButtonsProps) {
  const { modal } = App.useApp();
  const { run, isRunning } = useAction(screen, onDone);
  const [asking, setAsking] = useState<ScreenAction | null>(null);
  const start = (action: ScreenAction) => {
    const question = questionOf(action, rows);
    if (action.needsReason) return setAsking(action);
    if (question === null) return void run(actionRequest(action, rowsFor(action, rows), ""));
    modal.confirm({
      title: `确定要${action.title}吗？`,
      content: question,
      okText: action.title,
      okButtonProps: { danger: action.danger, "data-testid": "confirm-ok" },
      cancelText: "取消",
      onOk: () => run(actionRequest(action, rowsFor(action, rows), "")),
    });
  };
  return (
    <>
      {screen.actions
        .filter(({ action }) => !FORM_ACTIONS.has(action))
        .map((action) => (
          <Tooltip key={action.action} title={hintOf(action, rows)}>
            <Button
              danger={action.danger}
              disabled={isRunning || rowsFor(action, rows).length === 0}
              onClick={() => start(action)}
              data-testid={`action-${action.action}`}
            >
              {action.title}
            </Button>
          </Tooltip>
        ))}
      {asking && (
        <Suspense fallback={null}>
          <ReasonModal
            action={asking}
            question={questionOf(asking, rows) ?? `将对 ${rows.length} 条单据执行。`}
            onCancel={() => setAsking(null)}
            onConfirm={(reason) => {
              setAsking(null);
              void run(actionRequest(asking, rowsFor(asking, rows), reason));
            }}
          />
        </Suspense>
      )}
    </>
  );
}

/** What must be confirmed first, or null: nothing. Rows that do not allow the action are never left out unsaid. */
function questionOf(action: ScreenAction, rows: readonly WireRow[]): string | null {
  const count = rowsFor(action, rows).length;
  const left = rows.length - count;
  if (left > 0) return `已选 ${rows.length} 条单据，其中 ${count} 条可以执行；其余 ${left} 条当前状态不能执行，将保持不变。`;
  return action.danger ? `将对 ${count} 条单据执行。` : null;
}

/** Why a button is not live. */
function hintOf(action: ScreenAction, rows: readonly WireRow[]): string | null {
  if (rows.length === 0) return "请先勾选单据";
  if (rowsFor(action, rows).length > 0) return null;
  return rows.length > 1 && !action.bulk ? "该操作每次只能处理一条单据" : "单据当前状态不能执行该操作";
}
