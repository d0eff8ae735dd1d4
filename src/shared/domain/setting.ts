import type { Dict, Setting } from "../registry/model.ts";
import { type Cell, CellError, cellFromWire, compareCells } from "./cell.ts";
import { valueText } from "./value-text.ts";

/** An address of another server or of this one. */
const ADDRESS = /^(https?:\/\/|\/)\S+$/;
/** Most characters of a text that says no length. */
const LENGTH = 200;

/** The value that a text is of a setting; null: the text is none, and {@link mayStand} says what would be one. */
export function settingCell(setting: Setting, text: string): Cell {
  const { type, min, max, values } = setting;
  const cell = cellOf(setting, text.trim());
  if (cell === null) return null;
  if (type === "enum" && values[String(cell)] === undefined) return null;
  if (type === "url" && !ADDRESS.test(String(cell))) return null;
  if (min !== null && compareCells(cell, cellOf(setting, String(min))) < 0) return null;
  return max !== null && compareCells(cell, cellOf(setting, String(max))) > 0 ? null : cell;
}

function cellOf({ type, length }: Setting, text: string): Cell {
  try {
    return cellFromWire({ type: type === "enum" || type === "url" ? "text" : type, codeType: "text", length: length ?? LENGTH }, text);
  } catch (error) {
    if (error instanceof CellError) return null;
    throw error;
  }
}

/** The value that counts where a shop has set this text: of an empty one the default; null: none is set, or the text is no value. */
export function settledCell(setting: Setting, text: string): Cell {
  const said = text.trim() === "" ? setting.fallback : text;
  return said === null ? null : settingCell(setting, said);
}

/** What may stand there, in words: `5 到 480 的整数（分钟）`. */
export function mayStand(setting: Setting): string {
  const { type, unit, values, length } = setting;
  if (type === "bool") return "开启（true）或关闭（false）";
  if (type === "enum")
    return Object.entries(values)
      .flatMap(([code, title]) => `${title}（${code}）`)
      .join("、");
  if (type === "date") return "日期，如 2025-06-30";
  if (type === "url") return "以 http://、https:// 或 / 开头的地址";
  if (type === "text") return `不超过 ${length ?? LENGTH} 个字的文字`;
  const kind = { int: "整数", money: "金额，最多两位小数", rate: "百分比，写成小数，如 0.05 即 5%" }[type];
  return `${rangeOf(setting)}${kind}${unit && `（${unit}）`}`;
}

function rangeOf({ type, min, max }: Setting): string {
  const shown = (bound: string | number | boolean) => (type === "rate" ? valueText("rate", String(bound)) : String(bound));
  if (min !== null && max !== null) return `${shown(min)} 到 ${shown(max)} 的`;
  if (min !== null) return `不小于 ${shown(min)} 的`;
  return max === null ? "" : `不大于 ${shown(max)} 的`;
}

/** The same as the end of a sentence: `应为 5 到 480 的整数（分钟）`. */
export function shouldBe(setting: Setting): string {
  const wanted = mayStand(setting);
  return `应为${/^\d/.test(wanted) ? " " : ""}${wanted}`;
}

/** Why this text cannot be set; null: it can. An empty one sets nothing: the default counts. */
export function settingProblem(setting: Setting, text: string): string | null {
  const typed = text.trim();
  if (typed === "" || settingCell(setting, typed) !== null) return null;
  return `${setting.title}${shouldBe(setting)}，不能是“${typed.length > 20 ? `${typed.slice(0, 20)}…` : typed}”`;
}

/** A value of the setting as people read it: `30 分钟`, `5%`, `开启`; of none what that means. */
export function settingText(setting: Setting, text: string): string {
  const { type, unit, values, empty } = setting;
  if (text.trim() === "") return setting.fallback === null ? empty : settingText(setting, setting.fallback);
  const cell = settingCell(setting, text);
  if (cell === null) return text;
  if (type === "bool") return cell === true ? "开启" : "关闭";
  if (type === "enum") return values[String(cell)] ?? text;
  const shown = type === "rate" ? valueText("rate", text.trim()) : text.trim();
  return unit === "" ? shown : `${shown} ${unit}`;
}

/** A setting, and the code of the user or group it is for; empty: for the whole shop. */
export interface FoundSetting {
  readonly setting: Setting;
  readonly person: string;
}

/** The setting of a key: its own, or the one that may be set for one user or group, as `limit.pay.U001`. */
export function settingOfKey(settings: Dict<Setting>, key: string): FoundSetting | null {
  const own = settings[key];
  if (own !== undefined) return { setting: own, person: "" };
  const found = Object.entries(settings).find(([name, { isPersonal }]) => isPersonal && key.startsWith(`${name}.`));
  return found === undefined ? null : { setting: found[1], person: key.slice(found[0].length + 1) };
}

/** Why nothing can be set under a key that no setting has. */
export function unknownKey(key: string, settings: Dict<Setting>): string {
  const personal = Object.entries(settings).flatMap(([name, { isPersonal }]) => (isPersonal ? [name] : []));
  const known =
    personal.length === 0 ? "" : `；可为用户或用户组单独设置的是 ${personal.join("、")}，后面加点和编号，如 ${personal[0]}.U001`;
  return `没有配置键 ${key}${known}`;
}
