import { IN_SENTENCE, valueText } from "../../shared/domain/value-text.ts";
import { TYPE_DEFAULTS } from "../../shared/registry/build/type-defaults.ts";
import { type Comparison, comparisonOf, type Operand, type Predicate, type Scalar } from "../../shared/registry/language.ts";
import type { Dict, EnumValue, Field } from "../../shared/registry/model.ts";

/** What a condition is told with. */
export interface Words {
  readonly fields: Dict<Field>;
  /** Field to its codes as the page shows them. */
  readonly labels: Dict<readonly EnumValue[]>;
  readonly flags: Dict<string | boolean | readonly string[]>;
  /** Function key to what the right is called. */
  readonly functions: Dict<string>;
  readonly side: "shop" | "supplier";
  /** Whether the reader of the manual may know of the field. */
  readonly canRead: (field: string) => boolean;
  /** A field whose value is told already: conditions over it are decided by it. */
  readonly known?: { readonly field: string; readonly value: Scalar };
}

/** A condition in Chinese; true or false where flags and side alone decide it; null where it looks at what the reader may not know. */
export type Said = string | boolean | null;

const OF_TIME: ReadonlySet<string> = new Set(["date", "datetime"]);
const OF_FILES: ReadonlySet<string> = new Set(["images", "url"]);

/** Tells a condition in words. With `isNot` its contrary, so that no sentence needs a 不是 before it. */
export function sayCondition(predicate: Predicate, words: Words, isNot = false): Said {
  if ("not" in predicate) return sayCondition(predicate.not, words, !isNot);
  if ("all" in predicate) return sayMany(predicate.all, words, isNot, !isNot);
  if ("any" in predicate) return sayMany(predicate.any, words, isNot, isNot);
  if ("flag" in predicate) return (words.flags[predicate.flag[0]] === predicate.flag[1]) !== isNot;
  if ("can" in predicate) return `${isNot ? "没有" : "持有"}“${words.functions[predicate.can] ?? predicate.can}”权限`;
  if ("actor" in predicate) return sayActor(predicate.actor, words, isNot);
  const [name] = "set" in predicate ? [predicate.set] : (Object.values(predicate)[0] as readonly [string]);
  const field = words.fields[name];
  if (!field || !words.canRead(name)) return null;
  if ("set" in predicate) return saySet(field, isNot);
  if ("check" in predicate) return `${field.title}校验${isNot ? "不通过" : "通过"}`;
  if ("in" in predicate) return sayChoice(field, predicate.in[1], words, isNot);
  if ("nin" in predicate) return sayChoice(field, predicate.nin[1], words, !isNot);
  const compared = comparisonOf(predicate);
  if (compared === null) return null;
  const { operator, comparison } = compared;
  if (operator === "eq" || operator === "ne") return sayEqual(field, comparison, words, (operator === "ne") !== isNot);
  // At least is not less: 不小于.
  const isContrary = (operator === "lte" || operator === "gte") !== isNot;
  return sayOrder(field, comparison, words, `${isContrary ? "不" : ""}${orderWord(field, operator === "lt" || operator === "gte")}`);
}

/** `isAnd`: all of them must hold. What cannot be told is left out of an and, but makes an or untellable. */
function sayMany(parts: readonly Predicate[], words: Words, isNot: boolean, isAnd: boolean): Said {
  const said = parts.map((part) => sayCondition(part, words, isNot)).filter((part) => part !== isAnd);
  if (said.includes(!isAnd)) return !isAnd;
  if (said.length === 0) return isAnd;
  const told = said.filter((part) => typeof part === "string");
  if (told.length < said.length && (!isAnd || told.length === 0)) return null;
  return [...new Set(told)].join(isAnd ? "，且" : "，或");
}

function sayActor([property, value]: readonly [string, Scalar], { side }: Words, isNot: boolean): Said {
  if (property === "side") return (side === value) !== isNot;
  if (property === "isconfirm") return `操作人${(value === true) !== isNot ? "属于" : "不属于"}对账确认方`;
  return null;
}

/** What users do not fill in themselves is there or not. */
function saySet({ title, type, isReadonly, derived }: Field, isNot: boolean): string {
  if (isReadonly || derived !== null) return `${title}${isNot ? "为空" : "不为空"}`;
  return `${isNot ? "未" : "已"}${OF_FILES.has(type) ? "上传" : "填写"}${title}`;
}

function sayChoice(field: Field, values: readonly Scalar[], words: Words, isNot: boolean): Said {
  if (words.known?.field === field.name) return values.includes(words.known.value) !== isNot;
  const texts = values.map((value) => `“${codeText(field, value, words)}”`);
  return `${field.title}${isNot ? "不为" : "为"}${either(texts)}`;
}

/** “a”、“b”或“c” */
export function either(texts: readonly string[]): string {
  const unique = [...new Set(texts)];
  return unique.length < 2 ? unique.join("") : `${unique.slice(0, -1).join("、")}或${unique.at(-1)}`;
}

function sayEqual(field: Field, [, operand]: Comparison, words: Words, isNot: boolean): Said {
  if (typeof operand !== "object") return sayChoice(field, [operand], words, isNot);
  const other = operandText(operand, words);
  return other === null ? null : `${field.title}${isNot ? "不等于" : "等于"}${other}`;
}

function sayOrder(field: Field, [, operand]: Comparison, words: Words, order: string): Said {
  const other = operandText(operand, words);
  return other === null ? null : `${field.title}${order}${other}`;
}

function orderWord({ type }: Field, isLess: boolean): string {
  if (OF_TIME.has(type)) return isLess ? "早于" : "晚于";
  return isLess ? "小于" : "大于";
}

function operandText(operand: Operand, { fields, canRead }: Words): string | null {
  // A bound as it is written in the schema, not a value of the field.
  if (typeof operand !== "object") return ` ${String(operand)}`;
  if ("today" in operand) return dayText(operand.today);
  if ("actor" in operand) return operand.actor === "SHOP_ID" || operand.actor === "PROV_ID" ? "本企业" : "操作人本人";
  return canRead(operand.field) ? (fields[operand.field]?.title ?? null) : null;
}

function dayText(days: number): string {
  if (days === 0) return "今天";
  return days > 0 ? `今天起第 ${days} 天` : ` ${-days} 天前`;
}

function codeText(field: Field, value: Scalar, { labels }: Words): string {
  const label = (labels[field.name] ?? field.values).find(({ code }) => code === value)?.shown;
  return label ?? valueText(TYPE_DEFAULTS[field.type].format, value, IN_SENTENCE);
}
