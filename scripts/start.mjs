/** `npm start`: builds when the sources changed since the last build, then starts the portal. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");

// A child process, so that the bundler's memory is given back before the server starts.
const built = spawnSync(process.execPath, [join(root, "scripts/build.mjs"), "--if-changed"], { stdio: "inherit" });
if (built.status !== 0) {
  console.error("The build failed; the messages above say where.");
  process.exit(1);
}
process.env.NODE_ENV ??= "production";
await import(join(root, "dist/server/main.js"));
