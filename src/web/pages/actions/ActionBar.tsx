import { DownOutlined, PlusOutlined } from "@ant-design/icons";
import { Button, Dropdown, Tooltip } from "antd";
import { useIsMobile, useIsNarrow } from "../../kinds/use-media.ts";
import { useSize } from "../../kinds/use-size.ts";
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

/** A button as the bar draws it. */
export interface BarButton {
  readonly key: string;
  readonly title: string;
  /** Why it is not live; null: it is. */
  readonly hint: string | null;
  readonly isPrimary: boolean;
  readonly isDanger: boolean;
  /** Another one runs. */
  readonly isWaiting: boolean;
  readonly onPress: () => void;
}

/** The room for buttons: px of a row, and how many rows. Width 0: it is not known. */
interface BarSize {
  readonly width: number;
  readonly rows: number;
}

/** px */
const GAP = 6;
const PADDING = 32;
const ICON = 22;
const WIDE = 14;
const SLIM = 8;
/** antd spreads a title of two characters. */
const SPREAD = 6;
const MORE = PADDING + 4 * WIDE + ICON;
/** Where the room is not known, in rows of it: as many as fit beside the menu on the smallest phone. */
const FEW = 2;

/** How many of the buttons stand in the bar; a menu holds the others. */
export function shownInBar(buttons: readonly Pick<BarButton, "title" | "isPrimary">[], { width, rows }: BarSize): number {
  const { length } = buttons;
  // A menu of one would take the place of its button.
  if (width === 0) return rows > 1 || length <= FEW + 1 ? length : FEW;
  const widths = buttons.map(widthOf);
  if (rowsOf(widths, width) <= rows) return length;
  let shown = length - 1;
  while (shown > 0 && rowsOf([...widths.slice(0, shown), MORE], width) > rows) shown -= 1;
  return shown;
}

/** How many rows elements of these widths take. */
function rowsOf(widths: readonly number[], room: number): number {
  let [rows, used] = [1, -GAP];
  for (const width of widths) {
    if (used + GAP + width > room && used > 0) [rows, used] = [rows + 1, -GAP];
    used += GAP + width;
  }
  return rows;
}

function widthOf({ title, isPrimary }: Pick<BarButton, "title" | "isPrimary">): number {
  const text = [...title].reduce((sum, character) => sum + (character > "\u2e80" ? WIDE : SLIM), 0);
  return PADDING + text + (isPrimary ? ICON : 0) + (title.length === 2 ? SPREAD : 0);
}
