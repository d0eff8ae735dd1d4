import { didYouMean } from "../nearest.ts";
import type { Check } from "./check.ts";

/** Every menu line has its module file, and every module file its menu line. */
export const menuSchemas: Check = ({ sources }) => {
  const files = new Set([...sources.module.map(({ name }) => name), ...sources.broken.module]);
  const lines = sources.registry.flatMap(({ raw, at }) =>
    raw.groups.flatMap((group, groupIndex) =>
      group.modules.map(({ schema }, index) => ({ schema, at: at.in("groups", groupIndex, "modules", index, "schema") })),
    ),
  );
  const missing = lines
    .filter(({ schema }) => !files.has(schema))
    .map(({ schema, at }) => at.problem(`there is no file schemas/modules/${schema}.json`, didYouMean(schema, files)));
  if (sources.registry.length === 0) return missing;
  const used = new Set(lines.map(({ schema }) => schema));
  const unused = sources.module
    .filter(({ name }) => !used.has(name))
    .map(({ name, at }) => at.problem("no menu line of modules.json names this file", `add one with "schema": "${name}"`));
  return [...missing, ...unused];
};
