import { CheckOutlined, SortAscendingOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useState } from "react";
import type { ScreenColumn } from "../../../shared/protocol/screen.ts";
import { BottomSheet } from "../../kinds/BottomSheet.tsx";
import type { ListState } from "./use-list.ts";

const ORDERS = [
  { order: "asc", text: "从小到大" },
  { order: "desc", text: "从大到小" },
] as const;

/** The ways in which the rows of a phone's list can be sorted, which come up from below: cards have no heads to press. */
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
  return (
    <>
      <Button icon={<SortAscendingOutlined />} onClick={() => setOpen(true)} data-testid="order-open">
        {sorted === undefined ? "排序" : sorted.title}
      </Button>
      <BottomSheet title="排序" isOpen={isOpen} onClose={() => setOpen(false)}>
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
      </BottomSheet>
    </>
  );
}
