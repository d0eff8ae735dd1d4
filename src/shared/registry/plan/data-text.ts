import type { Language } from "../problem-texts/translate.ts";
import type { ChangeData, Made, Obstacle, ObstacleKind } from "./change.ts";

type Words = Readonly<Record<Language, (rows: number, rule: string) => string>>;

const OBSTACLES: Readonly<Record<ObstacleKind, Words>> = {
  unsaid: {
    zh: (rows) => `${rows} 行有值，但没有说明如何转换`,
    en: (rows) => `${count(rows, "row has", "rows have")} a value, and nothing says what becomes of it`,
  },
  unmakable: {
    zh: (rows) => `${rows} 行有值，无法转换成这种类型：请给字段换一个名称`,
    en: (rows) => `${count(rows, "row has", "rows have")} a value, and none can become one of that type: give the field another name`,
  },
  unowned: {
    zh: (rows) => `${rows} 行不属于任何门店：请先保持原来的数据归属，加上字段 SHOP_ID 并填好，再改数据归属`,
    en: (rows) =>
      `${count(rows, "row belongs", "rows belong")} to no shop: keep the tenancy, add the field SHOP_ID and fill it, then change the tenancy`,
  },
  rounded: {
    zh: (rows) => `${rows} 个值会被舍入`,
    en: (rows) => `${count(rows, "value", "values")} would be rounded`,
  },
  long: { zh: (rows) => `${rows} 个值过长`, en: (rows) => `${count(rows, "value is", "values are")} too long` },
  range: { zh: (rows) => `${rows} 个值过大`, en: (rows) => `${count(rows, "value is", "values are")} too large` },
  unfit: { zh: (rows) => `${rows} 个值无法识别`, en: (rows) => `${count(rows, "value", "values")} cannot be read` },
  code: { zh: (rows) => `${rows} 个值不是任何编码`, en: (rows) => `${count(rows, "value is", "values are")} none of the codes` },
  twice: {
    zh: (rows, rule) => `${rows} 行的 ${rule} 重复`,
    en: (rows, rule) => `${count(rows, "row has", "rows have")} the ${rule} of another one`,
  },
  alike: {
    zh: (rows, rule) => `${rows} 行的 ${rule} 与别的行只有大小写、全半角或形近字符之差`,
    en: (rows, rule) => `${count(rows, "row has", "rows have")} a ${rule} that differs from another one in case, width or look-alikes only`,
  },
  broken: {
    zh: (rows, rule) => `${rows} 行不满足检查 ${rule}`,
    en: (rows, rule) => `${count(rows, "row breaks", "rows break")} the check ${rule}`,
  },
};

/** Whether the words say already what to do. */
const isWhole = (kind: ObstacleKind) => kind === "unmakable" || kind === "unowned";

/** One thing that stands in the way, the rows, and what to do. */
function obstacleText({ kind, rows, ids, rule = "", write }: Obstacle, language: Language): string {
  const named = rows > ids.length ? [...ids, "…"] : ids;
  const what = OBSTACLES[kind][language](rows, rule);
  if (language === "zh") {
    const advice = write === undefined ? "" : `；请写 ${write}`;
    return `不能采用：${what}（${named.join("、")}）${isWhole(kind) ? "" : `${advice}${advice ? "，或" : "；请"}改正这些行`}`;
  }
  if (isWhole(kind)) return `cannot be applied: ${what} (${named.join(", ")})`;
  const advice = write === undefined ? "correct the rows" : `write ${write}, or correct the rows`;
  return `cannot be applied: ${what} (${named.join(", ")}): ${advice}`;
}

/** All that stands in the way of a step, with its place, one line each. */
export function obstacleTexts(
  told: readonly { readonly entity: string; readonly fields: readonly string[]; readonly rule: unknown; readonly data: ChangeData }[],
  language: Language,
): string[] {
  return told.flatMap(({ entity, fields, rule, data: { obstacles = [] } }) => {
    const place = rule === null ? `${entity}.${fields.join("+")}` : entity;
    return obstacles.map((obstacle) => `${place}${language === "zh" ? "：" : ": "}${obstacleText(obstacle, language)}`);
  });
}

/** What stored rows say to a change, e.g. `12 values are made anew, 3 of them rounded; sum 123.45 → 123.5`. */
export function dataText({ made, obstacles = [], build }: ChangeData, language: Language): string {
  const parts = [
    ...(made ? [madeText(made, language)] : []),
    ...(build ? [buildText(build, language)] : []),
    ...obstacles.map((obstacle) => obstacleText(obstacle, language)),
  ];
  return parts.join(language === "zh" ? "；" : "; ");
}

function madeText({ values, rounded, filled, restored, sums }: Made, language: Language): string {
  const zh = [
    `转换 ${values} 个值`,
    ...(restored > 0 ? [`其中 ${restored} 个恢复原值`] : []),
    ...(rounded > 0 ? [`其中 ${rounded} 个被舍入或截短`] : []),
    ...(filled > 0 ? [`${filled} 行空值改为默认值`] : []),
    ...(sums ? [`合计 ${sums.before} → ${sums.after}`] : []),
  ];
  const en = [
    `${count(values, "value is", "values are")} made anew`,
    ...(restored > 0 ? [`${restored} of them as they were before`] : []),
    ...(rounded > 0 ? [`${rounded} of them rounded or cut`] : []),
    ...(filled > 0 ? [`${count(filled, "empty one gets", "empty ones get")} the first value`] : []),
    ...(sums ? [`sum ${sums.before} → ${sums.after}`] : []),
  ];
  return (language === "zh" ? zh : en).join(language === "zh" ? "，" : ", ");
}

function buildText({ rows, ms }: NonNullable<ChangeData["build"]>, language: Language): string {
  const seconds = Math.max(1, Math.round(ms / 1000));
  return language === "zh" ? `${rows} 行，约 ${seconds} 秒` : `over ${count(rows, "row", "rows")}, about ${seconds} s`;
}

function count(rows: number, one: string, many: string): string {
  return `${rows} ${rows === 1 ? one : many}`;
}
