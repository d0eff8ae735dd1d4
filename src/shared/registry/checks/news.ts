import { isAfterReading } from "../build/computed.ts";
import type { ModuleInfo } from "../catalogue.ts";
import type { CheckContext } from "../context.ts";
import { findField } from "../lookup.ts";
import type { FieldType } from "../model.ts";
import { entries, ordered, single } from "../names/named.ts";
import type { Problem } from "../problem.ts";
import { type Check, repeats } from "./check.ts";

const DAYS: readonly FieldType[] = ["date", "datetime"];
const TYPES: Readonly<Record<"sort" | "read" | "picture", readonly FieldType[]>> = {
  sort: [...DAYS, "bool"],
  read: ["bool"],
  picture: ["url", "images"],
};

/** News is told from columns of its page, of the types that time, marks and pictures have; one page for each panel. */
export const news: Check = (context) => {
  const own = context.modules.filter(({ patch }) => patch === null);
  const keys = own.flatMap(({ raw, at }) => single(raw.news?.key, at.in("news", "key")));
  return [
    ...repeats(keys, ({ name }) => `another page is the panel ${name} of the home page already`),
    ...context.modules.flatMap((module) => newsProblems(module, context)),
  ];
};

function newsProblems({ raw, at }: ModuleInfo, context: CheckContext): Problem[] {
  const columns = entries(raw.columns, "field", at).map(({ name }) => name);
  const sort = ordered(raw.news?.sort, at.in("news", "sort"));
  const types = sort.map(({ name }) => findField(context, raw.entity, name)?.raw.type);
  const isDated = raw.news === undefined || types.some((type) => type === undefined || DAYS.includes(type));
  const undated = isDated ? [] : [at.in("news", "sort").problem("the order of news names no day or time when they were sent")];
  const named = (["read", "help", "picture"] as const).flatMap((word) =>
    single(raw.news?.[word], at.in("news", word)).map((each) => ({ ...each, word })),
  );
  const wrong = [...sort.map((each) => ({ ...each, word: "sort" as const })), ...named].flatMap(({ name, at: place, word }) => {
    const field = findField(context, raw.entity, name);
    if (!field) return [];
    if (!columns.includes(name)) return [place.problem(`the news tells ${name}, which is no column of the page`)];
    if (word === "help") return [];
    if (isAfterReading(field.raw.computed)) return [place.problem(`${name} is made after reading, so no query can choose by it`)];
    const fit = TYPES[word];
    return fit.includes(field.raw.type) ? [] : [place.problem(`${name} is ${field.raw.type}, not ${fit.join(" or ")}`)];
  });
  return [...undated, ...wrong];
}
