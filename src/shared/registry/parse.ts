import { getNodeValue, type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import type { FileRule } from "./file-rules.ts";
import { type ParsedFile, type Place, placeIn, positionOf, type RawFile } from "./place.ts";
import type { Problem } from "./problem.ts";

const STRICT = { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false };
const BYTE_ORDER_MARK = "\uFEFF";

const SYNTAX: Readonly<Record<string, string>> = {
  InvalidSymbol: "this is not JSON: texts need double quotes",
  InvalidNumberFormat: "this number is not JSON",
  PropertyNameExpected: "a property name in double quotes is expected here; there must be no comma after the last property",
  ValueExpected: "a value is expected here; there must be no comma after the last one",
  ColonExpected: "a colon is expected here",
  CommaExpected: "a comma is missing before this",
  CloseBraceExpected: "a closing } is missing",
  CloseBracketExpected: "a closing ] is missing",
  EndOfFileExpected: "the file should have ended before this",
  InvalidCommentToken: "comments are not allowed in JSON",
  UnexpectedEndOfComment: "comments are not allowed in JSON",
  UnexpectedEndOfString: "this text has no closing quote",
  UnexpectedEndOfNumber: "this number is not finished",
  InvalidUnicode: "this \\u escape is not valid",
  InvalidEscapeCharacter: "this escape is not valid in JSON; a backslash is written \\\\",
  InvalidCharacter: "a text may not contain control characters; a line break is written \\n",
};

/** What is nested deeper was not written by anybody; the readers of a tree would run out of stack. */
const DEEPEST = 100;

/** Strict JSON with places: no comments, no trailing commas, no property twice, nothing nested beyond all reason. */
export function parseFile({ path, text: written }: RawFile): { readonly file: ParsedFile; readonly problems: Problem[] } {
  const text = withoutMark(written);
  const broken = (offset: number, message: string, hint?: string) => {
    const problem = { file: path, ...positionOf(text, offset), pointer: "", message, ...(hint && { hint }), rule: SYNTAX_RULE };
    return { file: { path, text, root: null, value: undefined }, problems: [problem] };
  };
  if (text.trim() === "") return broken(0, "the file is empty");
  if (text.includes("\0")) return broken(text.indexOf("\0"), "is not UTF-8: save it in that encoding", "text of UTF-16 has such zeros");
  const deep = tooDeep(text);
  if (deep !== null) return broken(deep, `is nested too deeply: at most ${DEEPEST} lists and objects within one another`);
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, STRICT) ?? null;
  const file: ParsedFile = { path, text, root, value: root === null ? undefined : getNodeValue(root) };
  return { file, problems: errors.length > 0 || root === null ? syntaxProblems(file, errors) : duplicates(root, placeIn(file)) };
}

/** The same of a file that was found valid before. Where something stands in it is looked for when somebody asks. */
export function parseValid({ path, text: written }: RawFile): ParsedFile {
  const text = withoutMark(written);
  let tree: Node | null | undefined;
  return {
    path,
    text,
    value: JSON.parse(text),
    get root() {
      tree ??= parseTree(text, [], STRICT) ?? null;
      return tree;
    },
  };
}

/** The text that places in a file are counted in: a file may begin with a byte order mark. */
export const withoutMark = (text: string): string => (text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text);

const SYNTAX_RULE: FileRule = "json-syntax";

/** Where the brackets of a text are nested too deeply; null: nowhere. */
function tooDeep(text: string): number | null {
  let depth = 0;
  // A text that is never closed matches to its end: else it would be looked through again from each quote within it.
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.?)*"?|[[\]{}]/gs)) {
    if (token === "[" || token === "{") depth += 1;
    else if (token === "]" || token === "}") depth -= 1;
    if (depth > DEEPEST) return index;
  }
  return null;
}

/** One problem per line: the parser stumbles on over what follows a mistake. */
function syntaxProblems({ path, text }: ParsedFile, errors: readonly ParseError[]): Problem[] {
  const first = new Map<number, Problem>();
  for (const { error, offset } of errors) {
    const code = printParseErrorCode(error);
    const position = positionOf(text, offset);
    const problem = { file: path, ...position, pointer: "", message: `syntax error: ${SYNTAX[code] ?? code}`, rule: SYNTAX_RULE };
    if (!first.has(position.line)) first.set(position.line, problem);
    if (first.size === MOST_ERRORS) break;
  }
  return [...first.values()];
}

/** After so many the parser has lost its way. */
const MOST_ERRORS = 20;

const REPEATED: FileRule = "repeated-property";

function duplicates(node: Node, place: Place): Problem[] {
  const children = node.children ?? [];
  if (node.type === "array") return children.flatMap((child, index) => duplicates(child, place.in(index)));
  if (node.type !== "object") return [];
  const seen = new Set<string>();
  return children.flatMap((property) => {
    const [key, value] = property.children ?? [];
    const name = String(key?.value);
    const inner = place.in(name);
    const again = seen.has(name) ? [{ ...inner.onKey().problem(`property "${name}" stands here twice`), rule: REPEATED }] : [];
    seen.add(name);
    return value ? [...again, ...duplicates(value, inner)] : again;
  });
}
