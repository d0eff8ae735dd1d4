import { expect, test } from "vitest";
import { ENGINE_NEEDS } from "../../src/server/engine/needs.ts";
import { SHIPPED, SHIPPED_PAGES } from "../fixtures/shipped-registry.ts";
import { readCode, sourceFiles } from "./source-files.ts";

const entities = SHIPPED.entities.filter((name) => ENGINE_NEEDS[name] === undefined);

test("no code outside features and demo knows an entity by name", () => {
  const quoted = new RegExp(`["'\`](${entities.join("|")})["'\`]`);
  const knowing = sourceFiles("src").filter(
    (file) => !/^src\/(demo|server\/(features|generated))\//.test(file) && quoted.test(readCode(file)),
  );
  expect(knowing).toEqual([]);
});

/** The badge leads where the specification says, which also names the calls of its group Advice; 404 is what a missing page is called, too. */
const SAID_BY_SPECIFICATION = [
  "src/web/shell/TitleBar.tsx",
  "src/web/pages/not-found/NotFoundPage.tsx",
  "src/server/features/advice/advice-calls.ts",
];

test("no code outside features, overrides and demo knows a page by its number, name or path", () => {
  const pages = SHIPPED_PAGES;
  // A bare number may be a width in pixels; a page's number is compared with one, or stands in quotes.
  const ids = pages.map(({ id }) => id).join("|");
  const numbered = new RegExp(`["'\`](${ids})["'\`]|(MdlId|mdl|module\\.id)\\)? *(===|!==|:) *(${ids})\\b`);
  const named = new RegExp(
    `["'\`](${pages.flatMap(({ name }) => (name === "" ? [] : [name])).join("|")})["'\`]|(${Object.keys(SHIPPED.groups).join("|")})/[A-Za-z]`,
  );
  const knowing = sourceFiles("src").filter((file) => {
    if (/^src\/(demo|server\/(features|generated|http\/route-table)|web\/overrides)\b/.test(file)) return false;
    const code = readCode(file);
    return numbered.test(code) || named.test(code);
  });
  expect(knowing.filter((file) => !SAID_BY_SPECIFICATION.includes(file))).toEqual([]);
});
