/**
 * `npm run dev`: the portal on one port with everything hot. Web code through Vite; modules.json and schemas through the
 * server's own watcher; server code by a restart of the server alone (sessions live in the database, so nobody signs in anew).
 * Beside it the names that editors offer are kept fresh (scripts/editor.ts).
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer as createNetServer } from "node:net";
import { join } from "node:path";
import { watch } from "chokidar";
import { createServer } from "vite";

const root = join(import.meta.dirname, "..");
const port = Number(process.env.PORT ?? 8080);
const host = process.env.HOST ?? "127.0.0.1";
const apiPort = await freePort();
const target = `http://127.0.0.1:${apiPort}`;
const RESTART_MS = 150;

const vite = await createServer({
  root: join(root, "src/web"),
  configFile: join(root, "vite.config.ts"),
  server: {
    port,
    host,
    strictPort: true,
    // Calls are POST; what the browser GETs below /api/ are sources of src/web/api.
    proxy: Object.fromEntries([
      ...["/api/", "/API/", "/connect/", "/callback/"].map((path) => [
        path,
        { target, bypass: ({ method, url }) => (method === "GET" ? url : null) },
      ]),
      ...["/healthz", "/readyz"].map((path) => [path, { target }]),
    ]),
  },
});
await vite.listen().catch((error) => {
  console.error(`cannot listen on ${host}:${port}: ${error.message}; stop the other program, or set PORT`);
  process.exit(1);
});

let api = startApi();
let names = startNames();
let restart;
const watcher = watch(
  [
    join(root, "src/main.ts"),
    join(root, "src/server"),
    join(root, "src/demo"),
    join(root, "src/shared"),
    join(root, "schemas/meta"),
    join(root, "schemas/reference"),
  ],
  {
    ignoreInitial: true,
  },
);
watcher.on("all", () => {
  clearTimeout(restart);
  restart = setTimeout(async () => {
    await Promise.all([stop(api), stop(names)]);
    api = startApi();
    names = startNames();
  }, RESTART_MS);
});
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.on(signal, async () => {
    await Promise.all([watcher.close(), vite.close(), stop(names), stop(api)]);
    process.exit(0);
  });
}

function startApi() {
  const env = {
    REGISTRY_EDITS: "serve",
    ...process.env,
    PORT: String(apiPort),
    HOST: "127.0.0.1",
    PUBLIC_URL: process.env.PUBLIC_URL ?? `http://${host}:${port}`,
  };
  return start("src/main.ts", [], env);
}

function startNames() {
  return start("scripts/editor.ts", ["--watch", "--dir", process.env.REGISTRY_DIR ?? root], process.env);
}

function start(script, args, env) {
  return spawn(process.execPath, ["--import", "tsx", join(root, script), ...args], { cwd: root, env, stdio: "inherit" });
}

async function stop(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "exit");
}

async function freePort() {
  const probe = createNetServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port: free } = probe.address();
  probe.close();
  await once(probe, "close");
  return free;
}
