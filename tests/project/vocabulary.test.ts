import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT, readCode, readSource, sourceFiles } from "./source-files.ts";

/** Entities that the engine itself keeps, and sign-in reads: named by the server, in few places. */
const TECHNICAL = new Set([
  "Shop",
  "Provider",
  "User",
  "UserGroup",
  "GroupModule",
  "ConfigItem",
  "TaskState",
  "EventLog",
  "Message",
  "Store",
]);

const entities = readdirSync(join(ROOT, "schemas/entities"))
  .map((file) => (JSON.parse(readSource(`schemas/entities/${file}`)) as { name: string }).name)
  .filter((name) => !TECHNICAL.has(name));

test("no code outside flows and seed knows an entity by name", () => {
  const quoted = new RegExp(`["'\`](${entities.join("|")})["'\`]`);
  const knowing = sourceFiles("src").filter((file) => !/^src\/server\/(flows|db\/seed)\//.test(file) && quoted.test(readCode(file)));
  expect(knowing).toEqual([]);
});

test("no code of the web app knows a module by number", () => {
  const ids = (JSON.parse(readSource("modules.json")) as { groups: { modules: { id: number }[] }[] }).groups.flatMap((group) =>
    group.modules.map((module) => module.id),
  );
  const numbered = new RegExp(`\\b(${ids.join("|")})\\b`);
  expect(sourceFiles("src/web").filter((file) => numbered.test(readCode(file)))).toEqual([]);
});
