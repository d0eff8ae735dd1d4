/**
 * `npm run generate:types`: writes the TypeScript types of the registry's files from `schemas/meta`, and those of the rows, codes and
 * transitions from the entities, and those of settings. `--check` writes nothing and fails when a file on disk is not what would be written.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { contracts } from "./generate-types/contracts.ts";
import { entityTypes } from "./generate-types/entity-types.ts";
import { rawTypes } from "./generate-types/raw-types.ts";
import { settingTypes } from "./generate-types/setting-types.ts";
import { runCommand } from "./run-command.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** Every generated file, relative to the project, with what its text is made of and how. */
export const GENERATED: readonly { readonly file: string; readonly from: string; readonly text: () => string | Promise<string> }[] = [
  { file: "src/shared/registry/generated/raw.ts", from: "schemas/meta says", text: () => rawTypes(path.join(ROOT, "schemas/meta")) },
  { file: "src/server/generated/entities.ts", from: "the entities say", text: () => entityTypes(ROOT) },
  { file: "src/server/generated/settings.ts", from: "the settings say", text: () => settingTypes(ROOT) },
  { file: "src/server/generated/contracts.ts", from: "the code of the server uses", text: () => contracts(ROOT) },
];

async function main(args: readonly string[]): Promise<number> {
  const unknown = args.find((arg) => arg !== "--check");
  if (unknown !== undefined) {
    console.error(`generate-types: unknown argument ${unknown}; only --check is known`);
    return 2;
  }
  let stale = 0;
  for (const { file, from, text: made } of GENERATED) {
    const text = await made();
    const target = path.join(ROOT, file);
    if (existsSync(target) && readFileSync(target, "utf8") === text) console.log(`${file} is up to date`);
    else if (args.includes("--check")) {
      stale++;
      console.error(`${file} is not what ${from}: run npm run generate:types`);
    } else {
      mkdirSync(path.dirname(target), { recursive: true });
      writeFileSync(target, text);
      console.log(`${file} written`);
    }
  }
  return stale === 0 ? 0 : 1;
}

await runCommand(import.meta.url, main);
