import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/** Folder of the project. */
export const ROOT = join(import.meta.dirname, "../..");

/** Every TypeScript source below a folder, relative to the project. */
export function sourceFiles(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .map((path) => `${folder}/${path.replaceAll("\\", "/")}`)
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith(".d.ts"))
    .sort();
}

export function readSource(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}

const IMPORT = /(?:^|\n)\s*(?:import|export)\s[^;]*?from\s*"([^"]+)"|import\(\s*"([^"]+)"\s*\)|(?:^|\n)\s*import\s+"([^"]+)"/g;

/** What a source imports: project paths for relative imports, package names otherwise. */
export function importsOf(path: string): string[] {
  return [...readSource(path).matchAll(IMPORT)].map((match) => {
    const target = match[1] ?? match[2] ?? match[3] ?? "";
    return target.startsWith(".") ? relative(ROOT, join(ROOT, dirname(path), target)).replaceAll("\\", "/") : target;
  });
}

/** A source without its comments: what the program knows, not what its authors explain. */
export function readCode(path: string): string {
  return readSource(path)
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/(^|\s)\/\/.*$/gm, "");
}
