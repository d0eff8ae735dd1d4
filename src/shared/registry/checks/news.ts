import { isAfterReading } from "../build/computed.ts";
import type { ModuleInfo } from "../catalogue.ts";
import type { CheckContext } from "../context.ts";
import { findField } from "../lookup.ts";
import type { FieldType } from "../model.ts";
import { entries, single } from "../names/named.ts";
import type { Problem } from "../problem.ts";
import { type Check, repeats } from "./check.ts";

const TYPES: Readonly<Record<"time" | "isread" | "pinned" | "picture", readonly FieldType[]>> = {
  time: ["date", "datetime"],
  isread: ["bool"],
  pinned: ["bool"],
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
  return (["time", "isread", "pinned", "note", "picture"] as const).flatMap((word) =>
    single(raw.news?.[word], at.in("news", word)).flatMap(({ name, at: place }) => {
      const field = findField(context, raw.entity, name);
      if (!field) return [];
      if (!columns.includes(name)) return [place.problem(`the news tells ${name}, which is no column of the page`)];
      if (word === "note") return [];
      if (isAfterReading(field.raw.computed)) return [place.problem(`${name} is made after reading, so no query can choose by it`)];
      const types = TYPES[word];
      return types.includes(field.raw.type) ? [] : [place.problem(`${name} is ${field.raw.type}, not ${types.join(" or ")}`)];
    }),
  );
}
