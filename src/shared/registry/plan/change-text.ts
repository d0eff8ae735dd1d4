/*
 * Long on purpose: from one change to its sentence, with the words for every part of the model in both languages beside each other.
 */
import type { Registry } from "../model.ts";
import type { Language } from "../problem-texts/translate.ts";
import { areRefusals, codeText, conditionText, isCondition, refusalText, titledText } from "../rights/words.ts";
import { type Change, type ChangeClass, type ChangePlace, MOST_ROWS } from "./change.ts";
import { dataText } from "./data-text.ts";
import { outcomeText } from "./rights-text.ts";
import { missing, same } from "./rule.ts";

/*
 * Long on purpose: the words for the parts of a model are a list, and the rest is one sentence.
 */

/** What names of things are looked up in. */
type Titles = Pick<Registry, "modules"> & Partial<Pick<Registry, "entities" | "shopProfiles" | "profiles" | "flags" | "prints">>;

type Told = Readonly<Record<Language, string>>;

export const CLASSES: Readonly<Record<ChangeClass, Told>> = {
  held: { zh: "须确认", en: "held until confirmed" },
  access: { zh: "权限与规则", en: "rights and rules" },
  addition: { zh: "新增", en: "additions" },
  look: { zh: "外观", en: "looks" },
};

/** Properties of the model as people call them; those that are not here are told by their own name. */
const PARTS: Readonly<Record<string, Told>> = {
  type: { zh: "类型", en: "type" },
  title: { zh: "标题", en: "title" },
  text: { zh: "文字", en: "text" },
  length: { zh: "最大长度", en: "length" },
  isRequired: { zh: "必填", en: "required" },
  isSensitive: { zh: "敏感标记", en: "the mark sensitive" },
  carries: { zh: "权限标记（carries）", en: "the word carries" },
  isIdentity: { zh: "标识（identity）", en: "the word identity" },
  isReadonly: { zh: "只读", en: "readonly" },
  isFixed: { zh: "新增后不可改", en: "fixed" },
  tenancy: { zh: "数据归属（tenancy）", en: "tenancy" },
  supplierReads: { zh: "供应商可读", en: "read by suppliers" },
  supplierField: { zh: "供应商字段", en: "the supplier's field" },
  shop: { zh: "零售商可见的行", en: "rows that shops see" },
  supplier: { zh: "供应商可见的行", en: "rows that suppliers see" },
  where: { zh: "页面的固定条件", en: "the page's own condition" },
  guards: { zh: "前置条件", en: "guards" },
  effects: { zh: "效果", en: "effects" },
  from: { zh: "起始状态", en: "states it leaves" },
  to: { zh: "目标状态", en: "the state it leads to" },
  by: { zh: "操作方", en: "who may run it" },
  key: { zh: "权限", en: "the right it needs" },
  functionKey: { zh: "权限", en: "the right it needs" },
  when: { zh: "适用条件", en: "the rows it is offered on" },
  audience: { zh: "使用方", en: "whom it is for" },
  unique: { zh: "唯一约束", en: "unique" },
  checks: { zh: "数据检查", en: "checks" },
  indexes: { zh: "索引", en: "indexes" },
  rollups: { zh: "汇总（rollups）", en: "rollups" },
  sealed: { zh: "封存字段（sealed）", en: "the fields that are sealed" },
  import: { zh: "导入（import）", en: "the import" },
  lookups: { zh: "可用以指明引用的字段", en: "what refs are told by" },
  update: { zh: "导入可修改的列", en: "columns an import may change" },
  next: { zh: "导入后执行的流转", en: "transitions after an import" },
  index: { zh: "索引", en: "index" },
  convert: { zh: "转换", en: "convert" },
  values: { zh: "值", en: "values" },
  shopProfiles: { zh: "方案", en: "profile" },
  columns: { zh: "列", en: "columns" },
  filters: { zh: "筛选", en: "filters" },
  visitorFields: { zh: "访客填写的字段", en: "fields that visitors fill in" },
  lineSource: { zh: "明细的来源", en: "where lines come from" },
  functions: { zh: "功能", en: "functions" },
  features: { zh: "功能包", en: "features" },
  number: { zh: "单据号规则", en: "document numbers" },
  message: { zh: "发出的消息", en: "the message it sends" },
  header: { zh: "表头", en: "header" },
  lines: { zh: "明细", en: "lines" },
  total: { zh: "合计", en: "totals" },
  sums: { zh: "合计列", en: "sums" },
  capitals: { zh: "大写金额", en: "amount in capitals" },
  summary: { zh: "汇总", en: "summary" },
  footer: { zh: "表尾", en: "footer" },
  pinned: { zh: "始终可见的列", en: "columns always in view" },
  card: { zh: "卡片", en: "card" },
  signatures: { zh: "签字栏", en: "signatures" },
  notes: { zh: "说明文字", en: "notes" },
  stamp: { zh: "水印字样", en: "stamp" },
  paper: { zh: "纸张", en: "paper" },
  titles: { zh: "其他标题", en: "other titles" },
  group: { zh: "分组", en: "grouping" },
  via: { zh: "明细来源", en: "document of the lines" },
  prints: { zh: "打印模板", en: "print templates" },
  actions: { zh: "按钮", en: "buttons" },
  sections: { zh: "详情分区", en: "sections of the page" },
  todos: { zh: "待办", en: "to-dos" },
  waits: { zh: "单据链上等待谁", en: "who acts next" },
  primary: { zh: "主色", en: "primary colour" },
  logo: { zh: "标志", en: "logo" },
  width: { zh: "宽度", en: "width" },
  help: { zh: "说明", en: "help" },
};

