import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { brandOf, contrast, weakBrand } from "../../src/shared/domain/brand-colour.ts";
import { ROOT, readSource } from "../project/source-files.ts";

const TOKENS = "src/web/tokens.css";

/** A colour as styles or code may write it, but for `transparent`, `currentcolor` and `inherit`, which are none. */
const LITERAL =
  /#(?:[0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})\b|%23[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\(|(?<=[:(,]\s*(?:[^;]*\s)?)(?:white|black|gr[ae]y|silver|red|blue|navy|teal|green|lime|olive|orange|yellow|purple|maroon|gold|pink|brown)(?=\s*[;,)]|$)/gi;

/** Comments and what is no colour: numbers of issues, private members, selectors by id. */
const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|\s)\/\/.*$/gm, "");
/** In code a colour stands in a text, after its quote, a colon, a comma or a blank. */
const inTexts = (text: string) => [...withoutComments(text).matchAll(/"[^"\n]*"|'[^'\n]*'|`[^`]*`/g)].map(([found]) => found).join("\n");

const FILES = readdirSync(join(ROOT, "src/web"), { recursive: true, encoding: "utf8" }).map(
  (path) => `src/web/${path.replaceAll("\\", "/")}`,
);
const web = (pattern: RegExp) => FILES.filter((file) => pattern.test(file) && file !== TOKENS);

describe("colours", () => {
  test("styles name tokens, and no colour of their own", () => {
    const found = web(/\.css$/).flatMap(
      (file) =>
        withoutComments(readSource(file))
          .match(LITERAL)
          ?.map((colour) => `${file} ${colour}`) ?? [],
    );
    expect(found).toEqual([]);
  });

  test("code names tokens, and no colour of its own", () => {
    const found = web(/\.tsx?$/).flatMap((file) =>
      [...inTexts(readSource(file)).matchAll(/#(?:[0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})(?=["'`;\s])|\b(?:rgba?|hsla?)\(/gi)].map(
        ([colour]) => `${file} ${colour}`,
      ),
    );
    expect(found).toEqual([]);
  });

  test("every token that is named is there, and every one that is there is named", () => {
    const own = new Set([...css.matchAll(/(--[a-z0-9-]+):/g)].map(([, name]) => name));
    const text = web(/\.(css|tsx?|js)$/)
      .map(readSource)
      .join("\n");
    const named = new Set([...text.matchAll(/var\((--[a-z-]+[0-9]?)|"(--[a-z-]+)"/g)].map(([, inStyle, inCode]) => inStyle ?? inCode));
    const inside = new Set([...css.matchAll(/var\((--[a-z0-9-]+)/g)].map(([, name]) => name));
    expect([...own].filter((name) => !named.has(name) && !inside.has(name) && !/^--chart-\d$/.test(name ?? ""))).toEqual([]);
    const elsewhere = new Set([...text.matchAll(/(--[a-z-]+)"?\]?:/g)].map(([, name]) => name));
    expect(
      [...named].filter((name) => !own.has(name) && !elsewhere.has(name) && !/^--(chart-|shop-|print-scale)/.test(name ?? "")),
    ).toEqual([]);
  });

  test.each(["index.html", "favicon.svg", "public/offline.html", "public/manifest.webmanifest"])(
    "%s stands alone, in colours of tokens",
    (file) => {
      const known = [...css.matchAll(/#[0-9a-f]{6}\b/g)].map(([colour]) => colour);
      const used = readFileSync(join(ROOT, "src/web", file), "utf8").match(/#(?:[0-9a-f]{6}|[0-9a-f]{3})\b/gi) ?? [];
      const whole = used.map((colour) => (colour.length === 4 ? colour.replace(/[0-9a-f]/gi, "$&$&") : colour));
      expect(whole.filter((colour) => !known.includes(colour))).toEqual([]);
    },
  );
});

const css = withoutComments(readSource(TOKENS));
type Tokens = ReadonlyMap<string, string>;

/** The tokens of a look, with a shop's colour where one is given. */
function tokensOf(look: "light" | "dark", shop: ReturnType<typeof brandOf> | null = null): Tokens {
  const blocks = [...css.matchAll(/:root(\[[^\]]*\])?\s*\{([^}]*)\}/g)].filter(([, which]) => which === undefined || which.includes(look));
  const said = blocks.flatMap(([, , body = ""]) =>
    [...body.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name = "", value = ""]) => [name, value] as const),
  );
  return new Map([...said, ...(shop === null ? [] : ([[`--shop-${look}`, shop[look]]] as const))]);
}

/** What a token comes to, as #rrggbb: a literal, another token, or a mixture of two. */
function colourOf(tokens: Tokens, name: string): string {
  return resolved(tokens, tokens.get(name) ?? "");
}

function resolved(tokens: Tokens, value: string): string {
  const text = value.trim();
  const other = /^var\((--[\w-]+)(?:,\s*(.+))?\)$/.exec(text);
  if (other) return resolved(tokens, tokens.get(other[1] ?? "") ?? other[2] ?? "");
  const mix = /^color-mix\(in srgb, (var\([^)]*\)) (.+?), (var\([^)]*\))\)$/.exec(text);
  if (!mix) {
    expect(text).toMatch(/^#[0-9a-f]{6}$/);
    return text;
  }
  const [, one = "", share = "", rest = ""] = mix;
  const part = share.replace(/var\((--[\w-]+)\)/g, (_, name: string) => tokens.get(name) ?? "");
  const factor = /^calc\((\d+)% ([*/]) ([\d.]+)\)$/.exec(part);
  const percent = factor
    ? factor[2] === "*"
      ? Number(factor[1]) * Number(factor[3])
      : Number(factor[1]) / Number(factor[3])
    : Number.parseFloat(part);
  const [a, b] = [resolved(tokens, one), resolved(tokens, rest)];
  const at = (hex: string, index: number) => Number.parseInt(hex.slice(1 + index * 2, 3 + index * 2), 16);
  return `#${[0, 1, 2]
    .map((index) =>
      Math.round((at(a, index) * percent + at(b, index) * (100 - percent)) / 100)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
}

const GROUNDS = ["--paper", "--raised", "--ground", "--subtle"];
const STATES = ["--brand-faint", "--brand-soft", "--brand-chosen", "--bad-soft", "--warn-soft", "--good-soft"];
/** Words and what they stand on. */
const PAIRS: readonly (readonly [string, readonly string[]])[] = [
  ["--ink", [...GROUNDS, ...STATES, "--fill", "--fill-strong"]],
  ["--ink-mid", [...GROUNDS, ...STATES]],
  ["--ink-soft", [...GROUNDS, ...STATES, "--fill", "--fill-strong"]],
  ["--ink-hint", ["--paper", "--raised"]],
  ["--brand", [...GROUNDS, "--brand-faint", "--brand-soft", "--brand-chosen"]],
  ["--brand-hover", [...GROUNDS, "--brand-faint", "--brand-soft", "--brand-chosen"]],
  // What is wrong, late or done stands in rows that are pointed at and chosen, too.
  ["--bad", [...GROUNDS, "--bad-soft", "--brand-faint", "--brand-soft"]],
  ["--warn", [...GROUNDS, "--warn-soft", "--brand-faint", "--brand-soft"]],
  ["--good", [...GROUNDS, "--good-soft", "--brand-faint", "--brand-soft"]],
  ["--on-fill", ["--brand", "--brand-hover", "--brand-active", "--bad", "--bad-hover", "--warn", "--good", "--tip"]],
  ["--on-side", ["--side", "--side-deep", "--side-chosen", "--hero-from", "--hero-via", "--hero-to"]],
  ["--side-ink", ["--side", "--side-deep"]],
  ["--hero-ink", ["--hero-from", "--hero-via"]],
  ["--sheet-ink", ["--sheet", "--sheet-fill"]],
];

function weakPairs(tokens: Tokens): string[] {
  return PAIRS.flatMap(([words, grounds]) =>
    grounds.flatMap((ground) => {
      const ratio = contrast(colourOf(tokens, words), colourOf(tokens, ground));
      return ratio >= 4.5 ? [] : [`${words} on ${ground}: ${ratio.toFixed(2)}`];
    }),
  );
}

describe("contrast", () => {
  test.each(["light", "dark"] as const)("words can be read on whatever they stand on: %s", (look) =>
    expect(weakPairs(tokensOf(look))).toEqual([]),
  );

  test.each(["light", "dark"] as const)("series of charts can be told from the ground: %s", (look) => {
    const tokens = tokensOf(look);
    const weak = [1, 2, 3, 4, 5, 6, 7, 8].filter(
      (index) => contrast(colourOf(tokens, `--chart-${index}`), colourOf(tokens, "--paper")) < 3,
    );
    expect(weak).toEqual([]);
  });

  test("a colour that a shop may have can be read in both looks; one that it may not has another that it may", () => {
    const colour = fc
      .tuple(fc.nat(255), fc.nat(255), fc.nat(255))
      .map((rgb) => `#${rgb.map((part) => part.toString(16).padStart(2, "0")).join("")}`);
    fc.assert(
      fc.property(colour, (asked) => {
        const taken = weakBrand(asked)?.instead ?? asked;
        expect(weakBrand(taken)).toBeNull();
        const shop = brandOf(taken);
        expect(
          [...weakPairs(tokensOf("light", shop)), ...weakPairs(tokensOf("dark", shop))].filter((pair) => pair.includes("brand")),
        ).toEqual([]);
      }),
    );
  });

  test("the portal's own colour could be a shop's", () => expect(weakBrand(colourOf(tokensOf("light"), "--brand"))).toBeNull());
});
