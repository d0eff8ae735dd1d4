/**
 * `npm run test:assertions`: the assertions of the tests, tested. Runs Vitest with tests/assertion-audit.ts and tells
 *
 * - `loose`: assertions that held for strangers put in the place of what they look at: a text, a number, nothing, an object;
 * - `repeats`: assertions whose expectation is made of the very thing they look at;
 * - `unreached`: assertions that no passing test came to.
 *
 * Arguments go to Vitest, e.g. the tests to run; without any, all are run. Exit code 1 where something is loose or repeats itself.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { parseAst } from "vite";

const ROOT = join(import.meta.dirname, "..");
const NOTES = join(ROOT, ".cache/assertions.txt");

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

/** One `expect(actual).…matcher(expected)`. */
interface Site {
  readonly place: string;
  readonly actual: string;
  readonly matcher: string;
  readonly expected: readonly string[];
}

rmSync(NOTES, { force: true });
mkdirSync(join(ROOT, ".cache"), { recursive: true });
const env = { ...process.env, ASSERTION_AUDIT: NOTES };
spawnSync(join(ROOT, "node_modules/.bin/vitest"), ["run", ...process.argv.slice(2)], { cwd: ROOT, stdio: "inherit", env });

const reached = new Map<string, string>();
for (const line of existsSync(NOTES) ? readFileSync(NOTES, "utf8").trim().split("\n") : []) {
  const [place = "", verdict = ""] = line.split(" ");
  if (reached.get(place) !== "reached") reached.set(place, verdict);
}
const filesRun = new Set([...reached.keys()].map((place) => place.split(":")[0]));
const sites = testFiles().flatMap(sitesOf);
const loose = [...reached].filter(([, verdict]) => verdict === "loose").map(([place]) => place);
const repeats = sites.filter(({ actual, expected }) => expected.some((text) => mentions(text, actual)));
const unreached = sites.filter(({ place }) => filesRun.has(place.split(":")[0]) && !isReached(place));

tell("loose: hold for anything", loose);
tell(
  "repeats: the expectation is made of what is looked at",
  repeats.map(({ place, actual, matcher, expected }) => `${place}  expect(${actual}).${matcher}(${expected.join()})`),
);
tell(
  "unreached",
  unreached.map(({ place }) => place),
);
console.log(`${sites.length} assertions, ${reached.size} reached, ${loose.length} loose, ${repeats.length} repeat themselves`);
process.exitCode = loose.length + repeats.length > 0 ? 1 : 0;

function tell(title: string, places: readonly string[]): void {
  console.log(`\n${title}: ${places.length}`);
  for (const place of places) console.log(`  ${place}`);
}

/** Formatting may put the matcher some lines below `expect`; the stack tells the line of the matcher. */
function isReached(place: string): boolean {
  const [file = "", line = "0"] = place.split(":");
  return Array.from({ length: 12 }, (_, below) => `${file}:${Number(line) + below}`).some((near) => reached.has(near));
}

/** Whether a text holds the whole expression. One and the same call twice may well be compared, and a mere name be part of anything. */
function mentions(text: string, actual: string): boolean {
  if (text === actual) return !actual.includes("(");
  if (!/[.[(]/.test(actual)) return false;
  const at = text.indexOf(actual);
  return at >= 0 && !/[\w.]/.test(text.charAt(at + actual.length)) && !/[\w.]/.test(text.charAt(at - 1));
}

function testFiles(): string[] {
  const names = readdirSync(join(ROOT, "tests"), { recursive: true, encoding: "utf8" });
  return names.filter((name) => /\.test\.tsx?$/.test(name)).map((name) => join(ROOT, "tests", name));
}

function sitesOf(path: string): Site[] {
  const code = readFileSync(path, "utf8");
  const file = relative(ROOT, path);
  const found: Site[] = [];
  const text = (node: Node) => code.slice(node.start, node.end);
  const walk = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    const node = value as Node;
    const call = node.type === "CallExpression" ? expectOf(node) : null;
    if (call !== null) {
      const [actual] = call.arguments as Node[];
      const { property } = node.callee as { property: Node };
      const expected = (node.arguments as Node[]).map(text);
      const line = code.slice(0, node.start).split("\n").length;
      if (actual !== undefined) found.push({ place: `${file}:${line}`, actual: text(actual), matcher: text(property), expected });
    }
    Object.values(node).forEach(walk);
  };
  walk(parseAst(code, { lang: path.endsWith("x") ? "tsx" : "ts" }));
  return found;
}

/** The call of `expect` below a matcher's call: `expect(a).not.toBe(b)`. null: it is none. */
function expectOf(matcher: Node): Node | null {
  let { callee } = matcher as unknown as { callee: Node };
  if (callee.type !== "MemberExpression") return null;
  while (callee.type === "MemberExpression") callee = (callee as unknown as { object: Node }).object;
  if (callee.type !== "CallExpression") return null;
  const { type, name } = callee.callee as { type: string; name?: string };
  return type === "Identifier" && name === "expect" ? callee : null;
}
