import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { slimRefine } from "./scripts/vite-slim-refine.ts";

/** The web app (src/web → dist/web, served by the API server on its own port) and the Vitest settings. */
export default defineConfig({
  root: "src/web",
  plugins: [react(), slimRefine()],
  build: { outDir: "../../dist/web", emptyOutDir: true, target: "es2022" },
  worker: { format: "es" },
  test: {
    root: import.meta.dirname,
    include: ["tests/**/*.test.ts"],
    exclude: ["tests/e2e/**"],
    environment: "node",
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Two cores are common on CI machines; each worker may run a database of its own.
    maxWorkers: 2,
  },
});
