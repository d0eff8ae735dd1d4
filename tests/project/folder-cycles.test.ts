import { dirname } from "node:path";
import { expect, test } from "vitest";
import { importsOf, sourceFiles } from "./source-files.ts";

/** Folder to the folders that its own files import from, types included; a folder does not count for those inside it. */
function folderGraph(files: readonly string[]): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>();
  for (const file of files) {
    const from = dirname(file);
    const to = importsOf(file).filter((target) => target.startsWith("src/"));
    const known = graph.get(from) ?? new Set();
    graph.set(from, new Set([...known, ...to.map(dirname)].filter((folder) => folder !== from)));
  }
  return graph;
}

/** Folders that reach each other: the strongly connected parts of more than one folder. */
function cyclesOf(graph: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const reached = new Map([...graph.keys()].map((folder) => [folder, reachedFrom(folder, graph)]));
  const isBack = (one: string, other: string) => (reached.get(one)?.has(other) ?? false) && (reached.get(other)?.has(one) ?? false);
  const parts = [...graph.keys()].sort().map((folder) => [...graph.keys()].filter((other) => isBack(folder, other)).sort());
  return [...new Map(parts.filter(({ length }) => length > 1).map((part) => [part.join(), part])).values()];
}

function reachedFrom(folder: string, graph: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const seen = new Set<string>();
  const open = [...(graph.get(folder) ?? [])];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    open.push(...(graph.get(next) ?? []));
  }
  return seen;
}

test("two folders that need each other are found, over others too", () => {
  const graph = new Map([
    ["a", new Set(["b"])],
    ["b", new Set(["c"])],
    ["c", new Set(["a", "d"])],
    ["d", new Set<string>()],
  ]);
  expect(cyclesOf(graph)).toEqual([["a", "b", "c"]]);
  expect(cyclesOf(new Map([...graph, ["c", new Set(["d"])]]))).toEqual([]);
});

test("no folder reaches itself", () => {
  const files = sourceFiles("src");
  const graph = folderGraph(files);
  expect(graph.size).toBe(new Set(files.map(dirname)).size);
  expect(cyclesOf(graph)).toEqual([]);
});
