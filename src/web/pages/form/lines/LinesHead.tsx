import { inputKindOf } from "../../../kinds/input-kinds.ts";
import { type LineColumn, NUMBER_WIDTH, TOOLS_WIDTH } from "./line-layout.ts";

/** Widths and titles of the columns. */
export function LinesHead({ columns }: { columns: readonly LineColumn[] }) {
  return (
    <>
      <colgroup>
        <col style={{ width: NUMBER_WIDTH }} />
        {columns.map((field) => (
          <col key={field.name} style={{ width: field.width }} />
        ))}
        <col style={{ width: TOOLS_WIDTH }} />
      </colgroup>
      <thead>
        <tr>
          <th className="line-number">#</th>
          {columns.map((field) => (
            <th key={field.name} className={`line-${inputKindOf(field).align}`} title={field.note || field.title}>
              {field.title}
              {field.isRequired && field.isWritable && (
                <span className="form-required" aria-hidden="true">
                  *
                </span>
              )}
            </th>
          ))}
          <th className="line-tools">操作</th>
        </tr>
      </thead>
    </>
  );
}
