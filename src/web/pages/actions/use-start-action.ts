import { App } from "antd";
import { useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { WireRow } from "../../../shared/protocol/list.ts";
import type { ScreenAction, ScreenModel } from "../../../shared/protocol/screen.ts";
import { writeListState } from "../../data/list-state.ts";
import { rowId } from "../../kinds/row.ts";
import { useTab } from "../../providers/tab.ts";
import { type ActionAnswers, actionRequest, isAboutPictures, questionOf, rowsFor } from "./action-request.ts";
import { type Matching, runsOnMatching } from "./matching-words.ts";
import { useAction } from "./use-action.tsx";

export interface ActionInput {
  readonly screen: ScreenModel;
  /** What the actions work on: the ticked rows of a list, or the one document. */
  readonly rows: readonly WireRow[];
  /** Gets the ids the action did not go through for. */
  readonly onDone: (failed: readonly string[]) => void;
  /** All that the list's filter leaves is meant, instead of the rows; null or left out: the rows. */
  readonly matching?: Matching | null;
  /** The rows are the one document this page shows. */
  readonly isDocument?: boolean;
}

interface Asking {
  readonly action: ScreenAction;
  readonly answers: ActionAnswers;
  /** All that the filter left when the button was pressed; null: the rows. */
  readonly meant: Matching | null;
}

/** What happens when a button is pressed: another page opens, or the user is asked what has to be asked and the action runs. */
export function useStartAction({ screen, rows, onDone, matching = null, isDocument = false }: ActionInput) {
  const { modal } = App.useApp();
  const navigate = useNavigate();
  const { pathname, search, state } = useLocation() as ReturnType<typeof useLocation> & { state: { from?: string } | null };
  const { run, isRunning } = useAction(screen);
  const { drop } = useTab();
  /** What is asked before an action runs. */
  const [asking, setAsking] = useState<Asking | null>(null);
  const from = isDocument ? state?.from : pathname + search;

  const send = async (action: ScreenAction, answers: ActionAnswers): Promise<void> => {
    setAsking(null);
    const chosen = rowsFor(action, rows);
    const failed = await run(actionRequest(action, chosen, answers));
    if (failed === null) return;
    const gone = action.kind === "delete" ? chosen.map(rowId).filter((id) => !failed.includes(id)) : [];
    // Nothing is left to be shown of a document that is gone.
    if (isDocument && gone.length > 0) navigate(state?.from ?? screen.path, { replace: true });
    else onDone(failed);
    drop(gone.flatMap((id) => [`${screen.path}/show/${encodeURIComponent(id)}`, `${screen.path}/${encodeURIComponent(id)}/edit`]));
  };

  /** Asks what is still to be asked, one thing after the other. */
  const proceed = (action: ScreenAction, answers: ActionAnswers, meant: Matching | null = null): void => {
    const isTicked = action.ticks === null || answers.ticked !== undefined;
    const hasReason = !action.needsReason || answers.reason !== undefined;
    // A preview asks by itself whether one is sure; of all that match it is told first what could be done.
    if (meant !== null || !isTicked || !hasReason || action.hasPreview) {
      setAsking({ action, answers, meant });
      return;
    }
    const question = answers.reason === undefined ? questionOf(action, rows, screen) : null;
    if (question === null) {
      void send(action, answers);
      return;
    }
    setAsking(null);
    modal.confirm({
      title: `确定要${action.title}吗？`,
      content: question,
      okText: action.title,
      okButtonProps: { danger: action.danger, "data-testid": "confirm-ok" },
      cancelText: "取消",
      onOk: () => send(action, answers),
    });
  };

  const start = (action: ScreenAction): void => {
    const [row] = rowsFor(action, rows);
    if (action.open !== null) navigate(openTarget(action.open, row), { state: { from: pathname + search } });
    else if (action.kind === "create") navigate(`${screen.path}/create`, { state: { from } });
    else if (action.kind === "generate" || isAboutPictures(action)) setAsking({ action, answers: {}, meant: null });
    else if (action.kind === "edit" && row !== undefined) navigate(`${screen.path}/${rowId(row)}/edit`, { state: { from } });
    else proceed(action, {}, runsOnMatching(action) ? matching : null);
  };
  const cancel = () => setAsking(null);
  const done = (failed: readonly string[]) => {
    cancel();
    onDone(failed);
  };
  return { start, proceed, done, asking, cancel, isRunning };
}

/** The address an action leads to: the other page's form with values of the row, or its list narrowed to them. */
export function openTarget({ path, page, with: taken }: NonNullable<ScreenAction["open"]>, row: WireRow | undefined): string {
  const values = Object.entries(taken).flatMap(([there, here]) => {
    const value = row?.[here];
    return value === null || value === undefined || value === "" ? [] : [[there, value] as const];
  });
  const query =
    page === "create"
      ? new URLSearchParams(values.map(([field, value]) => [field, String(value)]))
      : writeListState({ filters: values.map(([field, value]) => ({ field, operator: "eq", value })) });
  return `${path}${page === "create" ? "/create" : ""}${values.length === 0 ? "" : `?${query}`}`;
}
