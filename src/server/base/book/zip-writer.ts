import { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { ZipFile } from "yazl";

/** The files of an archive by name, each as its bytes come, one after the other; the next one is asked for when one is packed. */
export type ZipParts = AsyncIterable<ZipPart> | Iterable<ZipPart>;
export type ZipPart = readonly [name: string, bytes: AsyncIterable<string | Buffer> | Iterable<string | Buffer>];

/**
 * Packs files into a zip archive as they come: nothing but what is being packed is in memory, however large they are. What a part throws, the
 * stream ends with. `level`: how hard it is packed, from 1 to 9.
 */
export function zipStream(parts: ZipParts, level = 6): Readable {
  const zip = new ZipFile();
  const packed = zip.outputStream as Readable;
  // Whoever reads it hears of it, also later; an error that nobody hears yet would end the process.
  packed.on("error", () => undefined);
  addParts(zip, parts, level, packed).then(
    () => zip.end(),
    (error: Error) => packed.destroy(error),
  );
  return packed;
}

async function addParts(zip: ZipFile, parts: ZipParts, level: number, packed: Readable): Promise<void> {
  let source: Readable | undefined;
  // Who reads no more leaves the parts unread.
  packed.once("close", () => source?.destroy());
  for await (const [name, bytes] of parts) {
    source = Readable.from(bytes, { objectMode: false });
    zip.addReadStream(source, name, { compressionLevel: level });
    await finished(source);
  }
}
