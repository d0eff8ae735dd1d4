import { useLocation, useParams } from "react-router-dom";
import type { FormSpec } from "../../../shared/protocol/form.ts";
import type { ActionKind, ScreenModel } from "../../../shared/protocol/screen.ts";
import { FailedPage } from "../failed/FailedPage.tsx";
import { PageSkeleton } from "../module/PageSkeleton.tsx";
import { Screen } from "../module/Screen.tsx";
import { FormEditor } from "./FormEditor.tsx";
import { FormRefused } from "./FormRefused.tsx";
import { draftOf } from "./form-draft.ts";
import { useFormDocument } from "./use-form-document.ts";
import { useNewDraft } from "./use-new-draft.ts";
import "./form.css";
import "../../kinds/kinds.css";
import "../../kinds/inputs.css";

/**
 * The page to add or change a row of any module, drawn from the screen model's FormSpec. Values live in a reducer of our own,
 * not in antd's Form: derived fields and the check run over the whole of them with the functions the server uses, and a key
 * stroke draws one field or one line again, also where there are 500. refine reads, writes and invalidates (useOne, useCreate,
 * useUpdate of the headless core).
 */
export default function FormPage({ mdl }: { mdl: string }) {
  const { id } = useParams();
  const { key } = useLocation();
  return (
    <Screen mdl={mdl}>
      {(screen) => {
        const { form } = screen;
        if (form === null || !mayOpen(screen, id === undefined ? "create" : "edit")) {
          return <FormRefused screen={screen} id={id} text={id === undefined ? "您不能在这里新增" : "您不能修改这里的内容"} />;
        }
        return id === undefined ? (
          <NewForm key={key} screen={screen} spec={form} />
        ) : (
          <EditForm key={id} screen={screen} spec={form} id={id} />
        );
      }}
    </Screen>
  );
}

interface FormOf {
  readonly screen: ScreenModel;
  readonly spec: FormSpec;
}

function NewForm({ screen, spec }: FormOf) {
  const start = useNewDraft(String(screen.MdlId), spec);
  return start === undefined ? <PageSkeleton /> : <FormEditor screen={screen} spec={spec} target={null} start={start} number="" />;
}

function EditForm({ screen, spec, id }: FormOf & { id: string }) {
  const { query, document } = useFormDocument(String(screen.MdlId), id);
  if (document === undefined) {
    return query.isError ? <FailedPage error={query.error} onRetry={() => void query.refetch()} /> : <PageSkeleton />;
  }
  const number = String(document.row[screen.show.titleField] ?? id);
  const edits = screen.actions.filter(({ kind }) => kind === "edit").map(({ action }) => action);
  if (!edits.some((action) => document.actions.includes(action))) {
    return <FormRefused screen={screen} id={id} text={`${number} 当前状态不能修改`} />;
  }
  const target = { id, rowver: Number(document.row.rowver) };
  return <FormEditor screen={screen} spec={spec} target={target} start={draftOf(spec, document)} number={number} />;
}

const mayOpen = ({ actions }: ScreenModel, kind: ActionKind): boolean => actions.some((action) => action.kind === kind);
