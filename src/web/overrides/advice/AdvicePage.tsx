import { EditOutlined } from "@ant-design/icons";
import { Button, Empty, Segmented } from "antd";
import { useState } from "react";
import type { StatusLabel } from "../../../shared/protocol/list.ts";
import type { ScreenModel } from "../../../shared/protocol/screen.ts";
import { readUser } from "../../api/session.ts";
import { useReminders } from "../../data/use-call.ts";
import { ExportButton } from "../../pages/export/ExportButton.tsx";
import { fieldId, focusElement } from "../../pages/form/state/form-place.ts";
import { Filters } from "../../pages/list/Filters.tsx";
import { inWords } from "../../pages/list/filter-codec.ts";
import { ListHead } from "../../pages/list/ListHead.tsx";
import { AdviceComposer } from "./AdviceComposer.tsx";
import { AdviceDetail } from "./AdviceDetail.tsx";
import { AdviceList } from "./AdviceList.tsx";
import { FRESH, WAITING } from "./advice-row.ts";
import { useAdviceList, useOpened } from "./use-advice-list.ts";
import "../../pages/list/list.css";
import "../../pages/form/form.css";
import "../../kinds/kinds.css";
import "../../kinds/inputs/inputs.css";
import "./advice.css";

const FIRST_FIELD = fieldId("title");

/** Suggestions of suppliers and the shop's answers: the list, and beside it what is opened or a place to write. */
export default function AdvicePage({ screen }: { screen: ScreenModel }) {
  const isSupplier = (readUser()?.PROV_ID ?? "") !== "";
  const state = useAdviceList(screen, isSupplier);
  const opened = useOpened();
  const [isWriting, setWriting] = useState(false);
  const [drafts, setDrafts] = useState<Readonly<Record<string, string>>>({});
  const { list, filters, advices } = state;
  const { id } = opened;
  const spec = screen.actions.some(({ kind }) => kind === "create") ? screen.form : null;
  const states = screen.columns.find(({ field }) => field === "state")?.labels ?? [];
  const write = () => {
    opened.close();
    setWriting(true);
    // After it has been drawn.
    setTimeout(() => focusElement(FIRST_FIELD));
  };
  const onSent = () => {
    setWriting(false);
    if (list.filters.length > 0 || list.current > 1) filters.clear();
  };
  return (
    <section className="list advice" data-opened={id !== null} data-writing={isWriting} data-testid="advice-page">
      <ListHead
        title={screen.title}
        beside={<StateTabs states={states} isSupplier={isSupplier} value={state.state} onChange={state.showState} />}
        tools={
          <>
            {spec !== null && (
              <Button className="advice-write" type="primary" icon={<EditOutlined />} onClick={write} data-testid="action-create">
                提建议
              </Button>
            )}
            <ExportButton screen={screen} sorters={list.sorters} filters={list.filters} told={inWords(filters.chips)} total={list.total} />
          </>
        }
        onRefresh={() => void list.query.refetch()}
      />
      <Filters filters={state.bar} state={filters} />
      <div className="advice-panes">
        <div className="advice-pane">
          {spec !== null && <AdviceComposer screen={screen} spec={spec} isHidden={id !== null} onSent={onSent} />}
          {id !== null && (
            <AdviceDetail
              key={id}
              screen={screen}
              id={id}
              isSupplier={isSupplier}
              isFreshInList={advices.some((advice) => advice.id === id && advice.state.code === FRESH)}
              draft={drafts[id] ?? ""}
              onDraft={(text) => setDrafts((old) => ({ ...old, [id]: text }))}
              back={opened.linkTo(null)}
            />
          )}
          {id === null && spec === null && <Empty className="advice-none" description="选择一条建议，查看内容并回复" />}
        </div>
        <div className="advice-side">
          <AdviceList state={state} opened={opened} isSupplier={isSupplier} />
        </div>
      </div>
    </section>
  );
}

const COUNT = "/Advice/getNoReadAdvice";
const MOST_SHOWN = 99;

interface StateTabsProps {
  readonly states: readonly StatusLabel[];
  readonly isSupplier: boolean;
  /** Empty: all. */
  readonly value: string;
  readonly onChange: (code: string) => void;
}

/** The states to choose from; the one that waits for this side with its number. */
function StateTabs({ states, isSupplier, value, onChange }: StateTabsProps) {
  const count = useReminders([COUNT], false).get(COUNT) ?? 0;
  const pressing = isSupplier ? FRESH : WAITING;
  // Whether an answer was seen is the supplier's concern.
  const shown = states.filter((state) => isSupplier || state.value !== FRESH);
  const label = (code: string, text: string) => (
    <span data-testid={`advice-state-${code === "" ? "all" : code}`}>
      {text}
      {code === pressing && count > 0 && <b className="advice-count">{count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}</b>}
    </span>
  );
  return (
    <Segmented
      aria-label="按状态查看"
      value={value}
      onChange={onChange}
      options={[
        { value: "", label: label("", "全部") },
        ...shown.map((state) => ({ value: String(state.value), label: label(String(state.value), state.text) })),
      ]}
    />
  );
}
