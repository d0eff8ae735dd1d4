import { type HttpError, useOne } from "@refinedev/core";
import { Button } from "antd";
import { useRef } from "react";
import { Link, useLocation, useParams } from "react-router-dom";
import type { FormSpec } from "../../../shared/protocol/form.ts";
import type { ActionKind, ScreenModel } from "../../../shared/protocol/screen.ts";
import { MessagePage } from "../failed/FailedPage.tsx";
import { PageSkeleton, PageWait } from "../module/PageWait.tsx";
import { Screen } from "../module/Screen.tsx";
import type { ShowRecord } from "../show/show-record.ts";
import { FormEditor } from "./FormEditor.tsx";
import { draftOf } from "./state/form-draft.ts";
import { useNewDraft } from "./use-new-draft.ts";
import "./form.css";
import "../../kinds/kinds.css";
import "../../kinds/inputs/inputs.css";

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
  if (document === undefined) return <PageWait query={query} />;
  const number = String(document.row[screen.show.titleField] ?? id);
  const edits = screen.actions.filter(({ kind }) => kind === "edit").map(({ action }) => action);
  if (!edits.some((action) => document.actions.includes(action))) {
    return <FormRefused screen={screen} id={id} text={`${number} 当前状态不能修改`} />;
  }
  const target = { id, rowver: Number(document.row.rowver) };
  return <FormEditor screen={screen} spec={spec} target={target} start={draftOf(spec, document)} number={number} />;
}

const mayOpen = ({ actions }: ScreenModel, kind: ActionKind): boolean => actions.some((action) => action.kind === kind);

/** A form this user may not open, or not now. */
function FormRefused({ screen, id, text }: { screen: ScreenModel; id: string | undefined; text: string }) {
  const to = id === undefined ? screen.path : `${screen.path}/show/${encodeURIComponent(id)}`;
  return (
    <MessagePage sign="!" title={screen.title} text={text} testId="form-refused">
      <Link to={to} replace>
        <Button type="primary">{id === undefined ? "返回列表" : "查看"}</Button>
      </Link>
    </MessagePage>
  );
}

/**
 * The document a form edits, fresh from the server: one still in the cache may be older than its version number.
 * What arrives later, e.g. after somebody else's change, never replaces what is being entered.
 */
function useFormDocument(mdl: string, id: string | undefined) {
  const query = useOne<ShowRecord, HttpError>({
    resource: mdl,
    id: id ?? "",
    liveMode: "off",
    queryOptions: { enabled: id !== undefined, keepPreviousData: false, cacheTime: 0 },
  });
  const first = useRef<ShowRecord>();
  if (query.isFetchedAfterMount) first.current ??= query.data?.data;
  return { query, document: first.current };
}
