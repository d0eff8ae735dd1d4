import { Checkbox, Empty, Spin } from "antd";
import type { PageChoices } from "../../../shared/protocol/page-choices.ts";
import { type ModuleCall, moduleUrl } from "../../api/endpoints.ts";
import { useCall } from "../../data/use-call.ts";
import { ariaOf, type InputKind, type InputProps } from "./input-kind.ts";

type Page = PageChoices["groups"][number]["modules"][number];

/** What is ticked, page by page. */
interface TicksOf {
  /** The call that says what there is to tick. */
  readonly call: ModuleCall;
  readonly params: (narrow: InputProps["narrow"]) => Readonly<Record<string, string>>;
  /** Said where there is nothing to tick. */
  readonly empty: string;
  /** What any other tick of its page brings along, and what takes the others away; null: each stands by itself. */
  readonly base: string | null;
  readonly testId: string;
}

/** Ticks by group of the menu and page, as text: `503.pay,503.query`. */
export function pageTicks(of: TicksOf): InputKind {
  return { Control: (props) => <Ticks {...props} of={of} />, align: "left", show: String, read: (typed) => typed.trim() || null };
}

function Ticks({ of, ...props }: InputProps & { readonly of: TicksOf }) {
  const { value, onChange, source, narrow } = props;
  const { data } = useCall<PageChoices>(moduleUrl(source.mdl, of.call), of.params(narrow), { isSilent: true });
  // A group has no value of its own that could be missing or wrong: what is said of it describes it.
  const { "aria-required": _required, "aria-invalid": _invalid, ...aria } = ariaOf(props);
  const ticked = new Set((typeof value === "string" ? value : "").split(",").filter(Boolean));
  const write = (next: ReadonlySet<string>) => onChange([...next].join(",") || null);
  return (
    // biome-ignore lint/a11y/useSemanticElements: its label is one of a form's field, which a fieldset would repeat
    <div {...aria} role="group" tabIndex={-1} className="page-ticks" data-testid={of.testId}>
      {data === undefined && <Spin size="small" />}
      {data?.groups.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={of.empty} />}
      {data?.groups.map(({ title, modules }) => (
        <section key={title}>
          <h4>{title}</h4>
          {modules.map((page) => (
            <TicksOfPage key={page.MdlId} page={page} base={of.base} ticked={ticked} onTick={write} />
          ))}
        </section>
      ))}
    </div>
  );
}

interface TicksOfPageProps {
  readonly page: Page;
  readonly base: string | null;
  readonly ticked: ReadonlySet<string>;
  readonly onTick: (ticked: ReadonlySet<string>) => void;
}

function TicksOfPage({ page: { MdlId, title, functions }, base, ticked, onTick }: TicksOfPageProps) {
  const tickOf = (key: string) => `${MdlId}.${key}`;
  const all = functions.map(({ key }) => tickOf(key));
  const held = all.filter((tick) => ticked.has(tick));
  const others = [...ticked].filter((tick) => !all.includes(tick));
  const setHeld = (next: readonly string[]) => onTick(new Set([...others, ...(base === null ? next : withBase(tickOf(base), next))]));
  const withBase = (tick: string, next: readonly string[]) => {
    const isLeft = next.length > 0 && (next.includes(tick) || !held.includes(tick));
    return isLeft ? [tick, ...next] : [];
  };
  return (
    <div className="page-ticks-page">
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
