import { setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { buildRegistry, versionOf } from "../../shared/build-registry.ts";
import type { Former, Registry } from "../../shared/registry/model.ts";
import type { RawFile } from "../../shared/registry/place.ts";
import type { Change } from "../../shared/registry/plan/change.ts";
import { planChanges } from "../../shared/registry/plan/plan-changes.ts";
import type { BuildQuestion, BuildTask, BuiltMessage } from "./build-thread.ts";
import { loadModel } from "./load-registry.ts";
import { pack } from "./transfer.ts";

// The thread in which an edited registry is read, checked and built: half a second of work that must not hold up requests.

if (!parentPort) throw new Error("registry-worker runs as a worker thread only");
const port = parentPort;
const { dir, program } = workerData as BuildTask;
yieldToRequests();
/** Built once for all edits that follow. */
let base: Registry | null = null;
port.on("message", ({ served, undone }: BuildQuestion) => {
  const model = loadModel(dir, program);
  if (!model.ok) return port.postMessage({ problems: model.problems } satisfies BuiltMessage);
  const { registry, files } = model;
  const slices = pack(registry);
  port.postMessage(
    { slices, files, changes: changesSince(served, registry, undone) } satisfies BuiltMessage,
    slices.map(({ buffer }) => buffer),
  );
});

function changesSince(served: readonly RawFile[] | null, registry: Registry, undone: readonly Former[]): readonly Change[] {
  if (served === null) return [];
  const version = versionOf(served);
  if (version === registry.version) return [];
  if (base?.version !== version) {
    const built = buildRegistry(served, program);
    // It is served, so it was valid.
    if (!built.ok) throw new Error(`the served registry cannot be built: ${built.problems[0]?.message}`);
    base = built.registry;
  }
  return planChanges({ registry: base, files: served }, registry, program, undone);
}

/** Where threads have priorities of their own (Linux), requests and the embedded database come first when cores are short. */
function yieldToRequests(): void {
  if (process.platform !== "linux") return;
  try {
    setPriority(0, 10);
  } catch {
    // A sandbox may forbid it; the build is as good, only not as polite.
  }
}
