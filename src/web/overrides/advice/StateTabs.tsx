import { Segmented } from "antd";
import type { StatusLabel } from "../../../shared/protocol/list.ts";
import { useReminders } from "../../data/use-call.ts";
import { FRESH, WAITING } from "./advice-row.ts";

const COUNT = "/Advice/getNoReadAdvice";
const MOST_SHOWN = 99;

interface StateTabsProps {
  readonly states: readonly StatusLabel[];
  readonly isSupplier: boolean;
  /** Empty: all. */
  readonly value: string;
  readonly onChange: (code: string) => void;
}

/** The states to choose from; the one that waits for this side with its number. */
export function StateTabs({ states, isSupplier, value, onChange }: StateTabsProps) {
  const count = useReminders([COUNT], false).get(COUNT) ?? 0;
  const pressing = isSupplier ? FRESH : WAITING;
  // Whether an answer was seen is the supplier's concern.
  const shown = states.filter((state) => isSupplier || state.value !== FRESH);
  const label = (code: string, text: string) => (
    <span data-testid={`advice-state-${code === "" ? "all" : code}`}>
      {text}
      {code === pressing && count > 0 && <b className="advice-count">{count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}</b>}
    </span>
  );
  return (
    <Segmented
      aria-label="按状态查看"
      value={value}
      onChange={onChange}
      options={[
        { value: "", label: label("", "全部") },
        ...shown.map((state) => ({ value: String(state.value), label: label(String(state.value), state.text) })),
      ]}
    />
  );
}