const VERBS: Readonly<Record<Change["verb"], Told>> = {
  added: { zh: "新增", en: "added" },
  removed: { zh: "删除", en: "removed" },
  changed: { zh: "改变", en: "changed" },
  widened: { zh: "放宽", en: "widened" },
  narrowed: { zh: "收紧", en: "narrowed" },
  renamed: { zh: "改名", en: "renamed" },
  purged: { zh: "已彻底清除", en: "purged" },
};

/** One change in words, e.g. `supplier users newly see Bala_fee in list, export, print of 510 结算单`. Titles come from `registry`. */
export function changeText(change: Change, registry: Titles, language: Language): string {
  const said = (told: Told) => told[language];
  if (change.outcome) return `${outcomeText(change, change.outcome, registry, language)}${rowsText(change, language)}`;
  const place = placeText(change.at, registry, language);
  const part =
    change.part === null
      ? ""
      : `${language === "zh" ? " 的" : " "}${said(PARTS[change.part] ?? flagOf(change.part, registry) ?? own(change.part))}`;
  const data = change.data ? `${language === "zh" ? "；" : "; "}${dataText(change.data, language)}` : "";
  const words = `${said(VERBS[change.verb])}${valuesText(change, registry, language)}${rowsText(change, language)}${data}${adviceText(change, language)}${shopsText(change.at, registry, language)}`;
  return `${place}${part} ${words}`;
}

function placeText(at: ChangePlace, registry: Titles, language: Language): string {
  const { entity, field, code, machine, transition, module, action, print, profile, shop } = at;
  const word = (zh: string, en: string) => (language === "zh" ? zh : en);
  const named = (name: string, title: string | undefined) => titledText(name, title, language);
  const model = registry.entities?.[entity ?? ""];
  const names = [
    entity === undefined
      ? null
      : named(entity, model?.title) + (field === undefined ? "" : `.${named(field, model?.fields[field]?.title)}`),
    module === undefined ? null : moduleText(module, registry),
    code === undefined ? null : `${word("编码", "code")} ${code}`,
    machine === undefined ? null : `${word("状态机", "states of")} ${named(machine, model?.fields[machine]?.title)}`,
    transition === undefined ? null : `${word("操作", "transition")} ${named(transition, model?.transitions[transition]?.title)}`,
    action === undefined ? null : `${word("按钮", "action")} ${named(action, actionTitle(module, action, registry))}`,
    print === undefined ? null : `${word("打印模板", "print")} ${named(print, registry.prints?.[print]?.title)}`,
    shop === undefined ? null : `${word("门店", "shop")} ${shop}`,
    profile === undefined ? null : `${word("方案", "profile")} ${named(profile, registry.profiles?.[profile]?.title)}`,
  ].filter((name) => name !== null);
  return names.length > 0 ? names.join(" ") : word("系统", "the portal");
}

const actionTitle = (module = "", action: string, { modules }: Titles) =>
  modules[module]?.actions.find(({ name }) => name === action)?.title;

const moduleText = (id: string, { modules }: Pick<Registry, "modules">) => `${id} ${modules[id]?.entry.title ?? ""}`.trim();

/** What is short enough to read is told; what is not, is looked up in the files. */
const READABLE = 160;

function valuesText(change: Change, registry: Titles, language: Language): string {
  const entity = entityOf(change, registry);
  const [was, is] = [change.was, change.is]
    .map((value) => (areRefusals(value) ? value.map((each) => refusalText(each, entity, language)) : value))
    .map((value) => (language === "zh" ? chinese(value, change, registry) : value));
  if (Array.isArray(was) && Array.isArray(is)) return `${language === "zh" ? "：" : ": "}${listsText(was, is, language)}`;
  const told = (value: unknown) =>
    areRefusals(change.was ?? change.is) && Array.isArray(value) ? value.join(language === "zh" ? "；" : "; ") : brief(value);
  const [before, after] = [was, is].map((value) => (value === undefined ? null : told(value)));
  const colon = language === "zh" ? "：" : ": ";
  if (before != null && after != null) return `${colon}${before} → ${after}`;
  const one = before ?? after;
  return one == null ? "" : `${colon}${one}`;
}

const entityOf = ({ at }: Change, registry: Titles) => registry.entities?.[at.entity ?? registry.modules[at.module ?? ""]?.entity ?? ""];

