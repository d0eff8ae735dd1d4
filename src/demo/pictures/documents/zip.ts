import { crc32 } from "node:zlib";

const [LOCAL_HEADER, DIRECTORY_ENTRY, DIRECTORY_END] = [0x04034b50, 0x02014b50, 0x06054b50];
const VERSION = 20;
/** Names are UTF-8. */
const FLAGS = 0x0800;
/** 1 January 2025, midnight, as DOS counts. */
const DATE = ((2025 - 1980) << 9) | (1 << 5) | 1;

/** A zip archive whose files are stored as they are; with the same files the same bytes. */
export function zip(files: Readonly<Record<string, string>>): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    const [path, data] = [Buffer.from(name, "utf8"), Buffer.from(text, "utf8")];
    // Method 0, time 0, date, checksum, both sizes, lengths of name and extra.
    const common = fields([2, VERSION], [2, FLAGS], [2, 0], [2, 0], [2, DATE], [4, crc32(data)], [4, data.length], [4, data.length]);
    const local = Buffer.concat([fields([4, LOCAL_HEADER]), common, fields([2, path.length], [2, 0]), path, data]);
    const rest = fields([2, path.length], [2, 0], [2, 0], [2, 0], [2, 0], [4, 0], [4, offset]);
    directory.push(Buffer.concat([fields([4, DIRECTORY_ENTRY], [2, VERSION]), common, rest, path]));
    locals.push(local);
    offset += local.length;
  }
  const entries = Buffer.concat(directory);
  const count = directory.length;
  const end = fields([4, DIRECTORY_END], [2, 0], [2, 0], [2, count], [2, count], [4, entries.length], [4, offset], [2, 0]);
  return Buffer.concat([...locals, entries, end]);
}

/** Little-endian numbers, each so many bytes wide. */
function fields(...numbers: readonly (readonly [width: 2 | 4, value: number])[]): Buffer {
  return Buffer.concat(
    numbers.map(([width, value]) => {
      const bytes = Buffer.alloc(width);
      bytes.writeUIntLE(value, 0, width);
      return bytes;
    }),
  );
}
