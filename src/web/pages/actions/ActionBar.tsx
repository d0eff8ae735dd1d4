import { DownOutlined, PlusOutlined, UpOutlined } from "@ant-design/icons";
import { Button, Dropdown, Tooltip } from "antd";
import { useState } from "react";
import { BottomSheet } from "../../kinds/BottomSheet.tsx";
import { useIsPhone } from "../../kinds/use-media.ts";
import { type Sized, useBarRoom } from "./bar-room.ts";
import "./actions.css";

/** The buttons over a list or a document; a menu holds those there is no room for. */
export function ActionBar({ buttons }: { buttons: readonly BarButton[] }) {
  return buttons.length === 0 ? null : <Bar buttons={buttons} />;
}

function Bar({ buttons }: { buttons: readonly BarButton[] }) {
  const { ref, shown, minHeight } = useBarRoom(buttons);
  const more = buttons.slice(shown);
  const primary = primaryOf(buttons);
  return (
    <div ref={ref} className="action-bar" style={{ minHeight }}>
      {buttons.slice(0, shown).map(({ key, title, hint, isCreate, isDanger, isWaiting, onPress }) => (
        <Tooltip key={key} title={hint}>
          <Button
            danger={isDanger}
            disabled={isWaiting || hint !== null}
            onClick={onPress}
            data-testid={`action-${key}`}
            {...(key === primary && { type: "primary" as const })}
            {...(isCreate && { icon: <PlusOutlined /> })}
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
  const isPhone = useIsPhone();
  const hints = new Set(buttons.map(({ hint }) => hint));
  const [shared = null] = hints.size === 1 ? [...hints] : [];
  if (isPhone) return <ActionSheet buttons={buttons} shared={shared} />;
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

/** The same on a phone: it comes up from below. `shared`: why none of them is live. */
function ActionSheet({ buttons, shared }: { readonly buttons: readonly BarButton[]; readonly shared: string | null }) {
  const [isOpen, setOpen] = useState(false);
  const press = (work: () => void) => () => {
    setOpen(false);
    work();
  };
  return (
    <>
      <Button onClick={() => setOpen(true)} data-testid="action-more">
        更多操作 <UpOutlined />
      </Button>
      <BottomSheet title={shared ?? "更多操作"} isOpen={isOpen} onClose={() => setOpen(false)}>
        <ul className="sheet-choices">
          {buttons.map(({ key, title, hint, isDanger, isWaiting, onPress }) => (
            <li key={key}>
              <button
                type="button"
                disabled={isWaiting || hint !== null}
                onClick={press(onPress)}
                data-testid={`action-${key}`}
                {...(isDanger && { "data-danger": "" })}
              >
                {title}
                {shared === null && hint !== null && <small>{hint}</small>}
              </button>
            </li>
          ))}
        </ul>
      </BottomSheet>
    </>
  );
}

/** A button as the bar draws it. */
export interface BarButton extends Sized {
  readonly key: string;
  /** Why it is not live; null: it is. */
  readonly hint: string | null;
  /** It is the next step of what it is about, now. */
  readonly isNext: boolean;
  readonly isDanger: boolean;
  /** Another one runs. */
  readonly isWaiting: boolean;
  readonly onPress: () => void;
}

/** The one button that stands out: the next step of what is ticked or shown, else what makes a new document; undefined: none. */
export function primaryOf(buttons: readonly BarButton[]): string | undefined {
  const next = buttons.find(({ isNext, hint, isDanger }) => isNext && hint === null && !isDanger);
  return (next ?? buttons.find(({ isCreate }) => isCreate))?.key;
}
