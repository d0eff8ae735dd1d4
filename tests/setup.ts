import { afterAll, vi } from "vitest";
import { runAtEnd } from "./server/db/fixtures/at-end.ts";

// Vitest runs this anew for each test file, also where files share their modules. The last hook runs first.

// Nothing that a file has replaced is met by the next one of its worker.
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});
afterAll(runAtEnd);
