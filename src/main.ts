import cluster from "node:cluster";
import { fileURLToPath } from "node:url";
import { prepareDemo } from "./demo/seed/prepare-demo.ts";
import { readSettings } from "./server/config/read-settings.ts";
import { startupReport } from "./server/config/report.ts";
import { runWorkers } from "./server/config/workers.ts";
import { start } from "./server/start.ts";

/** The program: the server, with the demo as first data. Nothing else knows the demo. */
try {
  const settings = readSettings(process.env, process.argv.slice(2));
  if (settings.workers > 1 && cluster.isPrimary) runWorkers(settings.workers, fileURLToPath(import.meta.url));
  else await start(settings, prepareDemo);
} catch (error) {
  for (const line of startupReport(error)) process.stderr.write(`${line}\n`);
  process.exit(1);
}
