import { DownOutlined } from "@ant-design/icons";
import { Button, Dropdown } from "antd";
import type { BarButton } from "./bar-parts.ts";

/** A menu of buttons. Nothing hovers over a menu that is touched: why one is not live is written out, once if it is the same for all. */
export function MoreActions({ buttons }: { buttons: readonly BarButton[] }) {
  const hints = new Set(buttons.map(({ hint }) => hint));
  const [shared = null] = hints.size === 1 ? [...hints] : [];
  const items = buttons.map(({ key, title, hint, isDanger, isWaiting, onPress }) => ({
    key,
    danger: isDanger,
    disabled: isWaiting || hint !== null,
    onClick: onPress,
    label: (
      <span data-testid={`action-${key}`}>
        {title}
        {shared === null && hint !== null && <small className="action-hint">{hint}</small>}
      </span>
    ),
  }));
  return (
    <Dropdown
      trigger={["click"]}
      overlayClassName="action-menu"
      menu={{ items: shared === null ? items : [{ key: "hint", type: "group", label: shared, children: items }] }}
    >
      <Button data-testid="action-more">
        更多操作 <DownOutlined />
      </Button>
    </Dropdown>
  );
}
