import path from "node:path";
import { RULES } from "../src/shared/registry/checks/index.ts";
import { FILE_RULES, FILE_WARNINGS } from "../src/shared/registry/file-rules.ts";
import { isError, type Problem } from "../src/shared/registry/problem.ts";
import { type Language, problemFormatter, toChinese } from "../src/shared/registry/problem-texts/translate.ts";

/** How problems of the files are written for people and for programs. */
export const FORMATS = ["text", "json", "github", "sarif"] as const;
export type Format = (typeof FORMATS)[number];

/** Where a rule is explained; relative to the repository. */
const RULES_PAGE = "docs/rules.md";

/**
 * Problems as one text. text: a line each, with the rule at its end; json: `{problems: [...]}`; github: commands of a workflow, which
 * become annotations of the changed lines; sarif: a log of SARIF 2.1.0. `dir` holds the files; programs get paths from the working directory.
 */
export function formatProblems(problems: readonly Problem[], format: Format, language: Language, dir: string): string {
  const told = problems.map((problem) => inLanguage(problem, language));
  const place = ({ file }: Problem) => path.relative(process.cwd(), path.resolve(dir, file)).split(path.sep).join("/");
  switch (format) {
    case "text":
      return problems.map((problem) => textLine(problem, language)).join("\n");
    case "json":
      return JSON.stringify({ problems: told.map((problem) => ({ ...problem, level: levelOf(problem) })) }, null, 2);
    case "github":
      return told.map((problem) => githubLine(problem, place(problem))).join("\n");
    case "sarif":
      return JSON.stringify(sarifLog(told, place), null, 2);
  }
}

function textLine(problem: Problem, language: Language): string {
  const line = problemFormatter(language)(problem);
  return isError(problem) && problem.rule !== undefined ? `${line} [${problem.rule}]` : line;
}

function levelOf(problem: Problem): "error" | "warning" {
  return isError(problem) ? "error" : "warning";
}

function inLanguage(problem: Problem, language: Language): Problem {
  const said = (text: string) => (language === "zh" ? (toChinese(text) ?? text) : text);
  return { ...problem, message: said(problem.message), ...(problem.hint === undefined ? {} : { hint: said(problem.hint) }) };
}

/** What is wrong, in which profile, and what would help. */
function sentence({ message, hint, profile }: Problem): string {
  return `${message}${profile === undefined ? "" : ` [profile ${profile}]`}${hint === undefined ? "" : ` (${hint})`}`;
}

/** A command of a workflow (docs.github.com, "Workflow commands"): what would end a value or the line is escaped. */
function githubLine(problem: Problem, file: string): string {
  const data = (text: string) => text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
  const property = (text: string) => data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
  const { line, column, rule = "" } = problem;
  return `::${levelOf(problem)} file=${property(file)},line=${line},col=${column},title=${property(rule)}::${data(sentence(problem))}`;
}

/** SARIF 2.1.0 (OASIS): one run, every rule, and the results by place. */
function sarifLog(problems: readonly Problem[], place: (problem: Problem) => string) {
  const rules = [
    ...Object.keys(FILE_RULES).map((id) => ({ id, level: FILE_WARNINGS.some((each) => each === id) ? "warning" : "error" })),
    ...RULES.map(({ id, level }) => ({ id, level })),
  ];
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "check:schemas",
            rules: rules.map(({ id, level }) => ({ id, defaultConfiguration: { level }, help: { text: `${RULES_PAGE}#${id}` } })),
          },
        },
        columnKind: "utf16CodeUnits",
        results: problems.map((problem) => ({
          ruleId: problem.rule,
          ruleIndex: rules.findIndex(({ id }) => id === problem.rule),
          level: levelOf(problem),
          message: { text: sentence(problem) },
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: encodeURI(place(problem)) },
                region: { startLine: problem.line, startColumn: problem.column },
              },
              logicalLocations: [{ fullyQualifiedName: problem.pointer === "" ? "/" : problem.pointer }],
            },
          ],
        })),
      },
    ],
  };
}
