import { Select, Spin } from "antd";
import { useState } from "react";
import type { RefOption } from "../../../shared/protocol/form.ts";
import { isComposing, useComposed } from "../composing.ts";
import { type AskedField, type InputKind, type InputProps, looksOf } from "./input-kind.ts";
import { findOption, useChosenOption, useOptions } from "./options.ts";
import { useDebounced, useListOpen, useSelectAria } from "./use-choices.ts";

const PAUSE_MS = 250;

/** A row of another list, looked up on the server. */
export function RefInput(props: Omit<InputProps, "field"> & AskedField) {
  const { field, value, onChange, source, narrow, opensAtOnce } = props;
  const [isOpen, setOpen] = useListOpen(opensAtOnce);
  const [typed, setTyped] = useState("");
  const aria = useSelectAria(props);
  const search = useDebounced(useComposed(aria.id, typed), PAUSE_MS);
  const code = value === null || value === "" ? null : String(value);
  const of = { ...source, field: field.name, narrow };
  const { options, isFetching } = useOptions(of, search, isOpen);
  const chosen = useChosenOption(of, code);
  const isWaiting = isFetching || typed !== search;
  /** A code typed faster than its choices come is looked up on its own. */
  const takeTyped = async () => {
    const text = typed.trim();
    const option = text === "" ? undefined : await findOption(of, text).catch(() => undefined);
    if (option !== undefined) onChange(option.value, option.fill);
  };
  return (
    <Select<string, Choice>
      {...aria}
      {...looksOf(props)}
      className="input-select"
      open={isOpen}
      onDropdownVisibleChange={setOpen}
      allowClear
      showSearch
      filterOption={false}
      searchValue={typed}
      onSearch={setTyped}
      onBlur={() => void takeTyped()}
      onInputKeyDown={(event) => {
        const { key } = event;
        if (isWaiting && !isComposing(event) && (key === "Enter" || key === "Tab")) void takeTyped();
      }}
      defaultActiveFirstOption={typed !== ""}
      popupMatchSelectWidth={false}
      popupClassName="input-choices"
      placeholder="请输入编号或名称查找"
      notFoundContent={isWaiting ? <Spin size="small" /> : "没有可选的数据"}
      // Choices of an earlier text must not be taken for it.
      options={
        isWaiting ? [] : options.map((option) => ({ value: option.value, label: option.label, disabled: option.isClosed === true, option }))
      }
      optionRender={({ data }) => <Named {...data.option} />}
      labelRender={() => (chosen === null ? code : <Named value={chosen.value} label={chosen.label} />)}
      value={code}
      onChange={(next: string | undefined, picked) => {
        const option = Array.isArray(picked) ? undefined : picked?.option;
        onChange(next ?? null, option?.fill);
      }}
    />
  );
}

interface Choice {
  readonly value: string;
  readonly label: string;
  readonly option: RefOption;
}

/** Code and name of a row; the code alone where it is its name too. */
function Named({ value, label, note }: Pick<RefOption, "value" | "label" | "note">) {
  return (
    <span className="input-choice" title={label === value ? value : `${value} ${label}`}>
      <span className="num">{value}</span> {label !== value && label}
      {note !== undefined && <small className="input-choice-note">{note}</small>}
    </span>
  );
}

/** The code of such a row. */
export const ref: InputKind = { Control: RefInput, align: "left", show: String, read: (typed) => typed.trim() || null };
