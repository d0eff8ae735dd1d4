import { prepareDemo } from "./demo/seed/prepare-demo.ts";
import { readSettings } from "./server/config/read-settings.ts";
import { startupReport } from "./server/config/report.ts";
import { start } from "./server/start.ts";

/** The program: the server, with the demo as first data. Nothing else knows the demo. */
try {
  await start(readSettings(process.env), prepareDemo);
} catch (error) {
  for (const line of startupReport(error)) process.stderr.write(`${line}\n`);
  process.exit(1);
}
