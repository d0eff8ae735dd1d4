import type { ScreenAction } from "../../../shared/protocol/screen.ts";
import type { Effect, StateCode, Transition } from "../../../shared/registry/model.ts";
import { either, type Said, sayCondition } from "../../screens/say-condition.ts";
import { type Block, headedTable } from "../manual.ts";
import { type PageAction, type PageSource, pageActions } from "./page-source.ts";
import texts from "./texts.json" with { type: "json" };

const WHAT: Readonly<Record<Exclude<ScreenAction["kind"], "transition" | "open">, string>> = texts.actions;

/** The buttons of the page: who may, on which rows, and what comes of it. */
export function actionBlocks(page: PageSource): Block[] {
  const rows = pageActions(page).map((action) => [
    action.screen.title,
    page.registry.functions[action.screen.functionKey] ?? action.screen.functionKey,
    whenText(action, page),
    resultText(action, page),
  ]);
  return headedTable("操作按钮", { 按钮: 2.2, 所需权限: 2, 可用于: 5, 结果: 5 }, rows);
}

function whenText({ screen, transition, save }: PageAction, page: PageSource): string {
  const open = page.module.actions.find(({ name }) => name === screen.action)?.open ?? null;
  const when = save?.when ?? open?.when ?? null;
  const said = transition === null ? (when === null ? "" : textOf(sayCondition(when, page.words))) : rowsText(transition, page);
  if (screen.kind === "create" || screen.kind === "import") return "随时";
  const many = screen.all ? "页面上的全部单据" : screen.bulk ? "可同时勾选多条" : "";
  if (said === "") return many || (page.screen.settings === null ? "所选的一条" : "本页的资料");
  return many === "" ? said : `${said}（${many}）`;
}

/** Which states the transition leaves, and what else must hold of the row. */
function rowsText({ field, from, when }: Transition, page: PageSource): string {
  const { entity, words } = page;
  const told = from.map((value) => (when === null ? true : sayCondition(when, { ...words, known: { field, value } })));
  const left = from.filter((_code, index) => told[index] !== false);
  const conditions = new Set(told.filter((said) => said !== false).map(textOf));
  const isEvery = left.length === (entity.fields[field]?.values.length ?? 0);
  const isHidden = !words.canRead(field) || isEvery;
  const state = isHidden ? "" : `${entity.fields[field]?.title}为${either(left.map((code) => `“${stateText(page, field, code)}”`))}`;
  const condition = conditions.size === 1 ? ([...conditions][0] ?? "") : when === null ? "" : textOf(sayCondition(when, words));
  return [state, condition].filter((part) => part !== "").join("，且");
}

function textOf(said: Said): string {
  return typeof said === "string" ? said : "";
}

function resultText({ screen, transition }: PageAction, page: PageSource): string {
  if (screen.kind === "open") return openText(screen, page);
  if (screen.kind !== "transition") return WHAT[screen.kind];
  if (transition === null) return "";
  const isKnown = page.words.canRead(transition.field);
  const parts = [
    transition.ticks === null ? "" : `先勾选明细${transition.ticks.least > 0 ? `，至少 ${transition.ticks.least} 条` : ""}`,
    transition.needsReason ? `须填写${transition.reasonTitle}` : "",
    transition.to !== null && isKnown
      ? `${page.entity.fields[transition.field]?.title}变为“${stateText(page, transition.field, transition.to)}”`
      : "",
    toldText(transition.effects),
  ].filter((part) => part !== "");
  return parts.length > 0 ? parts.join("；") : `${screen.title}立即生效`;
}

function openText({ open }: ScreenAction, { profile }: PageSource): string {
  const target = Object.values(profile.modules).find(({ entry }) => entry.path === open?.path);
  return `转到“${target?.entry.title ?? ""}”${open?.page === "create" ? "，带入本条资料新建" : "，查看与本条有关的记录"}`;
}

/** Who gets a message by it. */
function toldText(effects: readonly Effect[]): string {
  const sides = new Set(effects.flatMap((effect) => (effect.kind === "notify" ? [effect.to] : [])));
  return [...sides].map((side) => `系统发消息通知${texts.sides[side]}`).join("；");
}

/** What the page calls a state. */
export function stateText({ module, entity }: PageSource, field: string, state: StateCode): string {
  const values = module.labels[field] ?? entity.fields[field]?.values ?? [];
  return values.find(({ code }) => code === state)?.shown ?? String(state);
}
