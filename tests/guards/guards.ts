import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "vite";

/*
 * Guards and what takes them away (docs/decisions/88). A guard is declared by the line above it, where it stands:
 *
 *   // guard <kind>: <test file>                    it is left out: a statement, a property, an element, a call of a chain
 *   // guard <kind> as <expression>: <test file>    what stands in its place: of an `if` the condition, of a `const`, `return` or property
 *                                                   the value, of a function what it answers, of anything else itself
 *
 * The test files, more than one with `, ` between them, are those of which at least one fails without the guard.
 */

const ROOT = join(import.meta.dirname, "../..");

/** What a guard asks: of rows a condition; whose they are; how something is formed; whether a right is held; how often; who made it. */
export const KINDS = ["predicate", "scope", "check", "key", "rate", "signature"] as const;
export type Kind = (typeof KINDS)[number];

/** A place of the program that keeps somebody from something. */
export interface Guard {
  /** Source, relative to the project. */
  readonly file: string;
  /** Of the comment that declares it. */
  readonly line: number;
  readonly kind: Kind;
  /** The function around it; empty: none. */
  readonly within: string;
  /** The test files that must notice that it is gone. */
  readonly tests: readonly string[];
  /** The source without it. */
  readonly without: string;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

const SAYS_GUARD = /^ guard\b/;
const DECLARATION = /^ guard (\w+)(?: as (.+?))?: (tests\/[\w./-]+\.test\.tsx?(?:, tests\/[\w./-]+\.test\.tsx?)*)$/;

/** Every guard that the sources below src declare, in the order of files and lines. Throws for a declaration that says nothing, with its place. */
export function allGuards(): Guard[] {
  const files = readdirSync(join(ROOT, "src"), { recursive: true, encoding: "utf8" })
    .map((path) => `src/${path.replaceAll("\\", "/")}`)
    .filter((path) => /\.tsx?$/.test(path));
  return files.sort().flatMap((file) => guardsIn(file, readFileSync(join(ROOT, file), "utf8")));
}

/** The guards that one source declares. */
export function guardsIn(file: string, text: string): Guard[] {
  if (!text.includes("// guard ")) return [];
  const { program, comments, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const declared = comments.filter(({ type, value }) => type === "Line" && SAYS_GUARD.test(value));
  return declared.map(({ value, start, end }) => {
    const line = text.slice(0, start).split("\n").length;
    const [, kind = "", instead = null, tests = ""] = DECLARATION.exec(value) ?? [];
    if (!isKind(kind))
      throw new Error(`${file}:${line}: //${value}\nshould be: // guard <${KINDS.join("|")}>[ as <expression>]: <test files>`);
    const begins = codeBehind(end, text, comments);
    const found = nodeAt(program as unknown as Node, begins);
    const cut = found && cutOf(found.node, begins, text, instead);
    if (cut === null)
      throw new Error(`${file}:${line}: nothing that could be ${instead === null ? "left out" : "replaced"} stands below the guard`);
    const without = text.slice(0, cut.from) + cut.text + text.slice(cut.to);
    return { file, line, kind, within: found?.within ?? "", tests: tests.split(", "), without };
  });
}

/** Where the code behind a comment begins; further comments may stand between. */
function codeBehind(end: number, text: string, comments: readonly { readonly start: number; readonly end: number }[]): number {
  const next = end + text.slice(end).search(/\S/);
  const comment = comments.find(({ start }) => start === next);
  return comment === undefined ? next : codeBehind(comment.end, text, comments);
}

function isKind(word: string): word is Kind {
  return (KINDS as readonly string[]).includes(word);
}

interface Found {
  readonly node: Node;
  readonly within: string;
}

/** The outermost node that begins here, or the call of a chain whose dot is here; with the name of what it stands in. */
function nodeAt(top: Node, at: number, within = ""): Found | null {
  for (const child of childrenOf(top)) {
    if (at < child.start || at >= child.end) continue;
    if (child.start === at || linkOf(child, at) !== null) return { node: child, within };
    return nodeAt(child, at, nameOf(child) ?? within);
  }
  return null;
}

/** What the call stands behind, where this is its dot; null: it is not. */
function linkOf({ type, callee }: Node, at: number): Node | null {
  if (type !== "CallExpression") return null;
  const { object, property } = callee as { readonly object?: Node; readonly property?: Node };
  return object !== undefined && property !== undefined && object.end <= at && at < property.start ? object : null;
}

interface Cut {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** What becomes of the source; null: the node can be neither left out nor replaced so. */
function cutOf(node: Node, at: number, text: string, instead: string | null): Cut | null {
  const { start: from, end: to } = node;
  const link = linkOf(node, at);
  if (link !== null) return instead === null ? { from: link.end, to, text: "" } : null;
  const over = (part: unknown, said: string): Cut => ({ from: (part as Node).start, to: (part as Node).end, text: said });
  switch (node.type) {
    case "ExportNamedDeclaration":
      return cutOf(node.declaration as Node, at, text, instead);
    case "IfStatement": {
      if (instead !== null) return over(node.test, instead);
      const otherwise = node.alternate as Node | null;
      return { from, to, text: otherwise === null ? ";" : text.slice(otherwise.start, otherwise.end) };
    }
    case "ReturnStatement":
      return instead === null ? null : { from, to, text: `return ${instead};` };
    case "VariableDeclaration":
      return instead === null ? null : over((node.declarations as { readonly init: Node }[])[0]?.init, instead);
    case "FunctionDeclaration":
      return instead === null ? null : over(node.body, `{ return ${instead}; }`);
    case "MethodDefinition":
      return instead === null ? null : over((node.value as Node).body, `{ return ${instead}; }`);
    case "Property":
      return instead === null ? { from, to: behindComma(to, text), text: "" } : over(node.value, instead);
    default:
      if (instead !== null) return { from, to, text: `(${instead})` };
      return node.type.endsWith("Statement") ? { from, to, text: ";" } : { from, to: behindComma(to, text), text: "" };
  }
}

/** An element of a list goes with the comma behind it. */
function behindComma(end: number, text: string): number {
  return end + (/^\s*,/.exec(text.slice(end))?.[0].length ?? 0);
}

function nameOf({ type, id, key }: Node): string | null {
  if (!/Function|Declarator|Definition|Property/.test(type)) return null;
  const { name } = (id ?? key ?? {}) as { readonly name?: string };
  return name ?? null;
}

function childrenOf(node: Node): Node[] {
  const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value && "start" in value;
  return Object.values(node).flat().filter(isNode);
}
