import shipped from "../../schemas/shipped.json" with { type: "json" };
import { loadFiles } from "../../src/server/registry/registry-files.ts";
import type { RawSetting } from "../../src/shared/registry/generated/raw.ts";
import { formatProblem } from "../../src/shared/registry/problem.ts";
import { readSources, sharedOf } from "../../src/shared/registry/sources.ts";

const BANNER = "// Generated from the settings (schemas/shared) by `npm run generate:types`. Do not edit: change them and run it again.";

/** The type of each kind of setting's values (src/shared/domain/cell.ts). */
const CELL: Readonly<Record<Exclude<RawSetting["type"], "enum">, string>> = {
  text: "string",
  int: "number",
  bool: "boolean",
  money: "bigint",
  rate: "bigint",
  date: "string",
  url: "string",
};

/** The text of src/server/generated/settings.ts: what code may read of what shops set. Throws where the files have no readable shape. */
export function settingTypes(dir: string): string {
  const { files, problems: unreadable } = loadFiles(dir);
  const { sources, problems: shape } = readSources(files);
  const problems = [...unreadable, ...shape];
  if (problems.length > 0) throw new Error(problems.map(formatProblem).join("\n"));
  // What somebody adds is data alone: no code of the product knows it by name (docs/decisions/78).
  const known = sharedOf(sources, "settings").filter(({ name }) => shipped.settings.includes(name));
  const members = known.sort((a, b) => (a.name < b.name ? -1 : 1)).map(({ name, raw }) => `  "${name}": ${valueType(raw)};`);
  return `${BANNER}\n\n/** Key to the value that counts for a shop; null: none is set. */\nexport interface Settings {\n${members.join("\n")}\n}\n`;
}

function valueType({ type, values = {}, empty }: RawSetting): string {
  const codes = Object.keys(values).map((code) => JSON.stringify(code));
  const value = type === "enum" ? codes.join(" | ") : CELL[type];
  return empty === undefined ? value : `${value} | null`;
}
