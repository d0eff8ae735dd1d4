import type { Module } from "../../../../shared/registry/model.ts";
import type { ActsOfPage } from "./acts.ts";

/** One thing that is ticked: an act, or an event, on a page. */
export interface Scope {
  readonly module: number;
  readonly act: string;
}

const FORM = /^(\d{1,9})\.([A-Za-z][A-Za-z0-9_]{0,39})$/;

/** `9013.in,9013.out`; null: it is no such text, or names one twice. */
export function scopesIn(text: string): readonly Scope[] | null {
  const parts = text.split(",").map((part) => FORM.exec(part.trim()));
  const found = parts.flatMap((part) => (part === null ? [] : [{ module: Number(part[1]), act: String(part[2]) }]));
  const names = new Set(found.map(({ module, act }) => `${module}.${act}`));
  return found.length === parts.length && names.size === found.length ? found : null;
}

/** What is not among these acts; null: all of it is. */
export function firstStrange(scopes: readonly Scope[], acts: readonly ActsOfPage[]): Scope | null {
  const isAct = ({ module, act }: Scope) => acts.some((page) => page.module.id === module && page.acts.some(({ name }) => name === act));
  return scopes.find((scope) => !isAct(scope)) ?? null;
}

/** By page, in words: `商品资料：送入、取出；订单：取出`. */
export function sayScopes(scopes: readonly Scope[], acts: readonly ActsOfPage[]): string {
  return acts
    .flatMap(({ module, acts: offered }) => {
      const titles = offered.filter(({ name }) => scopes.some((scope) => scope.module === module.id && scope.act === name));
      return titles.length === 0 ? [] : [`${titleOf(module)}：${titles.map(({ title }) => title).join("、")}`];
    })
    .join("；");
}

const titleOf = ({ entry }: Module): string => entry.title;
