import { once } from "node:events";
import { createServer } from "node:net";
import { listenError } from "./report.ts";

/** Finds out whether the server will be able to listen, before a database is opened and filled. Throws a StartupError. */
export async function probePort(host: string, port: number): Promise<void> {
  const probe = createServer();
  try {
    probe.listen({ host, port });
    await once(probe, "listening");
  } catch (error) {
    throw listenError(error, host, port);
  }
  probe.close();
  await once(probe, "close");
}
