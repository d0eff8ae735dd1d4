import type { Predicate } from "../language.ts";
import type { Registry, StateCode } from "../model.ts";
import type { Language } from "../problem-texts/translate.ts";
import type { Whose } from "../rights/rows.ts";
import { CHANNEL_WORDS, conditionText, listText, offeredText, rowsText, sidesText, titledText } from "../rights/words.ts";
import type { Change, Outcome } from "./change.ts";

type Titles = Pick<Registry, "modules"> & Partial<Pick<Registry, "entities">>;

/** Pages named one by one; of more, how many more. */
const MOST_PAGES = 6;

/** What becomes of rights, e.g. `supplier users newly see Bala_fee in list, export, print of 510 结算单`. */
export function outcomeText(change: Change, outcome: Outcome, registry: Titles, language: Language): string {
  const { sides, profiles, shops } = outcome;
  const zh = language === "zh";
  const only = [
    ...(profiles.length === 0 ? [] : [zh ? `方案 ${listText(profiles, language)}` : `profile ${listText(profiles, language)}`]),
    ...(shops.length === 0 ? [] : [zh ? `门店 ${listText(shops, language)}` : `shop ${listText(shops, language)}`]),
  ].join(zh ? "，" : ", ");
  const who = sidesText(sides, language);
  const said = (zh ? chinese : english)(change, outcome, who, registry);
  return only === "" ? said : zh ? `${said}（${only}）` : `${said} (${only})`;
}

function english(change: Change, outcome: Outcome, who: string, registry: Titles): string {
  const pages = pagesText(outcome, registry, "en");
  const names = namesText(outcome, registry, "en");
  const isNew = change.verb === "added";
  switch (outcome.of) {
    case "page":
      return `${who} ${isNew ? "newly have" : "no longer have"} the page ${pages}`;
    case "columns":
      return `${who} ${isNew ? "newly see" : "no longer see"} ${names} in ${channelsText(outcome, "en")} of ${pages}`;
    case "messages":
      return `messages to ${who} ${isNew ? "newly tell" : "no longer tell"} ${listText(outcome.names, "en")}`;
    case "actions":
      if (change.verb === "changed")
        return `${who} have ${names} of ${pages} on other terms: ${termsText(change, outcome, registry, "en")}`;
      return `${who} ${isNew ? "newly have" : "no longer have"} ${names} on ${pages}`;
    case "writes":
      return `${who} ${isNew ? "may newly" : "may no longer"} fill in ${names} on ${pages}`;
    case "functions":
      return `${who} ${isNew ? "may newly" : "may no longer"} be granted ${names} on ${pages}`;
    case "todos":
      return `${who} ${isNew ? "are newly" : "are no longer"} told of ${names} on ${pages}`;
    case "rows":
      return `${who} see ${ROWS[rowsVerb(change)].en} rows of ${names} on ${pages}: ${rowValues(change, outcome, registry, "en")}`;
  }
}

function chinese(change: Change, outcome: Outcome, who: string, registry: Titles): string {
  const pages = pagesText(outcome, registry, "zh");
  const names = namesText(outcome, registry, "zh");
  const isNew = change.verb === "added";
  switch (outcome.of) {
    case "page":
      return `${who}${isNew ? "新获得" : "不再有"}页面 ${pages}`;
    case "columns":
      return `${who}${isNew ? "新看到" : "不再看到"} ${pages} 的 ${names}：${channelsText(outcome, "zh")}`;
    case "messages":
      return `发给${who}的消息${isNew ? "新提到" : "不再提到"} ${names}`;
    case "actions":
      if (change.verb === "changed") return `${who}在 ${pages} 使用 ${names} 的条件改变：${termsText(change, outcome, registry, "zh")}`;
      return `${who}在 ${pages} ${isNew ? "新获得" : "不再有"}操作 ${names}`;
    case "writes":
      return `${who}在 ${pages} ${isNew ? "新可填写" : "不再可填写"} ${names}`;
    case "functions":
      return `${who}在 ${pages} ${isNew ? "新可授予" : "不再可授予"}功能 ${names}`;
    case "todos":
      return `${who}${isNew ? "新收到" : "不再收到"} ${pages} 的待办 ${names}`;
    case "rows":
      return `${who}在 ${pages} 看到的 ${names} 行${ROWS[rowsVerb(change)].zh}：${rowValues(change, outcome, registry, "zh")}`;
  }
}

const ROWS = {
  widened: { zh: "更多", en: "more" },
  narrowed: { zh: "更少", en: "fewer" },
  changed: { zh: "不同", en: "other" },
  added: { zh: "是新增的", en: "new" },
  removed: { zh: "不再有", en: "no longer" },
} as const;

const rowsVerb = ({ verb }: Change): keyof typeof ROWS => (verb in ROWS ? (verb as keyof typeof ROWS) : "changed");

function rowValues({ was, is }: Change, { names }: Outcome, { entities }: Titles, language: Language): string {
  const entity = entities?.[names[0] ?? ""];
  const text = (value: unknown): string | null => {
    if (typeof value !== "object" || value === null) return null;
    const { whose, visible = null, where = null } = value as { whose?: Whose; visible?: Predicate | null; where?: Predicate | null };
    if (whose !== undefined) return rowsText({ whose, visible, where }, entity, language);
    const conditions = [visible, where].filter((each) => each !== null).map((each) => conditionText(each, entity, language));
    return conditions.length > 0 ? listText(conditions, language) : language === "zh" ? "不限" : "all";
  };
  return [text(was), text(is)].filter((each) => each !== null).join(" → ");
}

function termsText({ was, is }: Change, { modules }: Outcome, registry: Titles, language: Language): string {
  const entity = registry.entities?.[registry.modules[modules[0] ?? ""]?.entity ?? ""];
  const text = (value: unknown) => {
    const { key, from, when } = value as { key: string; from: readonly StateCode[] | null; when: Predicate | null };
    return `${language === "zh" ? "功能" : "right"} ${key}${language === "zh" ? "，" : ", "}${offeredText({ from, when }, entity, language)}`;
  };
  return `${text(was)} → ${text(is)}`;
}

function pagesText({ modules }: Outcome, registry: Titles, language: Language): string {
  const named = modules.slice(0, MOST_PAGES).map((id) => `${id} ${registry.modules[id]?.entry.title ?? ""}`.trim());
  const more = modules.length - named.length;
  const rest = more === 0 ? "" : language === "zh" ? `等共 ${modules.length} 个页面` : ` and ${more} more pages`;
  return `${listText(named, language)}${rest}`;
}

/** Fields of the page's own rows by their names alone, those of others with their entity. */
function namesText({ modules, names, of }: Outcome, registry: Titles, language: Language): string {
  const own = new Set(modules.map((id) => registry.modules[id]?.entity));
  const short = (name: string) => {
    if (of !== "columns" && of !== "rows" && of !== "messages" && of !== "writes") return name;
    const [owner = "", field] = name.split(".");
    const entity = registry.entities?.[owner];
    const ofEntity = titledText(owner, entity?.title, language);
    if (field === undefined) return ofEntity;
    const ofField = titledText(field, entity?.fields[field]?.title, language);
    return (of === "columns" || of === "writes") && own.size === 1 && own.has(owner) ? ofField : `${ofEntity}.${ofField}`;
  };
  return listText(names.map(short), language);
}

const channelsText = ({ channels }: Outcome, language: Language) =>
  listText(
    channels.map((channel) => CHANNEL_WORDS[channel][language]),
    language,
  );
