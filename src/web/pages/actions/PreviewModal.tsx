import { useState } from "react";
import type { WireRow } from "../../../shared/protocol/list.ts";
import type { ScreenAction, ScreenModel } from "../../../shared/protocol/screen.ts";
import { rowId } from "../../kinds/row.ts";
import { type ActionAnswers, actionRequest } from "./action-request.ts";
import { PreviewDialog } from "./PreviewDialog.tsx";
import { useAction } from "./use-action.tsx";

interface PreviewModalProps {
  readonly screen: ScreenModel;
  readonly action: ScreenAction;
  readonly rows: readonly WireRow[];
  /** What was asked for before. */
  readonly answers?: ActionAnswers;
  readonly onClose: () => void;
  /** Gets the ids the action did not go through for. */
  readonly onDone: (failed: readonly string[]) => void;
}

/** The preview of an action of the module, and the button that runs it. */
export default function PreviewModal({ screen, action, rows, answers, onClose, onDone }: PreviewModalProps) {
  const [left, setLeft] = useState(rows);
  const { run, isRunning } = useAction(screen);
  const confirm = async () => {
    const { key: _key, ...request } = actionRequest(action, left, answers);
    // Without a key of its own: as long as the dialog is open the same wish is done once.
    const failed = await run(request);
    if (failed !== null) onDone(failed);
    return failed !== null;
  };
  return (
    <PreviewDialog
      screen={screen}
      action={action.action}
      ids={left.map(rowId)}
      title={action.title}
      okText={action.title}
      isDanger={action.danger}
      isRunning={isRunning}
      onLeaveOut={(out) => setLeft(left.filter((row) => !out.includes(rowId(row))))}
      onOk={confirm}
      onClose={onClose}
    />
  );
}
