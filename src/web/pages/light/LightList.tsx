import { createPortal } from "react-dom";
import { isUsualOrder } from "../../../shared/domain/list/list-look.ts";
import { useIsNarrow, useIsPhone } from "../../kinds/use-media.ts";
import { useSize } from "../../kinds/use-size.ts";
import { isHeld } from "../../providers/held-functions.ts";
import { actionsInBar } from "../actions/actions-in-bar.ts";
import { useBarRoom } from "../actions/bar-room.ts";
import { asideText, barOf } from "../list/filter-codec.ts";
import { useFilterRoom } from "../list/filter-room.ts";
import { CARDS } from "../list/list-widths.ts";
import { LightCards } from "./LightCards.tsx";
import { LightTable } from "./LightTable.tsx";
import type { LightRows } from "./light-rows.ts";
import "../actions/actions.css";
import "../list/list.css";
import "../list/page-help.css";
import "../../kinds/kinds.css";
import "../../kinds/sheet.css";
import "./light.css";

/**
 * A list as it will be (pages/list/ListPage.tsx): its rows in full, and of what is pressed and typed into no more than the places. `table`: the
 * element of its rows, which may be taken elsewhere.
 */
export function LightList({ list, table }: { readonly list: LightRows; readonly table: HTMLElement }) {
  const { screen, look } = list;
  const { chips, aside } = barOf(screen.filters, [...look.filters], screen.columns);
  return (
    <section className="list">
      <Head list={list} />
      <Filters list={list} chips={chips.length} />
      {chips.length + aside.length > 0 && (
        <div className="filter-chips">
          {aside.map(({ key, title }) => (
            <span key={key} className="light-chip light-aside">
              {asideText(title)}
              <span className="filter-clear">恢复</span>
            </span>
          ))}
          {chips.map(({ key, title, text }) => (
            <span key={key} className="light-chip">
              {title}：{text}
            </span>
          ))}
          <span className="filter-clear">清除全部</span>
        </div>
      )}
      <div
        className="list-area"
        ref={(area) => {
          if (area !== null && !table.isConnected) area.append(table);
        }}
      />
      {createPortal(<Rows list={list} />, table)}
    </section>
  );
}

/** Cards where there is no room for a table. */
function Rows({ list }: { readonly list: LightRows }) {
  const [place, { width }] = useSize<HTMLDivElement>();
  return (
    <div ref={place} className="light-rows">
      {width > 0 && (width < CARDS ? <LightCards {...list} /> : <LightTable {...list} />)}
    </div>
  );
}

function Head({ list: { screen, look, hasTicks } }: { readonly list: LightRows }) {
  const isNarrow = useIsNarrow();
  const { creates, others } = actionsInBar(screen.actions, false);
  const imports = screen.actions.filter(({ kind }) => kind === "import");
  const actions = [...creates, ...imports, ...others];
  return (
    <header className="list-head">
      <h1>{screen.title}</h1>
      {screen.help !== "" && <span className="page-help" />}
      <div className="list-actions">{actions.length > 0 && <Bar actions={actions} />}</div>
      <div className="list-tools">
        {hasTicks && <span className="list-chosen" />}
        {screen.print.length > 0 && isHeld(screen.functions, "print") && <Button title="打印" hasIcon />}
        {isHeld(screen.functions, "export") && <Button title="导出" hasIcon isJoined />}
        <Button />
        <Button title={look.view?.title} hasIcon={look.view !== null} />
        {!isNarrow && <Button />}
        <Button />
      </div>
    </header>
  );
}

function Bar({ actions }: { readonly actions: LightRows["screen"]["actions"] }) {
  const buttons = actions.map(({ title, kind }) => ({ title, isCreate: kind === "create" }));
  const { ref, shown, minHeight } = useBarRoom(buttons);
  return (
    <div ref={ref} className="action-bar" style={{ minHeight }}>
      {buttons.slice(0, shown).map(({ title, isCreate }) => (
        <Button key={title} title={title} hasIcon={isCreate} />
      ))}
      {shown < buttons.length && <Button title="更多操作" hasIcon />}
    </div>
  );
}

interface ButtonProps {
  readonly title?: string | undefined;
  readonly hasIcon?: boolean;
  readonly isJoined?: boolean;
}

/** The place of a button; without a title it has a sign alone. */
function Button({ title, hasIcon = title === undefined, isJoined = false }: ButtonProps) {
  return (
    <span className={isJoined ? "light-button light-joined" : "light-button"}>
      {hasIcon && <i />}
      {title !== undefined && <span>{title}</span>}
    </span>
  );
}

function Filters({ list: { screen, look }, chips }: { readonly list: LightRows; readonly chips: number }) {
  const isPhone = useIsPhone();
  const { filters, columns } = screen;
  const sortable = columns.filter((column) => column.sortable);
  const sorted = isUsualOrder(look, screen) ? undefined : sortable.find(({ field }) => field === look.sorters[0]?.field);
  if (isPhone)
    return (
      <div className="phone-bar">
        {filters.length > 0 && <Button title={chips > 0 ? `筛选（${chips}）` : "筛选"} hasIcon />}
        {sortable.length > 0 && <Button title={sorted?.title ?? "排序"} hasIcon />}
      </div>
    );
  return filters.length > 0 && <Bars filters={filters} />;
}

function Bars({ filters }: { readonly filters: LightRows["screen"]["filters"] }) {
  const { ref, gridTemplateColumns, inOneRow } = useFilterRoom();
  return (
    <div ref={ref} className="filter-bar" style={{ gridTemplateColumns }}>
      {filters.slice(0, inOneRow).map(({ field, operator, title }) => (
        <div key={`${field}.${operator}`} className="filter-field">
          <span className="filter-title">{title}</span>
        </div>
      ))}
      <div className="filter-buttons">
        <Button title="重置" />
        <Button title="查询" />
      </div>
    </div>
  );
}
