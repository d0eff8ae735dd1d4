import { afterAll } from "vitest";
import { runAtEnd } from "./server/db/fixtures/at-end.ts";

// Vitest runs this anew for each test file, also where files share their modules.
afterAll(runAtEnd);
