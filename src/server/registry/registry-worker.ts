import { setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import type { BuildTask, BuiltMessage } from "./build-thread.ts";
import { loadRegistry } from "./load-registry.ts";
import { pack } from "./transfer.ts";

// The thread in which an edited registry is read, checked and built: half a second of work that must not hold up requests.

if (!parentPort) throw new Error("registry-worker runs as a worker thread only");
const port = parentPort;
const { dir, program } = workerData as BuildTask;
yieldToRequests();
port.on("message", () => {
  const result = loadRegistry(dir, program);
  if (!result.ok) return port.postMessage({ problems: result.problems } satisfies BuiltMessage);
  const slices = pack(result.registry);
  port.postMessage(
    { slices } satisfies BuiltMessage,
    slices.map(({ buffer }) => buffer),
  );
});

/** Where threads have priorities of their own (Linux), requests and the embedded database come first when cores are short. */
function yieldToRequests(): void {
  if (process.platform !== "linux") return;
  try {
    setPriority(0, 10);
  } catch {
    // A sandbox may forbid it; the build is as good, only not as polite.
  }
}
