import { dayOf } from "../../../shared/domain/day.ts";
import { profileOf } from "../../base/viewer.ts";
import type { QueryContext } from "../../query/context.ts";
import { sessionSettings } from "../../query/site-settings.ts";
import { generalChapters } from "../general/general-chapters.ts";
import type { Chapter, Manual } from "../manual.ts";
import { type ManualSide, manualSideOf } from "../side-viewer.ts";
import { moduleSection } from "./module-section.ts";
import { pageSources } from "./page-source.ts";
import texts from "./texts.json" with { type: "json" };

/** How many characters of a version tell it from another one. */
const SHORT = 8;

export const MANUAL_TITLES: Readonly<Record<ManualSide, string>> = texts.titles;

/**
 * The manual of the viewer's side: every page that his shop's profile has for that side, as the screen projection shows it to
 * somebody who holds everything there. The user's own rights play no part, so that colleagues read the same manual.
 */
export function buildManual(context: QueryContext): Manual {
  const { registry, viewer, now } = context;
  const side = manualSideOf(viewer);
  const settings = sessionSettings(context, ["password.minLength", "upload.maxMegabytes"]);
  const writing = { registry, profile: profileOf(registry, viewer.shopId), side, settings };
  const general = generalChapters(writing);
  const pages = pageSources(context, side).map(
    ({ title, pages: own }): Chapter => ({
      title,
      intro: `本章介绍菜单“${title}”下的 ${own.length} 个功能：${own.map(({ screen }) => screen.title).join("、")}。`,
      sections: own.map(moduleSection),
    }),
  );
  return {
    product: registry.title,
    title: MANUAL_TITLES[side],
    readers: texts.readers[side],
    shopName: viewer.shopName,
    date: dayOf(now),
    version: registry.version.slice(0, SHORT),
    chapters: [...general.before, ...pages, ...general.after],
  };
}
