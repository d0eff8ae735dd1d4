import type { Audience, Entity, Registry, StateCode } from "../model.ts";
import type { Language } from "../problem-texts/translate.ts";
import type { RoleInProfile } from "./audience.ts";
import type { Channel } from "./channel.ts";
import { pageRefusal } from "./contract.ts";
import { registryOfRole, rightsMatrix } from "./matrix.ts";
import type { Explanation, RightsWord, SignInFault, Step } from "./why.ts";
import {
  CHANNEL_WORDS,
  codeText,
  conditionText,
  faultText,
  isCondition,
  listText,
  offeredText,
  type Refusal,
  RIGHTS_WORDS,
  refusalText,
  rowsText,
  sidesText,
  statesText,
  titledText,
} from "./words.ts";

/** What a role may do on one page, ready to be read. */
export interface PageReport {
  readonly module: number;
  readonly title: string;
  /** The shop's contract is over, and the page is closed for that. */
  readonly isClosed: boolean;
  readonly functions: readonly { readonly key: string; readonly title: string }[];
  readonly actions: readonly { readonly name: string; readonly title: string; readonly key: string; readonly rows: string }[];
  readonly rows: string;
  readonly fields: readonly {
    readonly name: string;
    readonly title: string;
    readonly channels: readonly Channel[];
    readonly told: string;
  }[];
}

/** Which pages and which fields of them; left out: all. */
export interface ReportFilter {
  readonly module?: string | undefined;
  /** `Field` or `Entity.Field`. */
  readonly field?: string | undefined;
}

/** What a role may, page by page, in words of a language (docs/decisions/71). */
export function rightsReport(model: Registry, role: RoleInProfile, language: Language, only: ReportFilter = {}): PageReport[] {
  const registry = registryOfRole(model, role);
  const { modules } = rightsMatrix(model, role);
  return Object.entries(modules).flatMap(([id, rights]): PageReport[] => {
    const module = role.profile.modules[id];
    if (!module || (only.module !== undefined && only.module !== id)) return [];
    const entity = registry.entities[module.entity];
    const fields = Object.entries(rights.fields).flatMap(([key, channels]) => {
      const [owner = "", field = ""] = key.split(".");
      if (only.field !== undefined && only.field !== key && only.field !== field) return [];
      const name = owner === module.entity ? field : key;
      const title = registry.entities[owner]?.fields[field]?.title ?? field;
      return [{ name, title, channels, told: channelsText(channels, language) }];
    });
    if (only.field !== undefined && fields.length === 0) return [];
    return [
      {
        module: module.id,
        title: module.entry.title,
        isClosed: pageRefusal(registry, role, module.id) === "contractEnded",
        functions: rights.functions.map((key) => ({ key, title: registry.functions[key] ?? key })),
        actions: rights.actions.map((action) => ({
          name: action.name,
          title: action.title,
          key: action.key,
          rows: offeredText(action, entity, language),
        })),
        rows: rowsText(rights.rows, entity, language),
        fields,
      },
    ];
  });
}

/** With the rows goes whatever is shown anywhere. */
function channelsText(channels: readonly Channel[], language: Language): string {
  const shown = channels.length > 1 ? channels.filter((channel) => channel !== "data") : channels;
  return listText(
    shown.map((channel) => CHANNEL_WORDS[channel][language]),
    language,
  );
}

const CLOSED = { zh: "（合约已到期，暂不能打开）", en: " (closed: the shop's contract is over)" } as const;

const HEADS = {
  functions: { zh: "功能", en: "functions" },
  rows: { zh: "行", en: "rows" },
  actions: { zh: "操作", en: "actions" },
  columns: { zh: "列", en: "columns" },
} as const;

