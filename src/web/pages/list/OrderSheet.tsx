import { CheckOutlined, SortAscendingOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useState } from "react";
import type { ScreenColumn } from "../../../shared/protocol/screen.ts";
import { BottomSheet } from "../../kinds/BottomSheet.tsx";
import { isGrouping } from "./group-clause.ts";
import type { ListState } from "./use-list.ts";

const ORDERS = [
  { order: "asc", text: "从小到大" },
  { order: "desc", text: "从大到小" },
] as const;

/** The ways in which the rows of a phone's list can be sorted and put together, which come up from below: cards have no heads to press. */
export function OrderSheet({ columns, list }: { readonly columns: readonly ScreenColumn[]; readonly list: ListState }) {
  const [isOpen, setOpen] = useState(false);
  const sortable = columns.filter((column) => column.sortable);
  if (sortable.length === 0) return null;
  const [first] = list.sorters;
  const sorted = list.isUsualOrder ? undefined : sortable.find(({ field }) => field === first?.field);
  const choose = (sorters: Parameters<ListState["sortBy"]>[0]) => {
    list.sortBy(sorters);
    setOpen(false);
  };
  const group = (field: string | null) => {
    list.setGroup(field);
    setOpen(false);
  };
  const grouped = list.groupColumn?.field ?? null;
  return (
    <>
      <Button icon={<SortAscendingOutlined />} onClick={() => setOpen(true)} data-testid="order-open">
        {sorted === undefined ? "排序" : sorted.title}
      </Button>
      <BottomSheet title="排序与分组" isOpen={isOpen} onClose={() => setOpen(false)}>
        <ul className="sheet-choices" data-testid="order-sheet">
          <li>
            <button type="button" aria-pressed={list.isUsualOrder} onClick={() => choose(null)}>
              默认顺序 {list.isUsualOrder && <CheckOutlined aria-hidden />}
            </button>
          </li>
          {sortable.map(({ field, title }) =>
            ORDERS.map(({ order, text }) => {
              const isChosen = sorted?.field === field && first?.order === order;
              return (
                <li key={`${field} ${order}`}>
                  <button
                    type="button"
                    aria-pressed={isChosen}
                    onClick={() => choose([{ field, order }])}
                    data-testid={`order-${field}-${order}`}
                  >
                    {title}：{text} {isChosen && <CheckOutlined aria-hidden />}
                  </button>
                </li>
              );
            }),
          )}
        </ul>
        <h3 className="sheet-part">分组</h3>
        <ul className="sheet-choices" data-testid="group-sheet">
          {[
            { field: null, title: "不分组" },
            ...columns.filter(isGrouping).map(({ field, title }) => ({ field, title: `按${title}` })),
          ].map(({ field, title }) => (
            <li key={title}>
              <button type="button" aria-pressed={grouped === field} onClick={() => group(field)} data-testid={`group-${field ?? "none"}`}>
                {title} {grouped === field && <CheckOutlined aria-hidden />}
              </button>
            </li>
          ))}
        </ul>
      </BottomSheet>
    </>
  );
}
