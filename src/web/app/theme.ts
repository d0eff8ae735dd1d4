import type { ThemeConfig } from "antd";

/** A person may ask the system for less motion: dialogs, tabs and lists then come and go at once. */
export const themeFor = (isStill: boolean): ThemeConfig => ({ ...theme, token: { ...theme.token, motion: !isStill } });

/** Looks of the antd components. Row height: 22 px of text + 2 × 6 px padding + 1 px line = 35 px. */
const theme: ThemeConfig = {
  cssVar: true,
  hashed: false,
  token: {
    colorPrimary: "#1b5fe0",
    // Left to itself it is paler, and white words on it cannot be read by everybody (4.5 : 1).
    colorPrimaryHover: "#174fbd",
    colorPrimaryActive: "#123f99",
    colorInfo: "#1b5fe0",
    colorLink: "#1b5fe0",
    // Left to itself it is a pale blue that cannot be read on a tinted ground.
    colorLinkHover: "#174fbd",
    colorLinkActive: "#123f99",
    colorTextBase: "#1c2433",
    // antd's own greys are too pale to be read by everybody (4.5 : 1).
    colorTextTertiary: "#5c667a",
    colorTextPlaceholder: "#667085",
    colorError: "#cf2a1c",
    colorBorder: "#d5dce8",
    colorBorderSecondary: "#e8ecf3",
    colorBgLayout: "#f3f5f9",
    borderRadius: 6,
    fontFamily: "var(--font)",
    fontSize: 14,
    wireframe: false,
  },
  components: {
    Table: {
      cellPaddingBlockSM: 6,
      cellPaddingInlineSM: 10,
      cellFontSizeSM: 13,
      headerBg: "#f4f7fc",
      headerColor: "#42506b",
      headerSplitColor: "transparent",
      headerSortActiveBg: "#e9f0fd",
      headerSortHoverBg: "#e9f0fd",
      bodySortBg: "transparent",
      rowHoverBg: "#f2f6fe",
      rowSelectedBg: "#e8f0ff",
      rowSelectedHoverBg: "#dde9ff",
      footerBg: "#f8fafd",
    },
    // The words within an open switch are white on this.
    Switch: { colorTextQuaternary: "#6b7587", colorTextTertiary: "#5c667a" },
    Menu: {
      itemHeight: 38,
      darkItemBg: "transparent",
      darkPopupBg: "#0f2347",
      darkSubMenuItemBg: "rgba(0, 0, 0, 0.16)",
      darkItemSelectedBg: "#1b5fe0",
      darkItemColor: "rgba(235, 241, 255, 0.76)",
      darkItemHoverBg: "rgba(255, 255, 255, 0.07)",
    },
  },
};
