import { DeleteOutlined, PlusOutlined } from "@ant-design/icons";
import { Button, Input, Modal, Segmented, Select } from "antd";
import { useState } from "react";
import { FLAG_TEXT } from "../../../shared/domain/value-text.ts";
import type { ScreenColumn, ScreenModel } from "../../../shared/protocol/screen.ts";
import {
  builtOf,
  DEEPEST,
  draftOfBuilt,
  emptyTest,
  type FilterDraft,
  type GroupDraft,
  isBuilt,
  isGroup,
  OPERATOR_WORDS,
  operatorsOf,
  type TestDraft,
  valuesOf,
} from "./built-filter.ts";
import type { ListState } from "./use-list.ts";
import "./builder.css";

interface FilterBuilderProps {
  readonly screen: ScreenModel;
  readonly list: ListState;
  readonly onClose: () => void;
}

/** Conditions over the columns of the list, joined by and/or, groups within groups. They narrow what the quick filters leave. */
export default function FilterBuilder({ screen, list, onClose }: FilterBuilderProps) {
  const columns = screen.columns.filter((column) => operatorsOf(column).length > 0);
  const [draft, setDraft] = useState(() => draftOfBuilt(list.filters, columns));
  const apply = () => {
    const built = builtOf(draft, columns);
    list.search([...list.filters.filter((one) => !isBuilt(one)), ...(built === null ? [] : [built])]);
    onClose();
  };
  return (
    <Modal open title="高级筛选" width={760} okText="查询" onOk={apply} onCancel={onClose} data-testid="filter-builder">
      <GroupEditor group={draft} columns={columns} depth={1} onChange={setDraft} />
    </Modal>
  );
}

interface GroupEditorProps {
  readonly group: GroupDraft;
  readonly columns: readonly ScreenColumn[];
  /** From 1. */
  readonly depth: number;
  readonly onChange: (group: GroupDraft) => void;
  readonly onRemove?: () => void;
}

function GroupEditor({ group, columns, depth, onChange, onRemove }: GroupEditorProps) {
  const { operator, parts } = group;
  const put = (index: number, part: FilterDraft) => onChange({ operator, parts: parts.toSpliced(index, 1, part) });
  const drop = (index: number) => onChange({ operator, parts: parts.toSpliced(index, 1) });
  const add = (part: FilterDraft) => onChange({ operator, parts: [...parts, part] });
  return (
    <fieldset className="builder-group">
      <legend className="builder-legend">{depth === 1 ? "条件" : "条件组"}</legend>
      <div className="builder-head">
        <Segmented<GroupDraft["operator"]>
          value={operator}
          options={[
            { value: "and", label: "全部满足（且）" },
            { value: "or", label: "满足任一（或）" },
          ]}
          onChange={(value) => onChange({ operator: value, parts })}
        />
        {onRemove && <Button type="text" icon={<DeleteOutlined />} aria-label="删除条件组" onClick={onRemove} />}
      </div>
      {parts.map((part, index) =>
        isGroup(part) ? (
          <GroupEditor
            // biome-ignore lint/suspicious/noArrayIndexKey: a part has no other name than its place
            key={index}
            group={part}
            columns={columns}
            depth={depth + 1}
            onChange={(next) => put(index, next)}
            onRemove={() => drop(index)}
          />
        ) : (
          <TestEditor
            // biome-ignore lint/suspicious/noArrayIndexKey: a part has no other name than its place
            key={index}
            test={part}
            columns={columns}
            onChange={(next) => put(index, next)}
            onRemove={() => drop(index)}
          />
        ),
      )}
      <div className="builder-add">
        <Button type="dashed" size="small" icon={<PlusOutlined />} onClick={() => add(emptyTest(columns))}>
          添加条件
        </Button>
        {depth < DEEPEST && (
          <Button
            type="dashed"
            size="small"
            icon={<PlusOutlined />}
            onClick={() => add({ operator: operator === "and" ? "or" : "and", parts: [emptyTest(columns)] })}
          >
            添加条件组
          </Button>
        )}
      </div>
    </fieldset>
  );
}

interface TestEditorProps {
  readonly test: TestDraft;
  readonly columns: readonly ScreenColumn[];
  readonly onChange: (test: TestDraft) => void;
  readonly onRemove: () => void;
}

function TestEditor({ test, columns, onChange, onRemove }: TestEditorProps) {
  const column = columns.find(({ field }) => field === test.field);
  if (column === undefined) return null;
  const choose = (field: string) => {
    const next = columns.find((one) => one.field === field);
    if (next !== undefined) onChange(emptyTest([next]));
  };
  const count = valuesOf(test.operator);
  return (
    <div className="builder-test">
      <Select
        aria-label="列"
        value={test.field}
        showSearch
        optionFilterProp="label"
        options={columns.map(({ field, title }) => ({ value: field, label: title }))}
        onChange={choose}
      />
      <Select
        aria-label="比较方式"
        value={test.operator}
        options={operatorsOf(column).map((operator) => ({ value: operator, label: OPERATOR_WORDS[operator] }))}
        onChange={(operator) => onChange({ ...test, operator })}
      />
      <div className="builder-values">
        {count === null || column.format === "flag" ? (
          <Choice column={column} isMany={count === null} values={test.values} onChange={(values) => onChange({ ...test, values })} />
        ) : (
          Array.from({ length: count }, (_, index) => (
            <Input
              // biome-ignore lint/suspicious/noArrayIndexKey: the first and the second value
              key={index}
              aria-label={index === 0 ? "值" : "至"}
              type={column.format === "date" || column.format === "datetime" ? "date" : "text"}
              inputMode={column.align === "right" ? "decimal" : undefined}
              value={test.values[index] ?? ""}
              onChange={({ target }) => onChange({ ...test, values: valuesWith(test.values, index, target.value) })}
            />
          ))
        )}
      </div>
      <Button type="text" icon={<DeleteOutlined />} aria-label="删除条件" onClick={onRemove} />
    </div>
  );
}

function valuesWith(values: readonly string[], index: number, value: string): string[] {
  const next = [values[0] ?? "", values[1] ?? ""];
  next[index] = value;
  return next;
}

const FLAGS = [
  { value: "true", label: FLAG_TEXT.yes },
  { value: "false", label: FLAG_TEXT.no },
];

interface ChoiceProps {
  readonly column: ScreenColumn;
  readonly isMany: boolean;
  readonly values: readonly string[];
  readonly onChange: (values: string[]) => void;
}

/** Codes by their texts. */
function Choice({ column, isMany, values, onChange }: ChoiceProps) {
  const options = column.format === "flag" ? FLAGS : column.labels.map(({ value, text }) => ({ value: String(value), label: text }));
  return (
    <Select
      aria-label="值"
      {...(isMany && { mode: "multiple" as const })}
      value={isMany ? [...values] : (values[0] ?? null)}
      options={options}
      optionFilterProp="label"
      placeholder="请选择"
      onChange={(chosen: string | string[]) => onChange([chosen].flat())}
    />
  );
}
