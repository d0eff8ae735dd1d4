/** Checks a registry directory and prints every problem as `file:line:col pointer message`. Exit 0: valid, 1: problems, 2: wrong call. */

import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { FEATURES } from "../src/server/features.ts";
import { loadRegistry } from "../src/server/registry/load-registry.ts";
import { formatProblem } from "../src/shared/registry/format-problem.ts";
import type { Registry } from "../src/shared/registry/model.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const HELP = `npm run check:schemas -- [--dir DIR]

Checks modules.json and schemas/ of a registry directory: their shape, and whether what they name is there and fits.
Every problem is one line: file:line:column, JSON pointer, what is wrong, and what was probably meant.

  --dir DIR   the directory that holds modules.json and schemas/ (default: this project)
  --help      this text

Exit code: 0 valid, 1 problems, 2 wrong flags.`;

process.exitCode = main(process.argv.slice(2));

function main(args: string[]): number {
  const call = readCall(args);
  if (typeof call === "string") {
    console.error(`${call}\n\n${HELP}`);
    return 2;
  }
  if (call.isHelp) {
    console.log(HELP);
    return 0;
  }
  const result = loadRegistry(call.dir, FEATURES);
  if (result.ok) {
    console.log(`valid: ${summary(result.registry)}`);
    return 0;
  }
  for (const problem of result.problems) console.log(formatProblem(problem));
  console.log(`${counted(result.problems.length, "problem", "problems")} in ${call.dir}`);
  return 1;
}

/** What is asked for, or why that cannot be told. */
function readCall(args: string[]): { readonly dir: string; readonly isHelp: boolean } | string {
  try {
    const { values } = parseArgs({ args, options: { dir: { type: "string" }, help: { type: "boolean", short: "h" } } });
    return { dir: values.dir === undefined ? ROOT : path.resolve(values.dir), isHelp: values.help ?? false };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function summary({ modules, groups, entities, prints, profiles }: Registry): string {
  const parts = [
    [modules, "module", "modules"],
    [groups, "group", "groups"],
    [entities, "entity", "entities"],
    [prints, "print template", "print templates"],
    [profiles, "profile", "profiles"],
  ] as const;
  return parts.map(([things, one, many]) => counted(Object.keys(things).length, one, many)).join(", ");
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
