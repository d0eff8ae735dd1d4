import { type Cell, cellToWire, type Row } from "../../../shared/domain/cell.ts";
import { failingParts } from "../../../shared/domain/failing-parts.ts";
import { fieldsOfPredicate, holds } from "../../../shared/domain/predicate.ts";
import { ON_SCREEN, valueText } from "../../../shared/domain/value-text.ts";
import type { Predicate } from "../../../shared/registry/language.ts";
import type { ActorKind, Audience, Entity, Module } from "../../../shared/registry/model.ts";
import { audienceOf, fits, functionsOf } from "../../../shared/registry/rights/audience.ts";
import { readableBy } from "../../../shared/registry/rights/readable.ts";
import type { Reason } from "../../base/refused.ts";
import { Refused } from "../../base/refused.ts";
import { envOf, profileOf } from "../../base/viewer.ts";
import type { QueryContext } from "../../query/context.ts";
import { sayCondition } from "../../screens/say-condition.ts";
import { Holders } from "./holders.ts";

/**
 * Why something was refused, in words for the one who asked (docs/decisions/101): the right that is missing and who of his side has it, or
 * the field that stands against it, with its value where he may read that. Of the other side no more than the shop's name is told.
 */
export class Causes {
  readonly #holders: Holders;

  constructor(private readonly ctx: QueryContext) {
    this.#holders = new Holders(ctx);
  }

  /** Empty where the refusal's own text is all there is to say. */
  async of(refusal: unknown): Promise<string> {
    return refusal instanceof Refused ? this.#tell(refusal.reason) : "";
  }

