import { expect, it } from "vitest";
import { ConnectionLine } from "../../../src/server/db/driver/connection-line.ts";
import { toApiError } from "../../../src/server/db/errors.ts";

/** Somebody who waits, and what comes of it. */
function enter(line: ConnectionLine, name: string, told: string[]): Promise<void> {
  return line.enter().then(
    () => void told.push(name),
    (error: Error) => void told.push(`${name}: ${toApiError(error)?.code ?? error.message}`),
  );
}

const settled = () => new Promise<void>((done) => setImmediate(done));

it("lets in as many as there are connections, and the others in the order in which they came", async () => {
  const [line, told] = [new ConnectionLine(2, 60_000), [] as string[]];
  for (const name of ["a", "b", "c", "d"]) void enter(line, name, told);
  await settled();
  expect(told).toEqual(["a", "b"]);
  line.leave();
  await settled();
  expect(told).toEqual(["a", "b", "c"]);
  line.leave();
  line.leave();
  line.leave();
  await settled();
  void enter(line, "e", told);
  void enter(line, "f", told);
  await settled();
  expect(told).toEqual(["a", "b", "c", "d", "e", "f"]);
});

it("refuses who has waited too long, as an answer that is told to ask again, and keeps no place for him", async () => {
  const [line, told] = [new ConnectionLine(1, 20), [] as string[]];
  void enter(line, "a", told);
  await enter(line, "b", told);
  expect(told).toEqual(["a", "b: 503"]);
  line.leave();
  await enter(line, "c", told);
  expect(told.at(-1)).toBe("c");
});

it("lets nobody wait for a connection where none can be opened", async () => {
  const [line, told] = [new ConnectionLine(1, 60_000), [] as string[]];
  for (const name of ["a", "b", "c"]) void enter(line, name, told);
  await settled();
  line.leave(new Error("no database"));
  await settled();
  expect(told).toEqual(["a", "b: no database", "c: no database"]);
  await enter(line, "d", told);
  expect(told.at(-1)).toBe("d");
});
