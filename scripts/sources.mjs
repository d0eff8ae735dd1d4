import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** What the built portal is made of. modules.json and the other schemas are read at run time, so they are not here. */
const SOURCES = [
  "src",
  "schemas/meta",
  "schemas/reference",
  "package-lock.json",
  "vite.config.ts",
  "tsconfig.json",
  "scripts/build.mjs",
  "scripts/threads.mjs",
  "scripts/vite-slim-refine.ts",
];

/** A hash over every source of the build, so that `npm start` builds exactly when something changed. */
export async function hashSources(root) {
  const hash = createHash("sha256").update(process.version);
  for (const source of SOURCES) {
    for (const file of await filesOf(root, source)) hash.update(`\0${file}\0`).update(await readFile(join(root, file)));
  }
  return hash.digest("hex");
}

async function filesOf(root, path) {
  const entries = await readdir(join(root, path), { withFileTypes: true }).catch((error) => {
    if (error.code === "ENOTDIR") return null;
    throw error;
  });
  if (entries === null) return [path];
  const nested = await Promise.all(
    entries.map((entry) => (entry.isDirectory() ? filesOf(root, `${path}/${entry.name}`) : [`${path}/${entry.name}`])),
  );
  return nested.flat().sort();
}