  #tell(reason: Reason): Promise<string> | string {
    switch (reason.kind) {
      case "page":
        return this.#page(reason.module);
      case "function":
        return this.#function(reason.moduleId, reason.key);
      case "party":
        return this.#party(reason.by);
      case "state":
        return this.#state(reason);
      case "version":
        return `您看到的是第 ${reason.seen} 版，现在是第 ${reason.now} 版：期间有人修改过`;
      case "condition":
        return this.#condition(reason);
    }
  }

  #page(module: Module): Promise<string> | string {
    const { viewer, registry } = this.ctx;
    const isThere = profileOf(registry, viewer.shopId).modules[module.id] !== undefined;
    if (!isThere || !fits(module.audience, audienceOf(viewer))) return this.#others(isThere ? module.audience : []);
    return this.#missing(module, null, `“${module.entry.title}”（${module.id}）页面的权限`);
  }

  #function(moduleId: number, key: string): Promise<string> | string {
    const { viewer, registry } = this.ctx;
    const module = profileOf(registry, viewer.shopId).modules[moduleId];
    if (module === undefined) return this.#others([]);
    const buttons = module.actions.filter(({ functionKey }) => functionKey === key);
    // Who holds the key and may still not is on the side that has not the button.
    const isOthers = viewer.rights.get(moduleId)?.has(key) === true || !functionsOf(module, audienceOf(viewer)).includes(key);
    if (isOthers) return this.#others(buttons.flatMap(({ audience }) => audience));
    const title = buttons[0]?.title ?? registry.functions[key] ?? key;
    return this.#missing(module, key, `“${module.entry.title}”（${moduleId}）的“${title}”权限`);
  }

  async #missing(module: Module, key: string | null, right: string): Promise<string> {
    const holders = await this.#holders.of(module, key);
    const whom = this.ctx.viewer.side === "supplier" ? "贵公司" : "本商场";
    return `缺少${right}；${holders === "" ? `${whom}目前没有其他人有此权限` : `有此权限的：${holders}`}`;
  }

  /** What only the other side does, or nobody here. */
  #others(sides: readonly Audience[]): string {
    const { side, shopName } = this.ctx.viewer;
    if (side === "supplier") return sides.some((one) => one !== "supplier") ? `该操作由“${shopName}”办理` : `“${shopName}”没有该页面或操作`;
    if (sides.includes("supplier")) return "该操作由供应商办理";
    return sides.includes("mall") ? "该操作由商场用户办理" : "本商场没有该页面或操作";
  }

  #party(by: readonly ActorKind[]): string {
    const sides = by.filter((one) => one === "shop" || one === "supplier");
    return sides.length === 0 ? "该操作由系统自动办理" : this.#others(sides);
  }

  #state({ entity, transition, row }: Extract<Reason, { kind: "state" }>): Promise<string> | string {
    const { field, from, title, when } = transition;
    const require: Predicate = { in: [field, from as string[]] };
    if (from.some((code) => code === (row[field] ?? null)))
      return when === null
        ? ""
        : this.#condition({ kind: "condition", entity, require: when, row, moduleId: this.#moduleOf(entity)?.id ?? null });
    const said = this.#field(entity, require, row);
    return said === "" ? "" : `“${title}”${said}`;
  }

  async #condition({ entity, require, row, moduleId }: Extract<Reason, { kind: "condition" }>): Promise<string> {
    const { registry, viewer, now } = this.ctx;
    const env = envOf(registry, viewer, { id: moduleId ?? 0 }, now);
    const parts = failingParts(require, (part) => holds(part, entity.fields, row, env));
    const told: string[] = [];
    for (const part of parts) told.push(await this.#part(entity, part, row, moduleId));
    return [...new Set(told.filter((text) => text !== ""))].join("；");
  }

  async #part(entity: Entity, part: Predicate, row: Row, moduleId: number | null): Promise<string> {
    const plain = "not" in part ? part.not : part;
    if ("can" in plain) return plain === part && moduleId !== null ? this.#function(moduleId, plain.can) : "";
    if ("flag" in plain) return `本商场的“${this.ctx.registry.flags[plain.flag[0]]?.title ?? plain.flag[0]}”设置不允许`;
    if (!("actor" in plain)) return this.#field(entity, part, row);
    if (plain.actor[0] === "side") return this.#party(this.ctx.viewer.side === "shop" ? ["supplier"] : ["shop"]);
    if (plain.actor[0] !== "isconfirm") return "";
    const people = await this.#holders.confirming();
    return `您不属于对账确认方；${people === "" ? "目前没有其他确认人" : `对账确认人：${people}`}`;
  }

  /** What a field must be, and what it is where the viewer reads that on a page of his. */
  #field(entity: Entity, part: Predicate, row: Row): string {
    const { registry, viewer } = this.ctx;
    const module = this.#moduleOf(entity);
    const readable = module === null ? null : readableBy(viewer, module, entity);
    const said = sayCondition(part, {
      fields: entity.fields,
      labels: module?.labels ?? {},
      flags: profileOf(registry, viewer.shopId).flags,
      functions: registry.functions,
      side: viewer.side,
      canRead: (name) => readable?.isHidden(name) !== true,
    });
    if (typeof said !== "string") return "";
    const [name = ""] = fieldsOfPredicate(part);
    const field = entity.fields[name];
    const isTold = field !== undefined && !field.isSensitive && readable?.fields.has(name) === true;
    return `须${said}${isTold ? `，现为${this.#value(entity, module, name, row[name] ?? null)}` : ""}`;
  }

  #value(entity: Entity, module: Module | null, name: string, cell: Cell): string {
    const field = entity.fields[name];
    const value = field === undefined ? null : cellToWire(field, cell);
    if (field === undefined || value === null || value === "") return "空";
    const label = (module?.labels[name] ?? field.values).find(({ code }) => code === cell)?.shown;
    return `“${valueText(field.format, value, ON_SCREEN, label)}”`;
  }

  /** The page by which the viewer reads such rows: the first of his that shows the entity. */
  #moduleOf({ name }: Entity): Module | null {
    const { registry, viewer } = this.ctx;
    const pages = Object.values(profileOf(registry, viewer.shopId).modules);
    return pages.find(({ id, entity }) => entity === name && viewer.rights.has(id)) ?? null;
  }
}
