/**
 * `npm run new:module`: writes a module file and its line in modules.json, from flags or questions; with --new-entity an
 * entity file too. What it wrote is checked like everything else; if the check fails, nothing is kept.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { loadFiles } from "../src/server/registry/load-files.ts";
import { buildRegistry } from "../src/shared/registry/build-registry.ts";
import { formatProblem } from "../src/shared/registry/format-problem.ts";
import { type Answers, askAnswers, HELP, UsageError } from "./new-module/answers.ts";
import { draftEntity } from "./new-module/draft-entity.ts";
import { draftModule } from "./new-module/draft-module.ts";
import { addMenuLine } from "./new-module/menu-line.ts";

async function main(args: readonly string[]): Promise<void> {
  if (args.includes("--help")) {
    console.log(HELP);
    return;
  }
  const answers = await askAnswers(args);
  const dir = resolve(answers.dir);
  const kept = new Map<string, string | null>();
  const write = (path: string, text: string) => {
    const file = join(dir, path);
    kept.set(file, existsSync(file) ? readFileSync(file, "utf8") : null);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    console.log(`wrote ${path}`);
  };
  const problems = draft(dir, answers, write);
  if (problems.length === 0) {
    console.log(
      `\n${answers.title} (${answers.id}) is ready: a running portal shows it within two seconds. Now shape ${moduleFile(answers)}.`,
    );
    return;
  }
  for (const [file, text] of kept) text === null ? rmSync(file) : writeFileSync(file, text);
  throw new UsageError([...problems, "nothing was kept"]);
}

function draft(dir: string, answers: Answers, write: (path: string, text: string) => void): readonly string[] {
  if (existsSync(join(dir, moduleFile(answers)))) return [`${moduleFile(answers)} is already there`];
  const menu = readFileSync(join(dir, "modules.json"), "utf8");
  if (answers.newEntity !== null) {
    const entity = draftEntity(answers.entity, answers.newEntity);
    if (existsSync(join(dir, entity.path))) return [`${entity.path} is already there`];
    write(entity.path, entity.text);
  }
  const before = check(dir);
  if (!before.ok) return before.problems.map(formatProblem);
  const entity = before.registry.entities[answers.entity];
  if (!entity)
    return [
      `there is no entity ${answers.entity}; --new-entity "标题" makes one. There are: ${Object.keys(before.registry.entities).join(", ")}`,
    ];
  write(moduleFile(answers), draftModule(entity, answers.audience, before.registry.entities));
  write("modules.json", addMenuLine(menu, answers));
  const after = check(dir);
  return after.ok ? [] : after.problems.map(formatProblem);
}

const moduleFile = (answers: Answers) => `schemas/modules/${answers.schema}.json`;

function check(dir: string) {
  const { files, problems } = loadFiles(dir);
  return problems.length > 0 ? { ok: false as const, problems } : buildRegistry(files);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  if (!(error instanceof UsageError)) throw error;
  for (const line of error.lines) console.error(line);
  process.exitCode = 1;
});
