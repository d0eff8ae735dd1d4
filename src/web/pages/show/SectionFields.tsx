import { Descriptions } from "antd";
import type { WireRow } from "../../../shared/protocol/list.ts";
import type { ScreenColumn } from "../../../shared/protocol/screen.ts";
import { renderValue } from "../../kinds/render-value.tsx";

const PER_ROW = { xs: 1, sm: 2, md: 2, lg: 3, xl: 3, xxl: 4 } as const;
const BLANK = <span className="faint">—</span>;

/** The values of one section of a document. */
export function SectionFields({ fields, row }: { fields: readonly ScreenColumn[]; row: WireRow }) {
  return (
    <Descriptions
      size="small"
      column={PER_ROW}
      items={fields.map((column) => ({ key: column.field, label: column.title, children: renderValue(row, column, BLANK) }))}
    />
  );
}
