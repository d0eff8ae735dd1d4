import { DownOutlined, PlusOutlined, UpOutlined } from "@ant-design/icons";
import { Button, Dropdown, Tooltip } from "antd";
import { useRef, useState } from "react";
import { BottomSheet } from "../../kinds/BottomSheet.tsx";
import { useIsMobile, useIsNarrow, useIsPhone } from "../../kinds/use-media.ts";
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
  const primary = primaryOf(buttons);
  const needed = width === 0 ? 1 : Math.min(ROWS, rowsInBar(buttons.slice(0, shown), more.length > 0, width));
  const tallest = useTallest(needed, width);
  return (
    <div ref={ref} className="action-bar" style={{ minHeight: tallest * BUTTON + (tallest - 1) * GAP }}>
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

/** Titles change with what is ticked: a bar of this width keeps the rows it has had, so that what stands below it does not move. */
function useTallest(needed: number, width: number): number {
  const kept = useRef({ width, rows: needed });
  kept.current = { width, rows: kept.current.width === width ? Math.max(kept.current.rows, needed) : needed };
  return kept.current.rows;
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
export interface BarButton {
  readonly key: string;
  readonly title: string;
  /** The longest title it may have with other rows; left out: it has this one always. */
  readonly longest?: string;
  /** Why it is not live; null: it is. */
  readonly hint: string | null;
  /** It makes a new document. */
  readonly isCreate: boolean;
  /** It is the next step of what it is about, now. */
  readonly isNext: boolean;
  readonly isDanger: boolean;
  /** Another one runs. */
  readonly isWaiting: boolean;
  readonly onPress: () => void;
}

/** What the width of a button depends on. */
type Sized = Pick<BarButton, "title" | "longest" | "isCreate">;

/** The room for buttons: px of a row, and how many rows. Width 0: it is not known. */
interface BarSize {
  readonly width: number;
  readonly rows: number;
}

/** px */
const BUTTON = 32;
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
export function shownInBar(buttons: readonly Sized[], { width, rows }: BarSize): number {
  const { length } = buttons;
  // A menu of one would take the place of its button.
  if (width === 0) return rows > 1 || length <= FEW + 1 ? length : FEW;
  const widths = buttons.map(widthOf);
  if (rowsOf(widths, width) <= rows) return length;
  let shown = length - 1;
  while (shown > 0 && rowsOf([...widths.slice(0, shown), MORE], width) > rows) shown -= 1;
  return shown;
}

/** The one button that stands out: the next step of what is ticked or shown, else what makes a new document; undefined: none. */
export function primaryOf(buttons: readonly BarButton[]): string | undefined {
  const next = buttons.find(({ isNext, hint, isDanger }) => isNext && hint === null && !isDanger);
  return (next ?? buttons.find(({ isCreate }) => isCreate))?.key;
}

/** How many rows the buttons take, with a menu at their end or not. */
function rowsInBar(buttons: readonly Sized[], hasMore: boolean, width: number): number {
  return rowsOf([...buttons.map(widthOf), ...(hasMore ? [MORE] : [])], width);
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

function widthOf({ title: shown, longest: title = shown, isCreate }: Sized): number {
  const text = [...title].reduce((sum, character) => sum + (character > "\u2e80" ? WIDE : SLIM), 0);
  return PADDING + text + (isCreate ? ICON : 0) + (title.length === 2 ? SPREAD : 0);
}
