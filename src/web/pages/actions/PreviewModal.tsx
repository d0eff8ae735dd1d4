import { type ReactNode, useState } from "react";
import type { WireRow } from "../../../shared/protocol/list.ts";
import type { ActionPreview } from "../../../shared/protocol/preview.ts";
import type { ScreenAction, ScreenModel } from "../../../shared/protocol/screen.ts";
import { moduleUrl } from "../../api/endpoints.ts";
import { useCall } from "../../data/use-call.ts";
import { rowId } from "../../kinds/row.ts";
import { PageWait } from "../module/PageWait.tsx";
import { type ActionAnswers, actionRequest } from "./action-request.ts";
import { PreviewBody } from "./PreviewBody.tsx";
import { chosenOf, refusalOf, seenIn } from "./preview-words.ts";
import { SteadyModal } from "./SteadyModal.tsx";
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
  const confirm = async (_choice: string, versions: string) => {
    const { key: _key, values, ...request } = actionRequest(action, left, answers);
    const { rowver: _listed, ...rest } = values;
    // Without a key of its own: as long as the dialog is open the same wish is done once.
    const failed = await run({ ...request, values: { ...rest, versions } });
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

const WIDTH = 1140;

interface PreviewDialogProps {
  readonly screen: ScreenModel;
  /** Name of the transition. */
  readonly action: string;
  readonly ids: readonly string[];
  readonly title: string;
  readonly okText: string;
  readonly isDanger?: boolean;
  /** Nothing else is missing. */
  readonly isReady?: boolean;
  readonly isRunning: boolean;
  /** Goes on without these rows. */
  readonly onLeaveOut: (ids: readonly string[]) => void;
  /**
   * Does it. `choice`: what was chosen, empty where nothing is; `versions`: the rows as they are shown here. Resolves with whether it was
   * done: if not, the preview is read anew.
   */
  readonly onOk: (choice: string, versions: string) => Promise<boolean>;
  readonly onClose: () => void;
  /** Stands above the preview. */
  readonly children?: ReactNode;
}

/** A dialog in which an action is confirmed that has a preview, as the server sees it now: nothing is confirmed that was not seen here. */
export function PreviewDialog({ screen, action, ids, isReady = true, onLeaveOut, onOk, children, ...frame }: PreviewDialogProps) {
  const [picked, setPicked] = useState<string | null>(null);
  const query = useCall<ActionPreview>(
    moduleUrl(String(screen.MdlId), "Preview"),
    { action, ids: ids.join(",") },
    { of: "choices", isSilent: true, enabled: ids.length > 0, cacheTime: 0 },
  );
  const { data, isFetching, refetch } = query;
  const chosen = data && chosenOf(data, picked);
  const isClear = data !== undefined && refusalOf(data) === null && (data.choose === null || chosen !== undefined);
  const confirm = async () => {
    if (data !== undefined && !(await onOk(chosen?.key ?? "", seenIn(data)))) void refetch();
  };
  return (
    <SteadyModal width={WIDTH} isReady={isReady && ids.length > 0 && isClear && !isFetching} onOk={confirm} {...frame}>
      {children}
      {ids.length === 0 ? null : data !== undefined ? (
        <PreviewBody preview={data} isBusy={isFetching} onLeaveOut={onLeaveOut} choice={chosen?.key ?? null} onChoose={setPicked} />
      ) : (
        <PageWait query={query} />
      )}
    </SteadyModal>
  );
}
