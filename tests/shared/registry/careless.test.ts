import { expect, it } from "vitest";
import type { Registry } from "../../../src/shared/registry/model.ts";
import { isError } from "../../../src/shared/registry/problem.ts";
import { IS_LONG } from "../../e2e/long.ts";
import { slipsOf } from "./careless.ts";
import { buildMinimal, minimalFiles, minimalRegistry, problemLines } from "./minimal.ts";

/** The model without what merely names its files. */
const saying = (registry: Registry) => JSON.stringify({ ...registry, version: "" });
const base = saying(minimalRegistry());

/** All slips in the long run; otherwise every sixtieth, of each file others. */
const EACH = IS_LONG ? 1 : 60;

/** What may change and change nothing, with the reason. */
const QUIET: readonly (readonly [place: RegExp, why: string])[] = [
  [/^schemas\/shared\/vocabulary.json \/(icons|checks)/, "a palette with texts for those who write files: what is used of it is looked up"],
  [/^schemas\/shared\/archetypes.json \/modules\/[a-z]+\/title/, "a text for those who write files"],
  [/^\S+ (\/\S*)?\/allow/, "the reason for a warning"],
  [/^schemas\/entities\/bill.json \/(chain|save\/delete)/, "allowed there: the fixture says what would be so anyway"],
  [/^schemas\/modules\/bills\/bills.json \/actions\/5/, "allowed there: the fixture says what would be so anyway"],
  [/^schemas\/entities\/bill.json \/hide/, "a safeguard for pages to come: no page of this side names the field"],
  [/^schemas\/entities\/bill.json \/show\/lines/, "every page over it has a show of its own"],
  [/derived\/calc\/add moved$/, "a sum is the same in any order"],
];

it.each(minimalFiles().map(({ path, text }, index) => [path, text, index] as const))(
  "whoever slips in %s is told, or changes something",
  (file, text, index) => {
    const silent: string[] = [];
    let at = 0;
    for (const { what, edit } of slipsOf(file, JSON.parse(text))) {
      at += 1;
      if (at % EACH !== index % EACH) continue;
      const slip = `${file} /${edit[1].join("/")} ${what}`;
      const result = buildMinimal(edit);
      // Every message has its Chinese form, and each says where.
      problemLines(result);
      const told = result.ok ? result.warnings : result.problems;
      for (const { rule, line, message } of told)
        expect([slip, rule ?? "no rule", line > 0, /undefined|\[object|NaN/.test(message)]).toEqual([
          slip,
          expect.stringMatching(/^[a-z-]+[a-z]$/),
          true,
          false,
        ]);
      if (!result.ok) expect(told.some(isError)).toBe(true);
      else if (told.length === 0 && saying(result.registry) === base && !QUIET.some(([place]) => place.test(slip))) silent.push(slip);
    }
    expect(silent).toEqual([]);
  },
  3_600_000,
);