/** What a value means, where it is a condition, a code of ours or a value of a flag; any other as it stands. */
function chinese(value: unknown, change: Change, registry: Titles): unknown {
  const { part } = change;
  const entity = entityOf(change, registry);
  if (typeof value === "boolean") return value ? "是" : "否";
  if (value === null) return CONDITIONS.includes(part ?? "") ? "不限" : "无";
  if (part === "tenancy") return codeText("tenancy", value) ?? value;
  if (part === "by" || part === "audience") return Array.isArray(value) ? value.map((side) => codeText("by", [side])) : value;
  if (CONDITIONS.includes(part ?? "") && isCondition(value)) return conditionText(value, entity, "zh");
  const flag = registry.flags?.[nameOfFlag(part) ?? ""];
  const meaning = (each: unknown) => (typeof each === "string" ? (flag?.values[each] ?? each) : each);
  return Array.isArray(value) ? value.map(meaning) : meaning(value);
}

/** Parts whose values are conditions on rows. */
const CONDITIONS: readonly string[] = ["shop", "supplier", "where", "when"];

/** Of two lists what only one has, and what both have differently. */
function listsText(was: readonly unknown[], is: readonly unknown[], language: Language): string {
  const [gone, come] = [missing(was, is), missing(is, was)];
  const pairs = gone.flatMap((before) => {
    const after = come.find((each) => nameOf(each) !== null && nameOf(each) === nameOf(before));
    return after === undefined ? [] : [[before, after] as const];
  });
  const isPaired = (each: unknown) => pairs.some((pair) => pair.includes(each));
  const told = [
    ...gone.filter((each) => !isPaired(each)).map((each) => `- ${nameOf(each) ?? brief(each)}`),
    ...come.filter((each) => !isPaired(each)).map((each) => `+ ${nameOf(each) ?? brief(each)}`),
    ...pairs.map(([before, after]) => `${nameOf(after)} (${partsText(before, after)})`),
  ];
  return told.length > 0 ? told.join(", ") : language === "zh" ? "次序" : "order";
}

/** What a member of a list is known by. */
function nameOf(member: unknown): string | null {
  if (typeof member !== "object" || member === null) return null;
  const known = member as Readonly<Record<string, unknown>>;
  const name = known.field ?? known.name ?? known.template ?? known.title;
  return typeof name === "string" ? name : null;
}

function partsText(was: unknown, is: unknown): string {
  const [before, after] = [was, is] as readonly Readonly<Record<string, unknown>>[];
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (name) => !same(before?.[name], after?.[name]),
  );
  return names.map((name) => `${name} ${brief(before?.[name] ?? null)} → ${brief(after?.[name] ?? null)}`).join(", ");
}

function brief(value: unknown): string {
  // Of a whole thing its title says enough.
  if (typeof value === "object" && value !== null && "title" in value && typeof value.title === "string") return value.title;
  if (typeof value === "object" && value !== null && "prefix" in value && typeof value.prefix === "string") return `${value.prefix}…`;
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > READABLE ? `${text.slice(0, READABLE)}…` : text;
}

function rowsText({ rows }: Change, language: Language): string {
  if (rows === undefined) return "";
  const count = rows > MOST_ROWS ? (language === "zh" ? `${MOST_ROWS} 以上` : `over ${MOST_ROWS}`) : String(rows);
  return language === "zh" ? `（涉及 ${count} 行）` : ` (${count} ${rows === 1 ? "row" : "rows"})`;
}

/** The word to write; what rows stand in the way says it itself, and where there are none it is no matter. */
function adviceText({ advice, rows, data }: Change, language: Language): string {
  if (advice === undefined || rows === 0 || (data?.obstacles ?? []).length > 0) return "";
  const { write, at } = advice;
  if (language === "zh") return `；要保留已存的值，请${at === undefined ? "" : `在 ${at} 处`}写 ${write}`;
  return `; to keep what is stored, write ${write}${at === undefined ? "" : ` at ${at}`}`;
}

const FLAG = "flag ";

const nameOfFlag = (part: string | null): string | null => (part?.startsWith(FLAG) === true ? part.slice(FLAG.length) : null);

/** A flag of a profile: `flag negative`. */
function flagOf(part: string, { flags }: Titles): Told | null {
  const name = nameOfFlag(part);
  return name === null ? null : { zh: `标志 ${titledText(name, flags?.[name]?.title, "zh")}`, en: part };
}

const MOST_SHOPS = 5;

/** The shops that have a profile. */
function shopsText({ profile }: ChangePlace, { shopProfiles = {} }: Titles, language: Language): string {
  const shops = Object.keys(shopProfiles).filter((shop) => shopProfiles[shop] === profile);
  if (profile === undefined || shops.length === 0) return "";
  const named = `${shops.slice(0, MOST_SHOPS).join(language === "zh" ? "、" : ", ")}${shops.length > MOST_SHOPS ? " …" : ""}`;
  return language === "zh" ? `（门店 ${named}）` : ` (${shops.length === 1 ? "shop" : "shops"} ${named})`;
}

const own = (name: string): Told => ({ zh: name, en: name });