/** A report as lines of text. */
export function reportText(pages: readonly PageReport[], language: Language): string {
  const colon = language === "zh" ? "：" : ": ";
  const head = (part: keyof typeof HEADS) => `    ${HEADS[part][language]}${colon}`;
  return pages
    .flatMap(({ module, title, isClosed, functions, actions, rows, fields }) => [
      `  ${module} ${title}${isClosed ? CLOSED[language] : ""}`,
      `${head("functions")}${listText(
        functions.map(({ key }) => key),
        language,
      )}`,
      `${head("rows")}${rows}`,
      ...(actions.length === 0 ? [] : [head("actions").trimEnd()]),
      ...actions.map((action) => `      ${action.title} (${action.key})${colon}${action.rows}`),
      ...(fields.length === 0 ? [] : [head("columns").trimEnd()]),
      ...fields.map((field) => `      ${field.name} ${field.title}${colon}${field.told}`),
    ])
    .join("\n");
}

/** Who a report is about, e.g. `supplier users, profile plain`. */
export function roleText(side: Audience, profile: string, language: Language): string {
  return `${sidesText([side], language)}${language === "zh" ? `，方案 ${profile}` : `, profile ${profile}`}`;
}

const VERDICTS = {
  allows: { zh: "允许", en: "allows" },
  refuses: { zh: "拒绝", en: "refuses" },
  limits: { zh: "限定", en: "limits" },
  notes: { zh: "相关", en: "notes" },
} as const;

const ANSWERS = {
  yes: { zh: "可以", en: "yes" },
  no: { zh: "不可以", en: "no" },
} as const;

/** One step of an explanation in words, without its place. */
export function stepText(
  { word, says, verdict, entity, ofOther }: Step,
  registry: Pick<Registry, "entities" | "modules" | "functions">,
  language: Language,
): string {
  const of = registry.entities[entity];
  const said = saysText(word, says, of, registry, language);
  if (language === "en") return `${VERDICTS[verdict].en} ${ofOther ? `${entity}.` : ""}${word}: ${said}`;
  return `${VERDICTS[verdict].zh} ${ofOther ? `${of?.title ?? entity}的` : ""}${RIGHTS_WORDS[word]}：${said}`;
}

/** An explanation as lines: the answer, then each word that decides, with its place. */
export function explanationText(
  explanation: Explanation,
  registry: Pick<Registry, "entities" | "modules" | "functions">,
  language: Language,
): string {
  const lines = explanation.steps.map((step) => {
    const place = step.at === null ? "" : `  (${step.at.file}:${step.at.line}:${step.at.column})`;
    return `  ${stepText(step, registry, language)}${place}`;
  });
  return [ANSWERS[explanation.may ? "yes" : "no"][language], ...lines].join("\n");
}

/** Conditions in words, lists as lists, and what a group holds by its name. */
function saysText(
  word: RightsWord,
  says: unknown,
  entity: Entity | undefined,
  { modules, functions }: Pick<Registry, "modules" | "functions">,
  language: Language,
): string {
  const zh = language === "zh";
  const code = zh ? codeText(word, says) : null;
  if (word === "statu") return faultText(says as SignInFault, language);
  if (word === "contractGuard") return zh ? `已于 ${String(says)} 到期` : `ended on ${String(says)}`;
  if (word === "from") return statesText(says as readonly StateCode[], entity, language);
  if (zh && (word === "of" || word === "open")) return `${String(says)} ${modules[String(says)]?.entry.title ?? ""}`.trim();
  if (word === "key") return titledText(String(says), functions[String(says)], language);
  if (code !== null) return code;
  if (word === "channels") return channelsText(says as readonly Channel[], language) || NOTHING[language];
  if (word === "functions") {
    const { group, all, held } = says as { readonly group: string | null; readonly all: boolean; readonly held: readonly string[] };
    const who = group === null ? "" : language === "zh" ? `用户组 ${group}` : `group ${group}`;
    const what = all ? (language === "zh" ? "全部模块" : "all modules") : "";
    const keys = held.map((key) => titledText(key, functions[key], language));
    return [who, what, listText(keys, language) || NOTHING[language]].filter(Boolean).join(language === "zh" ? "，" : ", ");
  }
  if (word === "guards") return refusalText(says as Refusal, entity, language);
  if (isCondition(says)) return conditionText(says, entity, language);
  if (Array.isArray(says)) return listText(says.map(String), language);
  return typeof says === "string" ? says : JSON.stringify(says);
}

const NOTHING = { zh: "无", en: "nothing" } as const;
