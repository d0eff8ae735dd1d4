import { Checkbox, Empty, Spin } from "antd";
import type { DelegableResult } from "../../../shared/protocol/delegable.ts";
import { moduleUrl } from "../../api/endpoints.ts";
import { useCall } from "../../data/use-call.ts";
import { ariaOf, type InputKind, type InputProps } from "./input-kind.ts";

const QUERY = "query";

type Page = DelegableResult["groups"][number]["modules"][number];

function FunctionsInput(props: InputProps) {
  const { value, onChange, source, narrow } = props;
  const params = { absent: String(narrow.absent ?? "") };
  const { data } = useCall<DelegableResult>(moduleUrl(source.mdl, "Delegable"), params, { isSilent: true });
  const ticked = new Set(textOf(value).split(",").filter(Boolean));
  const write = (next: ReadonlySet<string>) => onChange([...next].join(",") || null);
  return (
    // biome-ignore lint/a11y/useSemanticElements: its label is one of a form's field, which a fieldset would repeat
    <div {...ariaOf(props)} role="group" tabIndex={-1} className="functions-input" data-testid="functions">
      {data === undefined && <Spin size="small" />}
      {data?.groups.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有可委托的功能" />}
      {data?.groups.map(({ title, modules }) => (
        <section key={title}>
          <h4>{title}</h4>
          {modules.map((page) => (
            <PageTicks key={page.MdlId} page={page} ticked={ticked} onTick={write} />
          ))}
        </section>
      ))}
    </div>
  );
}

interface PageTicksProps {
  readonly page: Page;
  readonly ticked: ReadonlySet<string>;
  readonly onTick: (ticked: ReadonlySet<string>) => void;
}

/** One page with its functions. Any of them brings 查询 along, and without 查询 nothing else is left. */
function PageTicks({ page: { MdlId, title, functions }, ticked, onTick }: PageTicksProps) {
  const tickOf = (key: string) => `${MdlId}.${key}`;
  const all = functions.map(({ key }) => tickOf(key));
  const held = all.filter((tick) => ticked.has(tick));
  const others = [...ticked].filter((tick) => !all.includes(tick));
  const setHeld = (next: readonly string[]) => {
    const query = tickOf(QUERY);
    const isLeft = next.length > 0 && (next.includes(query) || !held.includes(query));
    onTick(new Set([...others, ...(isLeft ? [query, ...next] : [])]));
  };
  return (
    <div className="functions-page">
      <Checkbox
        checked={held.length === all.length}
        indeterminate={held.length > 0 && held.length < all.length}
        onChange={({ target }) => onTick(new Set([...others, ...(target.checked ? all : [])]))}
      >
        {title}
      </Checkbox>
      <Checkbox.Group options={functions.map(({ key, title: label }) => ({ value: tickOf(key), label }))} value={held} onChange={setHeld} />
    </div>
  );
}

const textOf = (value: InputProps["value"]): string => (typeof value === "string" ? value : "");

/** Functions of pages, ticked: `503.pay,503.query`. */
export const functions: InputKind = { Control: FunctionsInput, align: "left", show: String, read: (typed) => typed.trim() || null };
