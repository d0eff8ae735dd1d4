/**
 * `npm run new:module`: writes a module file and its line in modules.json, from flags or questions; with --new-entity an
 * entity file too. What it wrote is checked like everything else; if the check fails, nothing is kept.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { languageOf } from "../src/server/base/language.ts";
import { loadFiles } from "../src/server/registry/load-registry.ts";
import { buildRegistry } from "../src/shared/build-registry.ts";
import { problemFormatter } from "../src/shared/registry/problem-texts/translate.ts";
import { type Answers, askAnswers, TEXTS, UsageError, usualLanguage } from "./new-module/answers.ts";
import { draftEntity } from "./new-module/draft-entity.ts";
import { draftModule } from "./new-module/draft-module.ts";
import { addMenuLine } from "./new-module/menu-line.ts";
import { runCommand } from "./run-command.ts";

/** Does what the flags say, and returns the exit code; what is wrong is said on the way. */
export async function newModule(args: readonly string[]): Promise<number> {
  try {
    await make(args);
    return 0;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    for (const line of error.lines) console.error(line);
    return 1;
  }
}

async function make(args: readonly string[]): Promise<void> {
  if (args.includes("--help")) {
    const asked = args[args.indexOf("--lang") + 1];
    console.log(TEXTS[(args.includes("--lang") ? languageOf(asked) : null) ?? usualLanguage()].help);
    return;
  }
  const answers = await askAnswers(args);
  const texts = TEXTS[answers.language];
  const dir = resolve(answers.dir);
  const kept = new Map<string, string | null>();
  const write = (path: string, text: string) => {
    const file = join(dir, path);
    kept.set(file, existsSync(file) ? readFileSync(file, "utf8") : null);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    console.log(texts.wrote(path));
  };
  const problems = draft(dir, answers, write);
  if (problems.length === 0) {
    console.log(texts.isReady(answers.title, answers.id, moduleFile(answers)));
    return;
  }
  for (const [file, text] of kept) text === null ? rmSync(file) : writeFileSync(file, text);
  throw new UsageError([...problems, texts.nothingKept]);
}

function draft(dir: string, answers: Answers, write: (path: string, text: string) => void): readonly string[] {
  const texts = TEXTS[answers.language];
  const formatted = problemFormatter(answers.language);
  if (existsSync(join(dir, moduleFile(answers)))) return [texts.isThere(moduleFile(answers))];
  const menu = addMenuLine(readFileSync(join(dir, "modules.json"), "utf8"), answers);
  if (answers.newEntity !== null) {
    const entity = draftEntity(answers.entity, answers.newEntity);
    if (existsSync(join(dir, entity.path))) return [texts.isThere(entity.path)];
    write(entity.path, entity.text);
  }
  const before = check(dir);
  if (!before.ok) return before.problems.map(formatted);
  const entity = before.registry.entities[answers.entity];
  if (!entity) return [texts.noEntity(answers.entity, Object.keys(before.registry.entities).join(", "))];
  write(moduleFile(answers), draftModule(entity, answers.audience, before.registry.entities));
  write("modules.json", menu);
  const after = check(dir);
  return after.ok ? [] : after.problems.map(formatted);
}

const moduleFile = (answers: Answers) => `schemas/modules/${answers.schema}.json`;

function check(dir: string) {
  const { files, problems } = loadFiles(dir);
  return problems.length > 0 ? { ok: false as const, problems } : buildRegistry(files);
}

await runCommand(import.meta.url, newModule);
