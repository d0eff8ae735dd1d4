/*
 * Long on purpose: rights in the words of two languages, in one place. What a plan, an explanation and a report call alike is said alike.
 */
import type { Operand, Predicate } from "../language.ts";
import type { Audience, Entity, Guard, StateCode, Tenancy } from "../model.ts";
import type { Language } from "../problem-texts/translate.ts";
import type { Channel } from "./channel.ts";
import type { RowRights, Whose } from "./rows.ts";
import type { RightsWord, SignInFault } from "./why.ts";

export type Told = Readonly<Record<Language, string>>;

const SIDES: Readonly<Record<Audience, Told>> = {
  shop: { zh: "零售商", en: "shop" },
  mall: { zh: "商场", en: "mall" },
  supplier: { zh: "供应商", en: "supplier" },
};

export const CHANNEL_WORDS: Readonly<Record<Channel, Told>> = {
  list: { zh: "列表", en: "list" },
  filter: { zh: "筛选", en: "filter" },
  export: { zh: "导出", en: "export" },
  page: { zh: "详情页", en: "page" },
  preview: { zh: "操作预览", en: "preview" },
  print: { zh: "打印", en: "print" },
  form: { zh: "表单", en: "form" },
  choice: { zh: "选择项", en: "choices" },
  todo: { zh: "待办", en: "to-do" },
  news: { zh: "首页消息", en: "news" },
  message: { zh: "消息", en: "message" },
  statistics: { zh: "统计", en: "statistics" },
  data: { zh: "随行数据", en: "data" },
};

const WHOSE_WORDS: Readonly<Record<Whose, Told>> = {
  nobody: { zh: "无任何行", en: "no rows" },
  supplier: { zh: "本供应商在本门店的行", en: "the rows of the own supplier in the own shop" },
  shop: { zh: "本门店的所有行", en: "all rows of the own shop" },
  market: { zh: "本商场及其市场内各门店的行", en: "the rows of the own mall and of the shops of its market" },
  everybody: { zh: "所有门店的行", en: "the rows of every shop" },
};

const FAULTS: Readonly<Record<SignInFault, Told>> = {
  user: { zh: "用户已停用", en: "the user is stopped" },
  shop: { zh: "商场或门店已停用", en: "the shop is stopped" },
  group: { zh: "用户组已停用", en: "the group is stopped" },
  supplier: { zh: "供应商已停用", en: "the supplier is stopped" },
  kind: { zh: "用户类型与所属供应商相互矛盾", en: "the kind of user contradicts the supplier he is of" },
};

/** Why somebody cannot sign in. */
export const faultText = (fault: SignInFault, language: Language): string => FAULTS[fault][language];

/** Words of the files and facts of the database that decide rights, as whoever does not write the files calls them. */
export const RIGHTS_WORDS: Readonly<Record<RightsWord, string>> = {
  statu: "登录",
  of: "所属页面",
  when: "适用条件",
  audience: "使用方",
  contractGuard: "合约",
  allowPaths: "合约到期后仍可打开的页面",
  functions: "用户组授权",
  functionSides: "功能的使用方",
  key: "功能",
  by: "操作方",
  save: "保存规则",
  open: "打开的页面",
  from: "起始状态",
  guards: "前置条件",
  hide: "对其隐藏的字段",
  columns: "列表的列",
  filters: "列表的筛选",
  show: "详情分区",
  print: "打印模板",
  computed: "由这些字段得出",
  sensitive: "敏感数据",
  channels: "出现的途径",
  tenancy: "数据归属",
  supplierReads: "供应商可读",
  visibleTo: "本方可见的行",
  reach: "查询范围",
  where: "页面的固定条件",
};

const TENANCIES: Readonly<Record<Tenancy, string>> = {
  shop: "各门店自己的数据",
  "shop+supplier": "各门店自己的数据，其中供应商只看自己的",
  head: "随主单据",
  global: "所有门店共用",
};

const SAYERS: Readonly<Record<string, string>> = {
  shop: "商场或零售商",
  mall: "商场",
  supplier: "供应商",
  system: "系统",
  visitor: "访客",
};

