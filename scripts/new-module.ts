/**
 * `npm run new:module`: writes a module file and its line in modules.json, from flags or questions; with a new entity its file too.
 * All of it is checked together with the other files before any is written, and put in place in one go: a refusal, Ctrl-C or a crash
 * before that leaves everything as it was.
 */
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline/promises";
import { languageOf } from "../src/server/base/language.ts";
import { PROGRAM } from "../src/server/features.ts";
import { loadFiles } from "../src/server/registry/registry-files.ts";
import { buildRegistry } from "../src/shared/build-registry.ts";
import type { RawFile } from "../src/shared/registry/place.ts";
import { problemFormatter } from "../src/shared/registry/problem-texts/translate.ts";
import { type Answers, type Ask, askAnswers, type Flags, readFlags, TEXTS, UsageError, usualLanguage } from "./new-module/answers.ts";
import { draftEntity } from "./new-module/draft-entity.ts";
import { draftModule } from "./new-module/draft-module.ts";
import { addMenuLine } from "./new-module/menu-line.ts";
import { type Ground, groundOf } from "./new-module/proposals.ts";
import { runCommand } from "./run-command.ts";

/** The exit code of a shell for what Ctrl-C has ended. */
const INTERRUPTED = 130;

/** Does what the flags and the answers say, and returns the exit code; what is wrong is said on the way. */
export async function newModule(args: readonly string[], ask: Ask = null): Promise<number> {
  if (args.includes("--help")) {
    const asked = args[args.indexOf("--lang") + 1];
    console.log(TEXTS[(args.includes("--lang") ? languageOf(asked) : null) ?? usualLanguage()].help);
    return 0;
  }
  let texts: (typeof TEXTS)["en" | "zh"] = TEXTS[usualLanguage()];
  try {
    const flags = readFlags(args);
    texts = TEXTS[flags.language];
    await make(flags, ask);
    return 0;
  } catch (error) {
    if (error instanceof UsageError) for (const line of error.lines) console.error(line);
    else if (error instanceof Error && error.name === "AbortError") console.error(`\n${texts.nothingKept}`);
    else throw error;
    return error instanceof UsageError ? 1 : INTERRUPTED;
  }
}

async function make(flags: Flags, ask: Ask): Promise<void> {
  const texts = TEXTS[flags.language];
  const formatted = problemFormatter(flags.language);
  const dir = path.resolve(flags.dir);
  const loaded = loadFiles(dir);
  const ground = loaded.problems.length > 0 ? { problems: loaded.problems } : groundOf(loaded.files);
  if ("problems" in ground) throw new UsageError([...ground.problems.map(formatted), texts.nothingKept]);
  const answers = await askAnswers(flags, ground, ask);
  const drafted = draft(ground, answers);
  const files = withFiles(loaded.files, drafted);
  const built = buildRegistry(files, PROGRAM);
  if (!built.ok) throw new UsageError([...built.problems.map(formatted), texts.nothingKept]);
  put(dir, drafted);
  for (const { path: file } of drafted) console.log(texts.wrote(file));
  console.log(texts.isReady(answers.title, answers.id, moduleFile(answers)));
}

/** The files that are new or changed, in the order in which they may stand alone: the menu that names the others is last. */
function draft(ground: Ground, answers: Answers): readonly RawFile[] {
  const entity = answers.newEntity === null ? [] : [draftEntity(ground, answers.entity, answers.newEntity, answers.like)];
  const menu = ground.files.find(({ path: file }) => file === "modules.json")?.text ?? "";
  const files = withFiles(ground.files, entity);
  const built = buildRegistry(files);
  // What is wrong with a drafted entity, as a mixin that is not there, is told by the check of all files.
  const known = built.ok ? built.registry : ground.registry;
  const drawn = known.entities[answers.entity];
  const hasLines = (ground.context.entities.get(answers.entity)?.raw.lines?.length ?? 0) > 0;
  const module = drawn ? [{ path: moduleFile(answers), text: draftModule(drawn, answers, known.entities, ground, hasLines) }] : [];
  return [...entity, ...module, { path: "modules.json", text: addMenuLine(menu, answers) }];
}

const withFiles = (files: readonly RawFile[], more: readonly RawFile[]): RawFile[] => [
  ...files.filter(({ path: file }) => !more.some((each) => each.path === file)),
  ...more,
];

const moduleFile = (answers: Answers) => `schemas/modules/${answers.schema}.json`;

/** Writes all files beside where they belong, then puts them there; a signal meanwhile waits. */
function put(dir: string, files: readonly RawFile[]): void {
  const wait = () => undefined;
  process.on("SIGINT", wait).on("SIGTERM", wait);
  const staged = files.map(({ path: file }) => ({
    to: path.join(dir, file),
    from: path.join(dir, path.dirname(file), `.${path.basename(file)}.new`),
  }));
  try {
    for (const [index, { from }] of staged.entries()) {
      mkdirSync(path.dirname(from), { recursive: true });
      writeFileSync(from, files[index]?.text ?? "");
    }
    for (const { from, to } of staged) renameSync(from, to);
  } finally {
    for (const { from } of staged) rmSync(from, { force: true });
    process.off("SIGINT", wait).off("SIGTERM", wait);
  }
}

/** Asks at the terminal; Ctrl-C and the end of the input are no answer. */
function terminal(): Ask {
  if (!process.stdin.isTTY) return null;
  return async (question) => {
    const prompt = createInterface({ input: process.stdin, output: process.stdout });
    const gone = new AbortController();
    prompt.on("close", () => gone.abort());
    try {
      return (await prompt.question(question, { signal: gone.signal })).trim();
    } finally {
      prompt.close();
    }
  };
}

await runCommand(import.meta.url, (args) => newModule(args, terminal()));
