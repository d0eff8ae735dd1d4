/**
 * `npm run build`: the web app and the server into dist/, put in place only when both succeeded. With `--if-changed` nothing is
 * done when dist/ was built from these very sources.
 */
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { hashSources } from "./sources.mjs";
import { threadsOf } from "./threads.mjs";

const root = join(import.meta.dirname, "..");
const staging = join(root, ".cache", `build-${process.pid}`);
const dist = join(root, "dist");

const stamp = await hashSources(root);
if (process.argv.includes("--if-changed")) {
  if (stamp === (await readFile(join(dist, "stamp"), "utf8").catch(() => ""))) process.exit();
  console.log("Building (a few seconds) …");
}

const { build } = await import("vite");
await rm(staging, { recursive: true, force: true });
await mkdir(staging, { recursive: true });
try {
  await build({
    root: join(root, "src/web"),
    configFile: join(root, "vite.config.ts"),
    logLevel: "warn",
    build: { outDir: join(staging, "web") },
  });
  await build({
    root,
    configFile: false,
    logLevel: "warn",
    // What is shipped cannot be made to fail on purpose (src/server/features/payments/bank/fault-point.ts).
    define: { WITHOUT_FAULT_POINTS: "true" },
    build: {
      ssr: true,
      outDir: join(staging, "server"),
      target: "node20",
      rollupOptions: {
        // Threads are looked for beside the file that starts them.
        input: {
          main: join(root, "src/main.ts"),
          ...threadsOf(root),
        },
        output: { entryFileNames: "[name].js", chunkFileNames: "[name].js" },
      },
    },
  });
  // What the demo reads beside its code (src/demo/demo-files.ts).
  await cp(join(root, "src/demo/files"), join(staging, "server/files"), { recursive: true });
  await compress(join(staging, "web"));
  await writeFile(join(staging, "stamp"), stamp);
  await rm(dist, { recursive: true, force: true });
  await rename(staging, dist).catch(async () => cp(staging, dist, { recursive: true }));
} finally {
  await rm(staging, { recursive: true, force: true });
}

/** A .br beside every text the browser loads: the server sends it as it is. */
async function compress(folder) {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(js|css|html|svg)$/.test(entry.name)) continue;
    const file = join(entry.parentPath, entry.name);
    const packed = brotliCompressSync(await readFile(file), { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
    await writeFile(`${file}.br`, packed);
  }
}
