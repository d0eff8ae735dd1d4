import { buffer } from "node:stream/consumers";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it } from "vitest";
import { zipStream } from "../../../src/server/base/book/zip-writer.ts";

it("a workbook whose rows fail before anybody reads it fails whoever reads it, and nobody else", async () => {
  // biome-ignore lint/correctness/useYield: it fails before its first row
  async function* failing(): AsyncGenerator<string> {
    throw new Error("the rows cannot be read");
  }
  const packed = zipStream([["sheet.xml", failing()]]);
  // As while the file that it is written to is being opened. An error that nobody hears would end the process here.
  for (let n = 0; n < 10; n++) await nextTurn();
  await expect(buffer(packed)).rejects.toThrow("the rows cannot be read");
});
