import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { slimRefine } from "./scripts/vite-slim-refine.ts";
import { filesThatReplace } from "./tests/alone.ts";
import { withoutGuard } from "./tests/guards/without-guard.ts";
import { LongestFirst } from "./tests/longest-first.ts";

/**
 * What a first visit loads in one piece each, with everything it needs: the login page (with the little that it and the pages of
 * visitors need besides React), the light list (docs/decisions/136), and the app with a list. Left to itself the bundler makes a chunk of every set of modules that
 * some pages share: 80 files for a list, 15 % more bytes as each is packed alone. The entry (main.tsx) stays outside: it waits for
 * one of the two, and must not wait for itself.
 */
const FIRST_LOADS = [
  {
    name: "login",
    test: /src\/(web\/(pages\/login\/mount\.tsx|app\/(paths|start-portal)\.ts|api\/post\.ts|kinds\/text\/url-text\.ts)|shared\/(domain\/(scaled|value-text)|protocol\/list)\.ts)$/,
    priority: 2,
  },
  // What draws the first list before the portal is there, and what the portal has in common with it.
  { name: "light", test: /src\/web\/app\/light\/draw-light\.tsx$/, priority: 1.5 },
  { name: "list", test: /src\/web\/app\/(mount|ModulePage)\.tsx$/, priority: 1 },
];

/** Within tests the threads of the server are those that were built once for all of them. */
const builtThreads: Plugin = {
  name: "built-threads",
  enforce: "pre",
  apply: () => process.env.VITEST !== undefined,
  resolveId: (source, importer) =>
    source.endsWith("/base/thread-file.ts") && importer?.includes("/src/server/")
      ? fileURLToPath(new URL("tests/built-threads.ts", import.meta.url))
      : null,
};

const ALONE = filesThatReplace(import.meta.dirname);

/** The web app (src/web → dist/web, served by the API server on its own port) and the Vitest settings. */
export default defineConfig({
  root: "src/web",
  plugins: [react(), slimRefine(), builtThreads, withoutGuard],
  build: {
    outDir: "../../dist/web",
    // The first list and all it needs are one piece on purpose: see FIRST_LOADS.
    chunkSizeWarningLimit: 1500,
    emptyOutDir: true,
    target: "es2022",
    rolldownOptions: { output: { codeSplitting: { groups: FIRST_LOADS } } },
  },
  worker: { format: "es" },
  test: {
    root: import.meta.dirname,
    globalSetup: "tests/global-setup.ts",
    setupFiles: ["tests/setup.ts", "tests/assertion-audit.ts"],
    // What the log says is compared in English, whatever the developer's locale.
    env: { LC_MESSAGES: "C" },
    // Nothing here measures time: a slow machine may be slow.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    expect: { poll: { timeout: 200_000 } },
    // Two cores are common on CI machines. A third worker has something to do while others wait for processes and clocks.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      // What a worker has loaded once (the registry, the application, the demo in memory) serves all its files.
      { extends: true, test: { name: "node", include: ["tests/**/*.test.ts"], exclude: [...ALONE, "tests/e2e/**"], isolate: false } },
      { extends: true, test: { name: "alone", include: ALONE } },
      { extends: true, test: { name: "browser", include: ["tests/web/**/*.test.tsx"], environment: "happy-dom" } },
    ],
  },
});
