import { type Block, entry, type Section } from "../manual.ts";
import { actionBlocks } from "./action-blocks.ts";
import { formBlocks } from "./form-blocks.ts";
import { listBlocks, shownBlocks } from "./list-blocks.ts";
import type { PageSource } from "./page-source.ts";
import { purposeBlocks } from "./purpose.ts";
import { refusalBlocks } from "./refusal-blocks.ts";
import { stateBlocks } from "./state-blocks.ts";

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

/** What leaves the page on paper or as a file. */
function takeAwayBlocks({ screen }: PageSource): Block[] {
  const hasTable = screen.page === "list" || screen.page === "stats" || screen.page === "override";
  const prints = screen.print.map(({ title }) => `“${title}”`).join("、");
  return [
    ...(prints === "" ? [] : [entry("打印", `勾选单据后点“打印”，可打印${prints}；打印一次，打印次数加一。`)]),
    ...(hasTable && screen.functions.includes("export") ? [entry("导出", "点“导出”把当前查询条件下的全部记录保存为 Excel 文件。")] : []),
  ];
}
