import { appendFileSync } from "node:fs";
import { chai } from "vitest";

// In `npm run test:assertions` alone (scripts/test-assertions.ts): notes which assertions of the tests were reached, and which of them
// would have passed whatever was there.

const SITE = /(\/tests\/[\w./-]+\.test\.tsx?):(\d+):\d+/;
/** Put in the place of what a test looks at. What holds for all of them says nothing. */
const STRANGERS: readonly unknown[] = [
  undefined,
  null,
  "\u0000stranger",
  -987_654_321,
  Number.NaN,
  ["\u0000stranger"],
  { stranger: true },
  () => 0,
];
const MATCHERS = ["toBe", "toEqual", "toStrictEqual", "toMatchObject", "toContain", "toContainEqual", "toMatch", "toHaveLength"];
const MORE = ["toBeGreaterThan", "toBeGreaterThanOrEqual", "toBeLessThan", "toBeLessThanOrEqual", "toBeCloseTo", "toHaveProperty"];
const PLAIN = ["toBeTruthy", "toBeFalsy", "toBeNull", "toBeDefined", "toBeUndefined", "toBeInstanceOf", "toThrow", "toHaveBeenCalled"];

const AUDITED = Symbol.for("assertion-audit");
const notes = process.env.ASSERTION_AUDIT;
if (notes !== undefined) audit(notes);

function audit(file: string): void {
  const seen = new Set<string>();
  const prototype = chai.Assertion.prototype as unknown as Record<string, (this: Chai.AssertionStatic, ...args: unknown[]) => unknown>;
  let isTrying = false;
  for (const name of [...MATCHERS, ...MORE, ...PLAIN]) {
    const original = prototype[name];
    // Vitest makes the matchers anew for each file, but not always.
    if (original === undefined || AUDITED in original) continue;
    const audited = function (this: Chai.AssertionStatic, ...args: unknown[]) {
      if (isTrying) return original.apply(this, args);
      const site = SITE.exec(new Error("where").stack ?? "");
      const isLoose = site !== null && !seen.has(`${site[0]}`) && holdsForAll(name, this, args);
      if (site !== null && !seen.has(site[0])) {
        seen.add(site[0]);
        appendFileSync(file, `${site[1]?.slice(1)}:${site[2]} ${isLoose ? "loose" : "reached"}\n`);
      }
      return original.apply(this, args);
    };
    prototype[name] = Object.assign(audited, { [AUDITED]: true });
  }

  function holdsForAll(name: string, assertion: object, args: readonly unknown[]): boolean {
    // Of most things it holds that they are not something.
    if (chai.util.flag(assertion, "negate") === true) return false;
    isTrying = true;
    try {
      return STRANGERS.every((stranger) => holds(name, stranger, args));
    } finally {
      isTrying = false;
    }
  }

  function holds(name: string, stranger: unknown, args: readonly unknown[]): boolean {
    const assertion = new chai.Assertion(stranger);
    try {
      (assertion as unknown as Record<string, (...all: unknown[]) => unknown>)[name]?.(...args);
      return true;
    } catch {
      return false;
    }
  }
}
