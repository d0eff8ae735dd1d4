import { lazy, Suspense } from "react";
import type { ScreenAction } from "../../../shared/protocol/screen.ts";
import { rowId } from "../../kinds/row.ts";
import { ActionBar, type BarButton } from "./ActionBar.tsx";
import { type ActionAnswers, hintOf, hintOnMatching, isAboutPictures, nextStepOf, questionOf } from "./action-request.ts";
import { actionsInBar } from "./actions-in-bar.ts";
import { type ActionInput, useStartAction } from "./use-start-action.ts";

const ReasonModal = lazy(() => import("./ReasonModal.tsx"));
const GenerateModal = lazy(() => import("./GenerateModal.tsx"));
const TicksModal = lazy(() => import("./TicksModal.tsx"));
const PreviewModal = lazy(() => import("./PreviewModal.tsx"));
const MatchingModal = lazy(() => import("./MatchingModal.tsx"));
const AttachmentModal = lazy(() => import("./AttachmentModal.tsx"));

/** Nothing more is to be written before the action runs. */
const hasReason = ({ action, answers }: { action: ScreenAction; answers: ActionAnswers }): boolean =>
  !action.needsReason || answers.reason !== undefined;

interface ActionButtonsProps extends ActionInput {
  /** Buttons of the page's own, in the same bar. */
  readonly own?: readonly BarButton[];
}

/** A button for each action this user may run on the module. */
export function ActionButtons({ screen, rows, onDone, matching = null, isDocument = false, own = [] }: ActionButtonsProps) {
  const { start, proceed, done, asking, cancel, isRunning } = useStartAction({ screen, rows, onDone, matching, isDocument });
  const { creates, others } = actionsInBar(screen.actions, isDocument);
  const next = nextStepOf([...creates, ...others], rows);
  const [row] = rows;
  const buttonOf = (action: ScreenAction): BarButton => ({
    key: action.action,
    title: action.title,
    hint: matching === null ? hintOf(action, rows) : hintOnMatching(action),
    isCreate: action.kind === "create",
    isNext: action === next,
    isDanger: action.danger,
    isWaiting: isRunning,
    onPress: () => start(action),
  });
  return (
    <>
      <ActionBar buttons={[...creates.map(buttonOf), ...own, ...others.map(buttonOf)]} />
      {asking !== null && (
        <Suspense fallback={null}>
          {asking.meant !== null && hasReason(asking) ? (
            <MatchingModal
              screen={screen}
              action={asking.action}
              filters={asking.meant.filters}
              reason={asking.answers.reason}
              onClose={() => done([])}
            />
          ) : asking.action.kind === "generate" ? (
            <GenerateModal screen={screen} action={asking.action} onClose={cancel} />
          ) : isAboutPictures(asking.action) && row !== undefined ? (
            <AttachmentModal screen={screen} step={asking.action.kind} id={rowId(row)} onClose={cancel} />
          ) : asking.action.ticks !== null && asking.answers.ticked === undefined && row !== undefined ? (
            <TicksModal
              screen={screen}
              action={asking.action}
              ticks={asking.action.ticks}
              row={row}
              onCancel={cancel}
              onConfirm={(ticked) => proceed(asking.action, { ...asking.answers, ticked })}
            />
          ) : asking.action.hasPreview && hasReason(asking) ? (
            <PreviewModal screen={screen} action={asking.action} rows={rows} answers={asking.answers} onClose={cancel} onDone={done} />
          ) : (
            <ReasonModal
              action={asking.action}
              question={asking.meant === null ? (questionOf(asking.action, rows, screen) ?? "") : "将先检查全部查询结果，再确认执行。"}
              onCancel={cancel}
              onConfirm={(reason) => proceed(asking.action, { ...asking.answers, reason }, asking.meant)}
            />
          )}
        </Suspense>
      )}
    </>
  );
}
