import { type ThemeConfig, theme } from "antd";
import { tokenValue } from "../kinds/look.ts";

interface Look {
  readonly isDark: boolean;
  readonly isCompact: boolean;
  /** A person may ask the system for less motion: dialogs, tabs and lists then come and go at once. */
  readonly isStill: boolean;
}

/** Colours that antd would make paler than they are told: words on them, or in them, could not be read by everybody (4.5 : 1). */
const KEPT = ["colorPrimary", "colorInfo", "colorLink", "colorSuccess", "colorWarning", "colorError"] as const;

/** Looks of the antd components, of the tokens of tokens.css as they are at the document now. */
export function themeFor({ isDark, isCompact, isStill }: Look): ThemeConfig {
  const kept: (typeof theme)["darkAlgorithm"] = (seed, map) => ({
    ...(map ?? theme.defaultAlgorithm(seed)),
    ...Object.fromEntries(KEPT.map((key) => [key, seed[key]])),
  });
  return {
    cssVar: true,
    hashed: false,
    algorithm: [isDark ? theme.darkAlgorithm : theme.defaultAlgorithm, ...(isCompact ? [theme.compactAlgorithm] : []), kept],
    token: {
      motion: !isStill,
      ...Object.fromEntries(Object.entries(READ).map(([key, name]) => [key, tokenValue(name)])),
      ...MIXED,
      borderRadius: 6,
      fontFamily: "var(--font)",
      fontSize: 14,
      wireframe: false,
    },
    components: { ...COMPONENTS, Table: { ...COMPONENTS?.Table, cellPaddingBlockSM: isCompact ? 3 : 6 } },
  };
}

/** Antd makes shades of these: they are told as they are now. */
const READ = {
  colorPrimary: "--brand",
  colorInfo: "--brand",
  colorLink: "--brand",
  colorSuccess: "--good",
  colorWarning: "--warn",
  colorError: "--bad",
  colorTextBase: "--ink",
  colorTextTertiary: "--ink-soft",
  colorTextPlaceholder: "--ink-hint",
  colorTextLightSolid: "--on-fill",
  colorBgBase: "--paper",
  colorBgContainer: "--paper",
  colorBgElevated: "--raised",
  colorBgLayout: "--ground",
  colorBgSpotlight: "--tip",
  colorBorder: "--line-strong",
  colorBorderSecondary: "--line",
} as const;

/** Shades that the browser mixes: antd's own would be pale, or those of another colour. */
const MIXED: ThemeConfig["token"] = {
  colorPrimaryHover: "var(--brand-hover)",
  colorPrimaryActive: "var(--brand-active)",
  colorPrimaryBg: "var(--brand-soft)",
  colorPrimaryBgHover: "var(--brand-chosen)",
  colorPrimaryBorder: "var(--brand-line)",
  colorPrimaryBorderHover: "var(--brand-line)",
  colorLinkHover: "var(--brand-hover)",
  colorLinkActive: "var(--brand-active)",
  colorInfoBg: "var(--brand-soft)",
  colorInfoBorder: "var(--brand-line)",
  colorSuccessBg: "var(--good-soft)",
  colorSuccessBorder: "var(--good-line)",
  colorWarningBg: "var(--warn-soft)",
  colorWarningBorder: "var(--warn-line)",
  colorErrorHover: "var(--bad-hover)",
  colorErrorActive: "var(--bad-hover)",
  colorErrorBg: "var(--bad-soft)",
  colorErrorBgHover: "var(--bad-soft)",
  colorErrorBorder: "var(--bad-line)",
  colorErrorBorderHover: "var(--bad)",
  controlOutline: "var(--brand-ring)",
  colorErrorOutline: "var(--bad-ring)",
  colorWarningOutline: "var(--warn-ring)",
};

/** Row height: 22 px of text + 2 × 6 px padding + 1 px line = 35 px; 29 px where it is compact. */
const COMPONENTS: ThemeConfig["components"] = {
  Table: {
    cellPaddingInlineSM: 10,
    cellFontSizeSM: 13,
    headerBg: "var(--subtle)",
    headerColor: "var(--ink-mid)",
    headerSplitColor: "transparent",
    headerSortActiveBg: "var(--brand-soft)",
    headerSortHoverBg: "var(--brand-soft)",
    fixedHeaderSortActiveBg: "var(--brand-soft)",
    bodySortBg: "transparent",
    rowHoverBg: "var(--brand-faint)",
    rowSelectedBg: "var(--brand-soft)",
    rowSelectedHoverBg: "var(--brand-chosen)",
    footerBg: "var(--subtle)",
  },
  // The words within an open switch stand on this.
  Switch: { colorTextQuaternary: "var(--ink-hint)", colorTextTertiary: "var(--ink-soft)" },
  DatePicker: { cellHoverWithRangeBg: "var(--brand-chosen)" },
  Menu: {
    itemHeight: 38,
    darkItemBg: "transparent",
    darkPopupBg: "var(--side)",
    darkSubMenuItemBg: "var(--side-shade)",
    darkItemSelectedBg: "var(--side-chosen)",
    darkItemSelectedColor: "var(--on-side)",
    darkItemColor: "var(--side-ink)",
    darkItemHoverColor: "var(--on-side)",
    darkItemHoverBg: "var(--side-veil)",
  },
};
