import { Segmented } from "antd";
import { useNavigate } from "react-router-dom";
import type { ScreenModel } from "../../../shared/protocol/screen.ts";

const MERGED = "/merged";

/** Address of the page of merged payments, from the payment page's or its own. */
export const mergedPath = (path: string): string => (path.endsWith(MERGED) ? path : path + MERGED);

/** From bills to the payments they were merged into, and back. */
export function PayTabs({ screen: { path } }: { screen: ScreenModel }) {
  const navigate = useNavigate();
  const merged = mergedPath(path);
  return (
    <Segmented<string>
      aria-label="付款单类别"
      value={path}
      onChange={(to) => navigate(to)}
      options={[
        { value: merged.slice(0, -MERGED.length), label: <span data-testid="pay-tab-bills">付款单</span> },
        { value: merged, label: <span data-testid="pay-tab-merged">合并付款单</span> },
      ]}
    />
  );
}
