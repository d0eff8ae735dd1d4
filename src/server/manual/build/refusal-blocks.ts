import type { Predicate } from "../../../shared/registry/language.ts";
import { sayCondition, type Words } from "../../screens/say-condition.ts";
import { type Block, headedTable } from "../manual.ts";
import { type PageSource, pageActions } from "./page-source.ts";

interface Refusal {
  readonly message: string;
  readonly where: string;
  readonly must: string;
}

/** What the buttons and the form may say no with, and what is asked for then. */
export function refusalBlocks(page: PageSource): Block[] {
  const all = [...ofActions(page), ...ofForm(page)];
  const merged = new Map<string, Refusal[]>();
  for (const refusal of all) merged.set(refusal.message, [...(merged.get(refusal.message) ?? []), refusal]);
  const rows = [...merged].map(([message, found]) => [message, joined(found, "where", "、"), joined(found, "must", "；") || "—"]);
  return headedTable("可能的提示", { 提示: 5, 出现在: 3, 要求: 6 }, rows);
}

function joined(refusals: readonly Refusal[], part: "where" | "must", mark: string): string {
  return [...new Set(refusals.map((refusal) => refusal[part]).filter((told) => told !== ""))].join(mark);
}

function ofActions(page: PageSource): Refusal[] {
  return pageActions(page).flatMap(({ screen, guards }) =>
    guards
      .filter((guard) => canRefuse(guard.when, guard.require, page.words))
      .map((guard) => ({ message: guard.message, where: screen.title, must: mustText(guard.when, guard.require, page.words) })),
  );
}

/** The form tells these while it is filled in. Only rules over fields the side may see are in it. */
function ofForm({ screen, words }: PageSource): Refusal[] {
  const isWriter = screen.actions.some(({ kind }) => kind === "create" || kind === "edit");
  if (!isWriter || screen.form === null) return [];
  return screen.form.rules
    .filter((rule) => canRefuse(rule.when, rule.require, words))
    .map((rule) => ({ message: rule.message, where: "填写和保存", must: mustText(rule.when, rule.require, words) }));
}

function canRefuse(condition: Predicate | null, require: Predicate, words: Words): boolean {
  return sayCondition(require, words) !== true && (condition === null || sayCondition(condition, words) !== false);
}

function mustText(condition: Predicate | null, require: Predicate, words: Words): string {
  const must = sayCondition(require, words);
  if (typeof must !== "string") return "";
  const given = condition === null ? true : sayCondition(condition, words);
  if (given === null) return "";
  const demand = `须${must.replaceAll(/已(?=填写|上传)/g, "")}`;
  return typeof given === "string" ? `${given}时，${demand}` : demand;
}
