import cluster from "node:cluster";
import { fileURLToPath } from "node:url";
import { begin, probePort } from "./server/begin.ts";
import { disablePretenuring } from "./server/config/engine-memory.ts";
import { readSettings } from "./server/config/read-settings.ts";
import { runWorkers } from "./server/config/workers.ts";

/**
 * The program: the server, with the demo as first data. Nothing else knows the demo. What it begins with is read alone, and the rest of the program while the
 * database opens. Nobody waits for `run` here: the rest imports what this file has in common with it, and would wait for this file.
 */
async function run(): Promise<void> {
  disablePretenuring();
  const settings = readSettings(process.env, process.argv.slice(2));
  if (cluster.isPrimary) await probePort(settings.host, settings.port);
  if (settings.workers > 1 && cluster.isPrimary) return runWorkers(settings.workers, fileURLToPath(import.meta.url));
  const beginning = begin(settings);
  const [{ start }, { prepareDemo }] = await Promise.all([import("./server/start.ts"), import("./demo/seed/prepare-demo.ts")]);
  await start(settings, beginning, prepareDemo);
}

run().catch(async (error: unknown) => {
  const { startupReport } = await import("./server/config/report.ts");
  for (const line of startupReport(error)) process.stderr.write(`${line}\n`);
  process.exit(1);
});
