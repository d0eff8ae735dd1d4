import { screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { expect, it } from "vitest";
import type { ScreenColumn } from "../../src/shared/protocol/screen.ts";
import { LinesTable } from "../../src/web/pages/show/LinesTable.tsx";
import { draw } from "./kinds/draw.tsx";

const column = (field: string, width: number): ScreenColumn => ({
  field,
  title: field,
  format: "text",
  width,
  align: "left",
  fixed: null,
  sortable: false,
  labels: [],
});
const PROSE = "供应商用户新看到 8909 门店销售查询 的 销售成本(costMoney)、毛利(profit)、毛利率(profitRate)：列表、导出".repeat(3);

/** Whether the cells of a column cut off what does not fit, and how many rows are drawn. */
function drawn(width: number, rows: number) {
  const lines = { entity: "Line", title: "改动", columns: [column("LineNo", 60), column("text", width)], sums: [] };
  const all = Array.from({ length: rows }, (_, at) => ({ Id: at + 1, LineNo: `第${at + 1}行`, text: `${PROSE}${at + 1}` }));
  const { unmount } = draw(
    <MemoryRouter>
      <LinesTable lines={lines} rows={all} sums={{}} />
    </MemoryRouter>,
  );
  const cell = screen.getByText(`${PROSE}1`).closest(".ant-table-cell");
  const isCut = cell?.classList.contains("ant-table-cell-ellipsis") === true && !cell.classList.contains("prose");
  const shown = screen.getAllByText(/^第\d+行$/).length;
  unmount();
  return { isCut, shown };
}

it("prose among the lines of a document is shown as a whole, however many lines there are", () => {
  expect(drawn(200, 2)).toEqual({ isCut: true, shown: 2 });
  expect(drawn(600, 2)).toEqual({ isCut: false, shown: 2 });
  expect(drawn(600, 80)).toEqual({ isCut: false, shown: 80 });
});
