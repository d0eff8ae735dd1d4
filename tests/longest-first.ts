import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files of a few lines that take longest, as the report of a run tells (.cache/vitest.json): what is generated, and what starts servers. */
export const LONGEST: readonly string[] = [
  "server/payments/crash",
  "server/app/start",
  "server/app/all-modules",
  "server/db/login",
  "server/seed/seed-demo",
  "server/app/recorded-calls",
  "server/rights/privilege-matrix",
  "guards/guards",
  "server/app/second-wall",
  "server/rights/non-interference",
  "server/app/stop",
  "server/db/engine-faults",
  "server/db/durability",
  "shared/registry/mutations",
  "schemas/real",
  "schemas/watch-registry",
  "project/new-module",
];

/**
 * Begins with what takes longest. On a machine that has never run the tests Vitest knows their sizes alone, and begins with the largest file:
 * a minute of the run was one file of forty lines, with one core at work.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const [others, shared] = [sorted.filter(isIsolated), sorted.filter((file) => !isIsolated(file))];
    return [...others, ...shared.filter(isLongest), ...shared.filter((file) => !isLongest(file))];
  }
}

/** Those that share what a worker has loaded come in one row: whatever runs between two of them ends the worker. */
const isIsolated = ({ project }: TestSpecification) => project.config.isolate;

const isLongest = ({ moduleId }: TestSpecification) => LONGEST.some((name) => moduleId.endsWith(`/tests/${name}.test.ts`));
