import type { ReactNode } from "react";
import type { ScreenModel } from "../../../shared/protocol/screen.ts";
import { useIsNarrow } from "../../kinds/use-media.ts";
import { useRest } from "../../providers/tab.ts";
import { ActionButtons } from "../actions/ActionButtons.tsx";
import { ExportButton } from "../export/ExportButton.tsx";
import { useImport } from "../import/use-import.tsx";
import { PrintButton } from "../print-button/PrintButton.tsx";
import { BuilderButton } from "./BuilderButton.tsx";
import { Chosen, type ChosenState, useChosen } from "./Chosen.tsx";
import { ColumnsButton } from "./ColumnsButton.tsx";
import { Filters } from "./Filters.tsx";
import { inWords } from "./filter-codec.ts";
import { ListArea } from "./ListArea.tsx";
import { ListHead } from "./ListHead.tsx";
import { OrderSheet } from "./OrderSheet.tsx";
import { canTick } from "./row-parts.ts";
import { useBarWithBuilt } from "./use-built.ts";
import { type ListState, useList } from "./use-list.ts";
import { type Selection, useSelection } from "./use-selection.ts";
import { ViewsButton } from "./ViewsButton.tsx";
import "./list.css";
import "../../kinds/kinds.css";
import "../../kinds/sheet.css";

interface ListPageProps {
  readonly screen: ScreenModel;
  /** Where the rows come from; left out: the module's own page. */
  readonly url?: string;
  /** What the page is called, where that is not what its rows are. */
  readonly title?: string;
  /** Beside the title. */
  readonly aside?: ReactNode;
  /** The buttons for what is ticked, in the place of those of the module's actions. */
  readonly buttons?: (selection: Selection, list: ListState) => ReactNode;
}

/** Buttons of a hand-written page know the ticked rows alone. */
const PAGE_ONLY: ChosenState = { matching: null, takeAll: undefined };

/** The list of any module. */
export function ListPage({ screen, url, title = screen.title, aside, buttons }: ListPageProps) {
  const list = useList(screen, { url, isScrolled: true });
  const filters = useBarWithBuilt(screen, list);
  const selection = useSelection(list);
  const chosen = useChosen(screen, list, selection);
  const { query } = list;
  useRest(() => selection.ids.length === 0 && !filters.isTyping.current);
  const refresh = () => void query.refetch();
  const imports = useImport(screen);
  const isNarrow = useIsNarrow();
  const hasTicks = buttons !== undefined || canTick(screen);
  const actions = buttons ? (
    buttons(selection, list)
  ) : (
    <ActionButtons screen={screen} rows={selection.rows} matching={chosen.matching} onDone={selection.choose} own={imports.buttons} />
  );
  const told = inWords(filters.chips);
  return (
    <section className="list">
      <ListHead
        title={title}
        help={screen.help}
        beside={aside}
        actions={actions}
        tools={
          <>
            {hasTicks && <Chosen {...(buttons === undefined ? chosen : PAGE_ONLY)} selection={selection} />}
            <PrintButton screen={screen} ids={selection.ids} />
            <ExportButton
              screen={{ ...screen, columns: list.own.columns }}
              sorters={list.sorters}
              filters={list.filters}
              told={told}
              total={list.total}
              group={list.groupColumn}
            />
            <BuilderButton screen={screen} list={list} />
            <ViewsButton screen={screen} list={list} told={told} />
            {!isNarrow && <ColumnsButton list={list} />}
          </>
        }
        onRefresh={refresh}
      />
      <Filters filters={screen.filters} state={filters} order={<OrderSheet columns={screen.columns} list={list} />} />
      <ListArea
        className="list-area"
        screen={screen}
        list={list}
        selection={hasTicks ? selection : null}
        isAllMeant={chosen.matching !== null}
        onClearFilters={filters.clear}
        onRefresh={refresh}
      />
      {imports.dialog}
    </section>
  );
}
