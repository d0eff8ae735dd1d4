import { describe, expect, test } from "vitest";
import { importsOf, readSource, sourceFiles } from "./source-files.ts";

/** Folder → what its files must never import (docs/architecture.md). Paths are prefixes; packages are exact names. */
const FORBIDDEN: Readonly<Record<string, readonly string[]>> = {
  "src/shared": ["src/web", "src/server", "node:", "react", "antd", "fastify", "kysely", "pg"],
  "src/shared/protocol": ["src/shared/domain", "ajv"],
  "src/shared/domain": ["src/shared/registry/build", "src/shared/registry/checks", "ajv"],
  "src/web": ["src/server", "node:", "ajv", "src/shared/registry/build", "src/shared/registry/checks", "kysely", "fastify"],
  "src/web/pages": ["src/web/overrides"],
  "src/web/kinds": ["src/web/pages", "src/web/shell", "src/web/app"],
  "src/web/api": ["src/web/pages", "src/web/shell", "src/web/kinds", "src/web/providers", "src/web/app"],
  "src/server": ["src/web", "react", "antd"],
  "src/server/query": ["fastify", "src/server/http", "src/server/http"],
  "src/server/db": ["fastify", "src/server/http", "src/server/http", "src/server/query/list-page"],
  "src/server/engine": ["fastify", "src/server/http", "src/server/http"],
  src: ["tests", "scripts"],
};

const breaks = (target: string, rule: string) => target === rule || target.startsWith(rule.endsWith(":") ? rule : `${rule}/`);

describe("arrows between folders", () => {
  test.each(Object.entries(FORBIDDEN))("%s", (folder, rules) => {
    const files = sourceFiles(folder);
    expect(files.length, "the folder has sources").toBeGreaterThan(0);
    const broken = files.flatMap((file) =>
      importsOf(file)
        .filter((target) => rules.some((rule) => breaks(target, rule)))
        .map((target) => `${file} → ${target}`),
    );
    expect(broken).toEqual([]);
  });
});

describe("one place each", () => {
  test("no shop id stands in code", () => {
    const named = sourceFiles("src").filter((file) => !file.startsWith("src/demo/") && /["'`]\d{10}["'`]/.test(readSource(file)));
    expect(named).toEqual([]);
  });

  test("the web app runs no text as code or markup", () => {
    const unsafe = sourceFiles("src").filter((file) => /dangerouslySetInnerHTML|new Function\(|\beval\(/.test(readSource(file)));
    expect(unsafe).toEqual([]);
  });

  test("raw SQL building of Kysely stays away from names of the wire", () => {
    const risky = sourceFiles("src").filter((file) => /sql\.raw|sql\.lit\b|dynamic\.ref|sql\.table\(/.test(readSource(file)));
    expect(risky.filter((file) => !/^src\/server\/(db|tables)\//.test(file))).toEqual([]);
  });
});
