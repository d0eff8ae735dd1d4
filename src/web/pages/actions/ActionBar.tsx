import { DownOutlined, PlusOutlined } from "@ant-design/icons";
import { Button, Dropdown, Tooltip } from "antd";
import { useIsMobile } from "../../kinds/use-media.ts";
import { type BarButton, barParts } from "./bar-parts.ts";
import "./actions.css";

/** The buttons over a list or a document. A narrow window has room for the first ones: a menu holds the others. */
export function ActionBar({ buttons }: { buttons: readonly BarButton[] }) {
  const { shown, more } = barParts(buttons, useIsMobile());
  return (
    <>
      {shown.map(({ key, title, hint, isPrimary, isDanger, isWaiting, onPress }) => (
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
      {more.length > 0 && (
        <Dropdown
          trigger={["click"]}
          overlayClassName="action-menu"
          menu={{
            items: more.map(({ key, title, hint, isDanger, isWaiting, onPress }) => ({
              key,
              danger: isDanger,
              disabled: isWaiting || hint !== null,
              onClick: onPress,
              label: (
                <span data-testid={`action-${key}`}>
                  {title}
                  {/* Nothing hovers over a menu that is touched: the reason is written out. */}
                  {hint !== null && <small className="action-hint">{hint}</small>}
                </span>
              ),
            })),
          }}
        >
          <Button data-testid="action-more">
            更多操作 <DownOutlined />
          </Button>
        </Dropdown>
      )}
    </>
  );
}
