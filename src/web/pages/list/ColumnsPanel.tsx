import { ArrowDownOutlined, ArrowUpOutlined, HolderOutlined, PushpinFilled, PushpinOutlined } from "@ant-design/icons";
import { Button, Checkbox, Drawer, InputNumber, Segmented, Select } from "antd";
import { useState } from "react";
import type { ArrangedColumn } from "../../../shared/domain/list-layout.ts";
import { COLUMN_WIDTHS, type Density } from "../../../shared/protocol/own-list.ts";
import { isGrouping } from "./group-clause.ts";
import { columnWidth } from "./list-widths.ts";
import type { ListState } from "./use-list.ts";
import "./columns.css";

interface ColumnsPanelProps {
  readonly list: ListState;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Which columns the list shows, where they stand, how wide they are and which are always in view; all of it by mouse and by keys. */
export default function ColumnsPanel({ list, isOpen, onClose }: ColumnsPanelProps) {
  const { own, group, setGroup } = list;
  const { all, density, isChanged } = own;
  const [said, say] = useState("");
  const [dragged, setDragged] = useState<string | null>(null);
  const shown = all.filter(({ isHidden }) => !isHidden).length;
  const change = (field: string, to: Partial<ArrangedColumn>) =>
    own.arrange(pinnedFirst(all.map((column) => (column.field === field ? { ...column, ...to } : column))));
  const move = (from: number, to: number) => {
    const moved = all[from];
    if (moved === undefined || all[to]?.fixed !== moved.fixed) return;
    own.arrange(movedTo(all, from, to));
    say(`${moved.title}：第 ${to + 1} 列`);
  };
  const drop = (target: ArrangedColumn) => {
    const [from, to] = [all.findIndex(({ field }) => field === dragged), all.indexOf(target)];
    setDragged(null);
    if (from >= 0) own.arrange(movedTo(all, from, to, target.fixed));
  };
  return (
    <Drawer
      title="列设置"
      open={isOpen}
      onClose={onClose}
      width="min(420px, 100vw)"
      // What is changed is seen at once.
      styles={{ mask: { background: "transparent" } }}
      footer={
        <div className="columns-foot">
          <Button disabled={!isChanged} onClick={own.reset} data-testid="columns-reset">
            恢复默认
          </Button>
          <Button type="primary" onClick={onClose}>
            完成
          </Button>
        </div>
      }
    >
      <div data-testid="columns-panel">
        <div className="columns-density">
          <span id="density">行距</span>
          <Segmented<Density | "small">
            aria-labelledby="density"
            value={density ?? "small"}
            options={[
              { value: "small", label: "紧凑" },
              { value: "middle", label: "适中" },
              { value: "large", label: "宽松" },
            ]}
            onChange={(value) => own.setDensity(value === "small" ? undefined : value)}
          />
        </div>
        <div className="columns-density">
          <span id="group-by">分组</span>
          <Select
            aria-labelledby="group-by"
            className="columns-group"
            value={group ?? ""}
            options={[
              { value: "", label: "不分组" },
              ...all.filter(isGrouping).map(({ field, title }) => ({ value: field, label: `按${title}` })),
            ]}
            onChange={(field) => setGroup(field === "" ? null : field)}
            data-testid="group-by"
          />
        </div>
        <p className="columns-hint">
          拖动或用箭头调整顺序；带图钉的列固定在左侧。拖动表头右边线可调宽度，双击按内容自动调整。设置只对本人生效。
        </p>
        <ul className="columns-list">
          {all.map((column, index) => (
            <li
              key={column.field}
              draggable
              data-field={column.field}
              data-dragged={dragged === column.field}
              onDragStart={() => setDragged(column.field)}
              onDragEnd={() => setDragged(null)}
              onDragOver={(event) => event.preventDefault()}
              onDrop={() => drop(column)}
            >
              <HolderOutlined aria-hidden className="columns-grip" />
              <Checkbox
                checked={!column.isHidden}
                // A list keeps one column.
                disabled={!column.isHidden && shown === 1}
                onChange={({ target }) => change(column.field, { isHidden: !target.checked })}
              >
                {column.title}
              </Checkbox>
              <InputNumber<number>
                size="small"
                controls={false}
                precision={0}
                min={COLUMN_WIDTHS.least}
                max={COLUMN_WIDTHS.most}
                value={columnWidth(column)}
                aria-label={`${column.title}的宽度（像素）`}
                changeOnBlur
                onChange={(width) => width !== null && change(column.field, { width, isSized: true })}
              />
              <Button
                size="small"
                type="text"
                icon={column.fixed === null ? <PushpinOutlined /> : <PushpinFilled />}
                aria-label={`${column.title}：固定在左侧`}
                aria-pressed={column.fixed !== null}
                onClick={() => change(column.field, { fixed: column.fixed === null ? "left" : null })}
              />
              <Step
                label={`${column.title}：上移`}
                isUp
                isEnd={all[index - 1]?.fixed !== column.fixed}
                onStep={() => move(index, index - 1)}
              />
              <Step label={`${column.title}：下移`} isEnd={all[index + 1]?.fixed !== column.fixed} onStep={() => move(index, index + 1)} />
            </li>
          ))}
        </ul>
        <p className="columns-said" aria-live="polite">
          {said}
        </p>
      </div>
    </Drawer>
  );
}

interface StepProps {
  readonly label: string;
  readonly isUp?: boolean;
  readonly isEnd: boolean;
  readonly onStep: () => void;
}

/** At the end it does nothing, but keeps the focus: a disabled button would lose it in the midst of moving. */
function Step({ label, isUp = false, isEnd, onStep }: StepProps) {
  return (
    <Button
      size="small"
      type="text"
      icon={isUp ? <ArrowUpOutlined /> : <ArrowDownOutlined />}
      aria-label={label}
      aria-disabled={isEnd}
      className={isEnd ? "columns-end" : ""}
      onClick={() => !isEnd && onStep()}
    />
  );
}

/** Those in view at all times stand before the others. */
function pinnedFirst(columns: readonly ArrangedColumn[]): ArrangedColumn[] {
  return [...columns.filter(({ fixed }) => fixed !== null), ...columns.filter(({ fixed }) => fixed === null)];
}

/** The column put to another's place; `fixed`: dropped among those in view at all times it becomes one, and the other way round. */
function movedTo(columns: readonly ArrangedColumn[], from: number, to: number, fixed = columns[from]?.fixed ?? null): ArrangedColumn[] {
  const moved = columns[from];
  if (moved === undefined) return [...columns];
  const others = columns.toSpliced(from, 1);
  return pinnedFirst(others.toSpliced(to, 0, { ...moved, fixed }));
}
