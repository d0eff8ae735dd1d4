import { expect, it } from "vitest";
import { PROGRAM } from "../../../src/server/features.ts";
import { loadFiles } from "../../../src/server/registry/load-registry.ts";
import { buildRegistry, buildValid } from "../../../src/shared/build-registry.ts";

// docs/decisions/125
it("what was found valid before is built without being judged, and is the same", () => {
  const { files } = loadFiles(".");
  const built = buildRegistry(files, PROGRAM);
  expect(built.ok && built.registry).toEqual(buildValid(files, PROGRAM));
});
