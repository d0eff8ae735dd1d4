import { getNodeValue, type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
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

/** Strict JSON with places: no comments, no trailing commas, no property twice. */
export function parseFile({ path, text: written }: RawFile): { readonly file: ParsedFile; readonly problems: Problem[] } {
  const text = written.startsWith(BYTE_ORDER_MARK) ? written.slice(1) : written;
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, STRICT) ?? null;
  const file: ParsedFile = { path, text, root, value: root === null ? undefined : getNodeValue(root) };
  if (text.trim() === "") return { file, problems: [{ file: path, line: 1, column: 1, pointer: "", message: "the file is empty" }] };
  const problems = errors.length > 0 || root === null ? syntaxProblems(file, errors) : duplicates(root, placeIn(file));
  return { file, problems };
}

/** One problem per line: the parser stumbles on over what follows a mistake. */
function syntaxProblems({ path, text }: ParsedFile, errors: readonly ParseError[]): Problem[] {
  const first = new Map<number, Problem>();
  for (const { error, offset } of errors) {
    const code = printParseErrorCode(error);
    const position = positionOf(text, offset);
    const problem = { file: path, ...position, pointer: "", message: `syntax error: ${SYNTAX[code] ?? code}` };
    if (!first.has(position.line)) first.set(position.line, problem);
  }
  return [...first.values()];
}

function duplicates(node: Node, place: Place): Problem[] {
  const children = node.children ?? [];
  if (node.type === "array") return children.flatMap((child, index) => duplicates(child, place.in(index)));
  if (node.type !== "object") return [];
  const seen = new Set<string>();
  return children.flatMap((property) => {
    const [key, value] = property.children ?? [];
    const name = String(key?.value);
    const inner = place.in(name);
    const again = seen.has(name) ? [inner.onKey().problem(`property "${name}" stands here twice`)] : [];
    seen.add(name);
    return value ? [...again, ...duplicates(value, inner)] : again;
  });
}
