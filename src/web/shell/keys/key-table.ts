/** What keys do, for the dialog that `?` opens. Whoever gives a key a meaning says it here. */
export const KEY_TABLE: readonly { readonly title: string; readonly keys: readonly (readonly [keys: string, does: string])[] }[] = [
  {
    title: "任意页面",
    keys: [
      ["/ 或 Ctrl K", "搜索"],
      ["?", "显示快捷键"],
      ["Tab、Shift Tab", "下一个、上一个可操作的位置"],
      ["Esc", "关闭窗口或列表"],
    ],
  },
  {
    title: "列表",
    keys: [
      ["↑ ↓", "上一行、下一行"],
      ["Home End", "第一行、最后一行"],
      ["Enter", "打开当前行"],
      ["Ctrl Enter", "在新标签页打开当前行"],
      ["空格", "勾选或取消勾选当前行"],
    ],
  },
  {
    title: "表单与明细",
    keys: [
      ["Ctrl S", "保存"],
      ["Enter", "下一格，末行新增一行"],
      ["Alt ↑ ↓", "移动本行"],
      ["Ctrl D", "复制本行"],
      ["Ctrl Enter", "在下方插入一行"],
      ["Ctrl Delete", "删除本行"],
    ],
  },
  {
    title: "页签栏",
    keys: [
      ["← →", "左边、右边的页签"],
      ["Delete", "关闭页签"],
    ],
  },
];
