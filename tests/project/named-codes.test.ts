import { type ESTree, parseSync, Visitor } from "vite";
import { expect, test } from "vitest";
import { loadFiles } from "../../src/server/registry/registry-files.ts";
import { buildRegistry } from "../../src/shared/build-registry.ts";
import { ROOT, readSource, sourceFiles } from "./source-files.ts";

/** Names of fields that hold a number of a list. The types keep numbers from being written into them, but not from being compared. */
function codedFields(): ReadonlySet<string> {
  const built = buildRegistry(loadFiles(ROOT).files);
  if (!built.ok) throw new Error(`the registry has ${built.problems.length} problems`);
  const fields = Object.values(built.registry.entities).flatMap((entity) => Object.values(entity.fields));
  return new Set(fields.filter(({ type, codeType }) => type === "enum" && codeType === "int").map(({ name }) => name));
}

const coded = codedFields();

/** Where a source puts a bare number beside such a field: compares it, writes it, looks for it among numbers, or asks a database for it. */
function bareCodes(file: string, text: string): string[] {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const numbers = new Set<string>();
  const found: string[] = [];

  const isNumber = (node: ESTree.Node | null): boolean => {
    if (node?.type === "UnaryExpression") return isNumber(node.argument);
    if (node?.type === "TSAsExpression") return isNumber(node.expression);
    if (node?.type === "ArrayExpression") return node.elements.length > 0 && node.elements.every(isNumber);
    if (node?.type === "Identifier") return numbers.has(node.name);
    return node?.type === "Literal" && typeof node.value === "number";
  };
  const isCoded = (node: ESTree.Node): boolean => {
    if (node.type === "CallExpression") return node.arguments.some(isCoded);
    if (node.type === "ParenthesizedExpression" || node.type === "ChainExpression") return isCoded(node.expression);
    if (node.type === "LogicalExpression") return isCoded(node.left);
    if (node.type === "MemberExpression") return isCoded(node.property);
    if (node.type === "Identifier") return coded.has(node.name);
    return node.type === "Literal" && typeof node.value === "string" && coded.has(node.value.replace(/^\w+\./, ""));
  };
  const tell = (node: ESTree.Node, isBare: boolean): void => {
    if (isBare) found.push(`${file}:${text.slice(0, node.end).split("\n").length}`);
  };

  new Visitor({
    VariableDeclarator(node) {
      if (node.id.type === "Identifier" && isNumber(node.init)) numbers.add(node.id.name);
    },
    BinaryExpression(node) {
      tell(node, (isCoded(node.left) && isNumber(node.right)) || (isCoded(node.right) && isNumber(node.left)));
    },
    Property(node) {
      tell(node, isCoded(node.key) && isNumber(node.value));
    },
    SwitchStatement(node) {
      tell(node, isCoded(node.discriminant) && node.cases.some(({ test: code }) => isNumber(code)));
    },
    CallExpression(node) {
      const among = node.callee.type === "MemberExpression" ? [node.callee.object] : [];
      tell(node, node.arguments.some(isCoded) && [...among, ...node.arguments].some(isNumber));
    },
  }).visit(program);
  return found;
}

test("flows name the codes they compare and write", () => {
  const files = ["src/server/engine", "src/server/features"].flatMap(sourceFiles);
  expect(files.flatMap((file) => bareCodes(file, readSource(file)))).toEqual([]);
});

test.each([
  "row.Statu === 50",
  "if (-1 !== stt) stop();",
  "const OPEN = 0; find({ result: OPEN });",
  "const LIVE: readonly unknown[] = [10, 50]; LIVE.includes(row.Statu);",
  "isOneOf(row.Statu, [10, 50])",
  "switch (row.Statu) { case 20: go(); }",
  'db.where("p.Statu", "=", 50)',
  "Number(row.stt) >= 4",
])("a bare number is found in %s", (text) => {
  expect(bareCodes("bare.ts", text)).not.toEqual([]);
});

test.each(["row.Statu === PayStatus.paid", "row.Id === 50", "(plan.stt ?? 0) >= step", "isOneOf(row.Statu, [PayStatus.paid])"])(
  "none is found in %s",
  (text) => {
    expect(bareCodes("named.ts", text)).toEqual([]);
  },
);