/** What a word says, for Chinese readers, where that is a code of ours; null: it is told as it stands. */
export function codeText(word: RightsWord, says: unknown): string | null {
  if (word === "tenancy") return TENANCIES[says as Tenancy] ?? null;
  if (word === "audience" || word === "by")
    return Array.isArray(says) ? says.map((side) => SAYERS[String(side)] ?? String(side)).join("、") : null;
  if (word === "reach") return "本商场及其市场内各门店";
  if (typeof says === "boolean") return says ? "是" : "否";
  return says === null ? "无" : null;
}

/** What something is called by those who use it, and by the files; English readers know the files' names alone. */
export const titledText = (name: string, title: string | undefined, language: Language) =>
  language === "en" || title === undefined || title === "" || title === name ? name : `${title}(${name})`;

/** Several names as a list of the language. */
export const listText = (names: readonly string[], language: Language) => names.join(language === "zh" ? "、" : ", ");

/** Sides as whoever reads a plan calls them, e.g. `shop and supplier users`. */
export function sidesText(sides: readonly Audience[], language: Language): string {
  const names = sides.map((side) => SIDES[side][language]);
  if (language === "zh") return `${names.join("、")}用户`;
  return `${names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : names[0]} users`;
}

const CONDITIONS = ["eq", "ne", "lt", "lte", "gt", "gte", "in", "nin", "set", "check", "can", "flag", "actor", "all", "any", "not"];

export function isCondition(value: unknown): value is Predicate {
  return typeof value === "object" && value !== null && !Array.isArray(value) && CONDITIONS.some((word) => word in value);
}

/** A condition as people say it; codes with their texts. `entity`: whose fields it is about. */
export function conditionText(condition: Predicate, entity: Pick<Entity, "fields"> | undefined, language: Language): string {
  const zh = language === "zh";
  const again = (inner: Predicate) => conditionText(inner, entity, language);
  const nested = (inner: Predicate) => ("all" in inner || "any" in inner ? `(${again(inner)})` : again(inner));
  const field = (name: string) => titledText(name, entity?.fields[name]?.title, language);
  const code = (name: string, value: unknown) => {
    const text = entity?.fields[name]?.values.find((each) => each.code === value)?.text;
    if (text === undefined) return JSON.stringify(value);
    return zh && typeof value === "boolean" ? text : `${String(value)} ${text}`;
  };
  const operand = (name: string, value: Operand): string => {
    if (typeof value !== "object") return code(name, value);
    if ("field" in value) return field(value.field);
    if ("actor" in value) return zh ? `本人的 ${value.actor}` : `the user's ${value.actor}`;
    if (value.today === 0) return zh ? "今天" : "today";
    return zh ? `今天${value.today > 0 ? "+" : ""}${value.today}天` : `today ${value.today > 0 ? "+" : "-"} ${Math.abs(value.today)} days`;
  };
  const compared = ([name, value]: readonly [string, Operand], sign: string) => `${field(name)} ${sign} ${operand(name, value)}`;
  if ("eq" in condition) return compared(condition.eq, "=");
  if ("ne" in condition) return compared(condition.ne, "≠");
  if ("lt" in condition) return compared(condition.lt, "<");
  if ("lte" in condition) return compared(condition.lte, "≤");
  if ("gt" in condition) return compared(condition.gt, ">");
  if ("gte" in condition) return compared(condition.gte, "≥");
  if ("nin" in condition) return again({ not: { in: condition.nin } });
  if ("in" in condition) {
    const [name, values] = condition.in;
    const all = listText(
      values.map((value) => code(name, value)),
      language,
    );
    return zh ? `${field(name)} 为 ${all} 之一` : `${field(name)} is one of ${all}`;
  }
  if ("set" in condition) return zh ? `${field(condition.set)} 已填` : `${field(condition.set)} is filled`;
  if ("check" in condition)
    return zh ? `${field(condition.check[0])} 符合 ${condition.check[1]}` : `${field(condition.check[0])} passes ${condition.check[1]}`;
  if ("can" in condition) return zh ? `有功能 ${condition.can}` : `the user holds ${condition.can}`;
  if ("flag" in condition)
    return zh
      ? `方案的 ${condition.flag[0]} = ${JSON.stringify(condition.flag[1])}`
      : `flag ${condition.flag[0]} = ${JSON.stringify(condition.flag[1])}`;
  if ("actor" in condition)
    return zh
      ? `本人的 ${condition.actor[0]} = ${JSON.stringify(condition.actor[1])}`
      : `the user's ${condition.actor[0]} = ${JSON.stringify(condition.actor[1])}`;
  if ("all" in condition)
    return condition.all.length === 0 ? (zh ? "总是" : "always") : condition.all.map(nested).join(zh ? " 且 " : " and ");
  if ("any" in condition)
    return condition.any.length === 0 ? (zh ? "从不" : "never") : condition.any.map(nested).join(zh ? " 或 " : " or ");
  return zh ? `非(${again(condition.not)})` : `not (${again(condition.not)})`;
}

