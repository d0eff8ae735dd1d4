import { KEPT_HOURS, MOST_IN_BROWSER } from "../../../shared/protocol/export.ts";
import type { ActorKind, Machine, Transition } from "../../../shared/registry/model.ts";
import { sayCondition } from "../../screens/say-condition.ts";
import { type Block, entry, headedTable, type Section, text } from "../manual.ts";
import { actionBlocks, stateText } from "./action-blocks.ts";
import { formBlocks } from "./form-blocks.ts";
import { listBlocks, shownBlocks } from "./list-blocks.ts";
import type { PageSource } from "./page-source.ts";
import { refusalBlocks } from "./refusal-blocks.ts";
import texts from "./texts.json" with { type: "json" };

/** Everything the manual says about one page. */
export function moduleSection(page: PageSource): Section {
  return {
    title: page.screen.title,
    blocks: [
      ...purposeBlocks(page),
      ...shownBlocks(page.screen),
      ...takeAwayBlocks(page),
      ...listBlocks(page),
      ...actionBlocks(page),
      ...formBlocks(page),
      ...stateBlocks(page),
      ...refusalBlocks(page),
    ],
  };
}

const EXPORTING = `点“导出”把当前查询条件下的全部记录保存为 Excel 文件，另有“说明”页写明查询条件、导出人和时间。超过 ${MOST_IN_BROWSER} 行时可选 Excel 或 CSV，由系统在后台生成，可以离开页面；完成后在“导出”旁的“我的导出”中下载，保留 ${KEPT_HOURS} 小时。`;

/** What leaves the page on paper or as a file. */
function takeAwayBlocks({ screen }: PageSource): Block[] {
  const hasTable = screen.page === "list" || screen.page === "stats" || screen.page === "override";
  const prints = screen.print.map(({ title }) => `“${title}”`).join("、");
  return [
    ...(prints === "" ? [] : [entry("打印", `勾选单据后点“打印”，可打印${prints}；打印一次，打印次数加一。`)]),
    ...(hasTable && screen.functions.includes("export") ? [entry("导出", EXPORTING)] : []),
  ];
}

/** What the page is for, which rows it holds, and how to get there. */
function purposeBlocks(page: PageSource): Block[] {
  const { screen, module, groupTitle, isMallOnly } = page;
  const way = module.entry.hidden
    ? "本页不在菜单中，由相关页面的按钮打开。"
    : `菜单“${groupTitle}”→“${screen.title}”；也可以在标题栏的搜索框输入“${screen.title}”。`;
  return [
    text([screen.help || plainPurpose(page), rowsText(page)].filter((part) => part !== "").join("")),
    entry("进入方法", way),
    ...(isMallOnly ? [entry("适用用户", "只有商场用户可以使用本页。")] : []),
    ...(module.reach === "market" ? [entry("数据范围", "商场用户还可以看到所辖零售商的资料；来自其他企业的资料只能查看。")] : []),
  ];
}

/** A sentence for a page whose files say nothing. */
function plainPurpose({ screen, entity, side }: PageSource): string {
  const { title } = entity;
  if (screen.page === "stats") return `用数字和图表汇总${title}，下方的表格列出明细。`;
  if (screen.page === "rights") return `查看每个${title}可以做什么，以及为什么。`;
  if (screen.page === "tree") return `维护${title}，并勾选各组可以使用的模块和功能。`;
  if (screen.settings?.mode === "own") return `查看和维护本企业的${title}。`;
  if (screen.page === "form") return `逐项维护${title}，修改后保存即生效。`;
  const whose = side === "supplier" ? "本企业与商场之间的" : "";
  return screen.actions.length > 0 ? `查询和办理${whose}${title}。` : `查询${whose}${title}，本页只能查看。`;
}

function rowsText({ module, entity, words }: PageSource): string {
  const said = module.where === null ? true : sayCondition(module.where, words);
  return typeof said === "string" ? `本页只包括${said}的${entity.title}。` : "";
}

const ACTORS: Readonly<Record<ActorKind, string>> = texts.actors;

/** How the states that the page works on change, whoever does it: one table a state field. */
function stateBlocks(page: PageSource): Block[] {
  const { entity, module, words } = page;
  const used = new Set(module.actions.flatMap(({ transition }) => (transition === null ? [] : [transition])));
  const machines = Object.values(entity.machines).filter(
    ({ field, transitions }) => words.canRead(field) && transitions.some((name) => used.has(name)),
  );
  return machines.flatMap((machine) => machineBlocks(page, machine, machines.length > 1));
}

function machineBlocks(page: PageSource, { field, initial, transitions }: Machine, isOneOfMany: boolean): Block[] {
  const { entity, words } = page;
  const possible = transitions
    .flatMap((name) => entity.transitions[name] ?? [])
    .filter(({ when }) => when === null || sayCondition(when, words) !== false);
  const rows = possible.map((transition) => [
    transition.title,
    transition.by.map((actor) => ACTORS[actor]).join("、"),
    transition.from.map((code) => stateText(page, field, code)).join("、"),
    toText(page, transition),
  ]);
  const title = isOneOfMany ? `状态变化：${entity.fields[field]?.title ?? ""}` : "状态变化";
  const first = `新建时：${stateText(page, field, initial)}`;
  return headedTable(`${title}（${first}）`, { 操作: 3, 操作方: 2.4, 原状态: 4, 新状态: 3 }, rows);
}

function toText(page: PageSource, { field, to }: Transition): string {
  return to === null ? "不变" : stateText(page, field, to);
}
