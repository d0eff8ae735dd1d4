/** All of these bytes; null: none. Throws what `tooMuch` makes as soon as there are more than `most`; what is left is not read. */
export async function readLimited(parts: AsyncIterable<Uint8Array> | null, most: number, tooMuch: () => Error): Promise<Buffer> {
  const read: Uint8Array[] = [];
  let size = 0;
  for await (const part of parts ?? []) {
    size += part.length;
    if (size > most) throw tooMuch();
    read.push(part);
  }
  return Buffer.concat(read);
}
