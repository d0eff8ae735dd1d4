import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import type { Audience } from "../../src/shared/registry/model.ts";

/** What a new module is made from. */
export interface Answers {
  readonly dir: string;
  readonly id: number;
  readonly name: string;
  readonly title: string;
  /** Id of the menu group. */
  readonly group: number;
  readonly entity: string;
  /** Title of an entity to make; null: it is there already. */
  readonly newEntity: string | null;
  readonly audience: readonly Audience[];
  /** folder/file below schemas/modules, without .json */
  readonly schema: string;
}

export const HELP = `npm run new:module -- [flags]      what is not given is asked

  --id 524                    module number
  --name BalancePlan          last part of its path
  --title 结算计划查询         title in the menu
  --group 5                   number of the menu group
  --entity BalancePlan        the entity whose rows it shows
  --new-entity 结算计划        makes the entity too, with this title
  --audience shop,supplier    who may be granted it (shop, mall, supplier)
  --schema account-checking/balance-plan
                              its file below schemas/modules
  --dir .                     the registry directory`;

/** Something the user can mend; one line each. */
export class UsageError extends Error {
  constructor(readonly lines: readonly string[]) {
    super(lines.join("\n"));
  }
}

const QUESTIONS: Readonly<Record<string, { readonly ask: string; readonly valid: RegExp; readonly example: string }>> = {
  id: { ask: "Module number", valid: /^[1-9]\d{0,6}$/, example: "524" },
  name: { ask: "Last part of its path", valid: /^[A-Za-z][A-Za-z0-9_]*$/, example: "BalancePlan" },
  title: { ask: "Chinese title", valid: /\S/, example: "结算计划查询" },
  group: { ask: "Number of the menu group", valid: /^[1-9]\d*$/, example: "5" },
  entity: { ask: "Entity", valid: /^v?[A-Z][A-Za-z]*$/, example: "BalancePlan" },
  audience: { ask: "Audience", valid: /^(shop|mall|supplier)(,(shop|mall|supplier))*$/, example: "shop,supplier" },
  schema: { ask: "File below schemas/modules", valid: /^[a-z0-9-]+\/[a-z0-9-]+$/, example: "account-checking/balance-plan" },
};

/** Reads the flags and asks for the rest where someone is there to answer; every wrong answer is told at once. */
export async function askAnswers(args: readonly string[]): Promise<Answers> {
  const given = readFlags(args);
  const answers: Record<string, string> = {};
  const wrong: string[] = [];
  for (const [key, { ask, valid, example }] of Object.entries(QUESTIONS)) {
    const text = given[key] ?? (process.stdin.isTTY ? await question(`${ask} (e.g. ${example}): `) : "");
    if (!valid.test(text))
      wrong.push(text === "" ? `--${key} is missing, e.g. --${key} ${example}` : `--${key} ${text} does not fit, e.g. ${example}`);
    answers[key] = text;
  }
  if (wrong.length > 0) throw new UsageError([...wrong, "", HELP]);
  return {
    dir: given.dir ?? ".",
    id: Number(answers.id),
    name: answers.name ?? "",
    title: answers.title ?? "",
    group: Number(answers.group),
    entity: answers.entity ?? "",
    newEntity: given["new-entity"] ?? null,
    audience: (answers.audience ?? "").split(",") as Audience[],
    schema: answers.schema ?? "",
  };
}

function readFlags(args: readonly string[]): Readonly<Record<string, string | undefined>> {
  const names = [...Object.keys(QUESTIONS), "new-entity", "dir"];
  try {
    return parseArgs({ args: [...args], options: Object.fromEntries(names.map((name) => [name, { type: "string" as const }])) }).values;
  } catch (error) {
    throw new UsageError([error instanceof Error ? error.message : String(error), "", HELP]);
  }
}

async function question(text: string): Promise<string> {
  const prompt = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return (await prompt.question(text)).trim();
  } finally {
    prompt.close();
  }
}
