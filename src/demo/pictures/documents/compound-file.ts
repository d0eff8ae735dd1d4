const SECTOR = 512;
const ENTRY = 128;
const NONE = 0xffffffff;
const [END_OF_CHAIN, FAT_SECTOR] = [0xfffffffe, 0xfffffffd];
const [STREAM, ROOT] = [2, 5];
/** Before the streams: the one sector of the allocation table, and the one of the directory. */
const [FAT_AT, DIRECTORY_AT, STREAMS_AT] = [0, 1, 2];

/**
 * An OLE compound file ([MS-CFB], version 3) of up to three streams, each of a whole number of sectors and at least 4096
 * bytes. Names must come in the order of their lengths: the directory is a tree sorted by them.
 */
export function compoundFile(streams: Readonly<Record<string, Buffer>>): Buffer {
  const contents = Object.values(streams);
  const fat = Buffer.alloc(SECTOR, 0xff);
  fat.writeUInt32LE(FAT_SECTOR, FAT_AT * 4);
  fat.writeUInt32LE(END_OF_CHAIN, DIRECTORY_AT * 4);
  const last = contents.length;
  const entries = [entry("Root Entry", ROOT, { child: last, start: END_OF_CHAIN, size: 0 })];
  let sector = STREAMS_AT;
  for (const [index, [name, bytes]] of Object.entries(streams).entries()) {
    // A line of the tree: each entry has the shorter name on its left.
    entries.push(entry(name, STREAM, { left: index === 0 ? NONE : index, start: sector, size: bytes.length }));
    const end = sector + bytes.length / SECTOR;
    for (; sector < end; sector++) fat.writeUInt32LE(sector + 1 === end ? END_OF_CHAIN : sector + 1, sector * 4);
  }
  const directory = Buffer.concat([...entries, Buffer.alloc(SECTOR)], SECTOR);
  return Buffer.concat([header(), fat, directory, ...contents]);
}

function header(): Buffer {
  const bytes = Buffer.alloc(SECTOR);
  bytes.set(Buffer.from("d0cf11e0a1b11ae1", "hex"));
  // Version 3.62, little-endian, sectors of 2^9 bytes, mini sectors of 2^6.
  for (const [at, value] of [
    [24, 0x3e],
    [26, 3],
    [28, 0xfffe],
    [30, 9],
    [32, 6],
  ] as const)
    bytes.writeUInt16LE(value, at);
  const longs = [
    [44, 1],
    [48, DIRECTORY_AT],
    [56, 4096],
    [60, END_OF_CHAIN],
    [68, END_OF_CHAIN],
    [76, FAT_AT],
  ] as const;
  for (const [at, value] of longs) bytes.writeUInt32LE(value, at);
  bytes.fill(0xff, 80);
  return bytes;
}

interface EntryParts {
  readonly left?: number;
  readonly child?: number;
  readonly start: number;
  readonly size: number;
}

function entry(name: string, type: number, { left = NONE, child = NONE, start, size }: EntryParts): Buffer {
  const bytes = Buffer.alloc(ENTRY);
  bytes.write(name, "utf16le");
  bytes.writeUInt16LE((name.length + 1) * 2, 64);
  bytes.writeUInt8(type, 66);
  bytes.writeUInt8(1, 67); // black
  bytes.writeUInt32LE(left, 68);
  bytes.writeUInt32LE(NONE, 72);
  bytes.writeUInt32LE(child, 76);
  bytes.writeUInt32LE(start, 116);
  bytes.writeUInt32LE(size, 120);
  return bytes;
}
