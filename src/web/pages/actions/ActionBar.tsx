import { DownOutlined, PlusOutlined } from "@ant-design/icons";
import { Button, Dropdown, Tooltip } from "antd";
import { useIsMobile, useIsNarrow } from "../../kinds/use-media.ts";
import { useSize } from "../../kinds/use-size.ts";
import { type BarButton, shownInBar } from "./bar-parts.ts";
import "./actions.css";

/** Rows of buttons beside a title; under it there is one. */
const ROWS = 2;

/** The buttons over a list or a document; a menu holds those there is no room for. */
export function ActionBar({ buttons }: { buttons: readonly BarButton[] }) {
  return buttons.length === 0 ? null : <Bar buttons={buttons} />;
}

function Bar({ buttons }: { buttons: readonly BarButton[] }) {
  const [ref, { width }] = useSize<HTMLDivElement>();
  const [isMobile, isNarrow] = [useIsMobile(), useIsNarrow()];
  // Over a document the bar has no width of its own.
  const shown = shownInBar(buttons, { width, rows: (width === 0 ? isNarrow : isMobile) ? 1 : ROWS });
  const more = buttons.slice(shown);
  return (
    <div ref={ref} className="action-bar">
      {buttons.slice(0, shown).map(({ key, title, hint, isPrimary, isDanger, isWaiting, onPress }) => (
        <Tooltip key={key} title={hint}>
          <Button
            danger={isDanger}
            disabled={isWaiting || hint !== null}
            onClick={onPress}
            data-testid={`action-${key}`}
            {...(isPrimary && { type: "primary" as const, icon: <PlusOutlined /> })}
          >
            {title}
          </Button>
        </Tooltip>
      ))}
      {more.length > 0 && <MoreActions buttons={more} />}
    </div>
  );
}

/** A menu of buttons. Nothing hovers over a menu that is touched: why one is not live is written out, once if it is the same for all. */
function MoreActions({ buttons }: { buttons: readonly BarButton[] }) {
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
