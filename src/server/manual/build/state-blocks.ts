import type { ActorKind, Machine, Transition } from "../../../shared/registry/model.ts";
import { type Block, headedTable } from "../manual.ts";
import { stateText } from "./action-blocks.ts";
import type { PageSource } from "./page-source.ts";
import { sayCondition } from "./say-condition.ts";

const ACTORS: Readonly<Record<ActorKind, string>> = { shop: "商场", supplier: "供应商", system: "系统", bank: "银行" };

/** How the states that the page works on change, whoever does it: one table a state field. */
export function stateBlocks(page: PageSource): Block[] {
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