/** A guard, or a rule of a form, as it is told. */
export type Refusal = Pick<Guard, "when" | "require" | "message"> & Partial<Pick<Guard, "isElsewhere">>;

/** Whether these are guards, or rules of a form. */
export function areRefusals(value: unknown): value is readonly Refusal[] {
  const isRefusal = (each: unknown) => typeof each === "object" && each !== null && "require" in each && "message" in each;
  return Array.isArray(value) && value.length > 0 && value.every(isRefusal);
}

/** What is refused with which words, e.g. `"请等待供应商上传发票" unless the user holds balancepay`. */
export function refusalText(
  { when, require, message, isElsewhere = false }: Refusal,
  entity: Pick<Entity, "fields"> | undefined,
  language: Language,
): string {
  const condition = conditionText(require, entity, language);
  const where = when === null ? null : conditionText(when, entity, language);
  if (language === "zh")
    return `“${message}”，除非 ${condition}${where === null ? "" : `（仅当 ${where}）`}${isElsewhere ? "，其他状态也如此提示" : ""}`;
  return `"${message}" unless ${condition}${where === null ? "" : ` (where ${where})`}${isElsewhere ? ", in other states too" : ""}`;
}

/** The rows that somebody reads, e.g. `all rows of the own shop, where stt = 1 open`. */
export function rowsText(
  { whose, visible, where }: Pick<RowRights, "whose" | "visible" | "where">,
  entity: Pick<Entity, "fields"> | undefined,
  language: Language,
): string {
  const conditions = whose === "nobody" ? [] : [visible, where].filter((each) => each !== null);
  const told = conditions.map((each) => conditionText(each, entity, language)).join(language === "zh" ? "，且 " : ", and ");
  return `${WHOSE_WORDS[whose][language]}${told === "" ? "" : language === "zh" ? `，且 ${told}` : `, where ${told}`}`;
}

/** States; for Chinese readers with their texts, where only one field of the entity has such codes. */
export function statesText(codes: readonly StateCode[], entity: Pick<Entity, "fields"> | undefined, language: Language): string {
  const fields = Object.values(entity?.fields ?? {}).filter(
    ({ isState, values }) => isState && codes.every((code) => values.some((each) => each.code === code)),
  );
  const texts = fields.length === 1 && language === "zh" ? (fields[0]?.values ?? []) : [];
  const told = codes.map((code) => [code, texts.find((each) => each.code === code)?.text].filter((part) => part !== undefined).join(" "));
  return listText(told, language);
}

/** The rows that a button is offered on. */
export function offeredText(
  { from, when }: { readonly from: readonly StateCode[] | null; readonly when: Predicate | null },
  entity: Pick<Entity, "fields"> | undefined,
  language: Language,
): string {
  const zh = language === "zh";
  const parts = [
    ...(from === null ? [] : [zh ? `状态为 ${statesText(from, entity, language)}` : `in state ${statesText(from, entity, language)}`]),
    ...(when === null ? [] : [conditionText(when, entity, language)]),
  ];
  return parts.length === 0 ? (zh ? "任何行" : "any row") : parts.join(zh ? "，且 " : " and ");
}
