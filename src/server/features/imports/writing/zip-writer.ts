import { Zip, ZipDeflate } from "fflate";

/** The files of an archive by name, each as its text comes, one after the other. */
export type ZipParts = readonly (readonly [name: string, texts: AsyncIterable<string> | Iterable<string>])[];

/** Packs texts into a zip archive as they come: of a large one only its packed bytes are in memory. */
export async function writeZip(parts: ZipParts): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  const failures: Error[] = [];
  const zip = new Zip((failure, chunk) => {
    if (failure) failures.push(failure);
    else chunks.push(chunk);
  });
  for (const [name, texts] of parts) {
    const part = new ZipDeflate(name, { level: 6 });
    zip.add(part);
    for await (const text of texts) part.push(Buffer.from(text));
    part.push(new Uint8Array(), true);
  }
  zip.end();
  const [failure] = failures;
  if (failure) throw failure;
  return Buffer.concat(chunks);
}
