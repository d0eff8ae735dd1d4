/** The types of files that can be uploaded. Told from their bytes alone: names and declared types say what the sender likes. */
export type FileType = "png" | "jpeg" | "pdf" | "doc" | "docx";

interface FileTypeInfo {
  readonly mime: string;
  /** The first is given to files that have none of them. */
  readonly extensions: readonly [string, ...string[]];
  readonly fits: (bytes: Buffer) => boolean;
}

const OLE = Buffer.from("d0cf11e0a1b11ae1", "hex");
/** The stream that makes an OLE file a Word document; installers and spreadsheets have others. */
const WORD_STREAM = Buffer.from("WordDocument", "utf16le");

export const FILE_TYPES = {
  png: { mime: "image/png", extensions: ["png"], fits: startsWith(Buffer.from("89504e470d0a1a0a", "hex")) },
  jpeg: { mime: "image/jpeg", extensions: ["jpg", "jpeg"], fits: startsWith(Buffer.from("ffd8ff", "hex")) },
  pdf: { mime: "application/pdf", extensions: ["pdf"], fits: startsWith(Buffer.from("%PDF-")) },
  doc: { mime: "application/msword", extensions: ["doc"], fits: (bytes) => startsWith(OLE)(bytes) && bytes.includes(WORD_STREAM) },
  docx: {
    mime: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    extensions: ["docx"],
    fits: isWordZip,
  },
} as const satisfies Record<FileType, FileTypeInfo>;

/** What the bytes are; null for everything that cannot be uploaded. */
export function fileTypeOf(bytes: Buffer): FileType | null {
  return (Object.keys(FILE_TYPES) as FileType[]).find((type) => FILE_TYPES[type].fits(bytes)) ?? null;
}

function startsWith(magic: Buffer): (bytes: Buffer) => boolean {
  return (bytes) => bytes.subarray(0, magic.length).equals(magic);
}

/** Parts that a Word document consists of, and one that only a document with macros has. */
const NEEDED = ["[Content_Types].xml", "word/document.xml"];
const MACROS = "word/vbaProject.bin";

const LOCAL_HEADER = 0x04034b50;
const DIRECTORY_ENTRY = 0x02014b50;
const DIRECTORY_END = 0x06054b50;
const END_LENGTH = 22;
const ENTRY_LENGTH = 46;
const MOST_COMMENT = 0xffff;
/** Marks a size that does not fit (zip64): no document of ours is so large. */
const TOO_BIG = 0xffffffff;

const MOST_ENTRIES = 5000;
/** What the parts may unpack to, by their own word: a viewer will unpack them. */
const MOST_UNPACKED = 200 * 1024 * 1024;

interface Entry {
  readonly name: string;
  readonly isEncrypted: boolean;
  readonly unpacked: number;
  readonly next: number;
}

/** Whether a zip archive is a Word document (docx) without macros, by its directory. Nothing is unpacked. */
function isWordZip(bytes: Buffer): boolean {
  if (bytes.length < END_LENGTH || bytes.readUInt32LE(0) !== LOCAL_HEADER) return false;
  const entries = directoryOf(bytes);
  if (entries === null) return false;
  const names = new Set(entries.map(({ name }) => name));
  const unpacked = entries.reduce((sum, entry) => sum + entry.unpacked, 0);
  const isReadable = entries.every(({ isEncrypted }) => !isEncrypted) && unpacked <= MOST_UNPACKED;
  return isReadable && NEEDED.every((name) => names.has(name)) && !names.has(MACROS);
}

function directoryOf(bytes: Buffer): Entry[] | null {
  const end = endOf(bytes);
  if (end === null) return null;
  const count = bytes.readUInt16LE(end + 10);
  if (count > MOST_ENTRIES) return null;
  const entries: Entry[] = [];
  for (let at = bytes.readUInt32LE(end + 16); entries.length < count; ) {
    const entry = entryAt(bytes, at);
    if (entry === null || entry.next > end) return null;
    entries.push(entry);
    at = entry.next;
  }
  return entries;
}

/** Where the directory's end record begins: the last one, before a comment of at most 64 KB. */
function endOf(bytes: Buffer): number | null {
  const first = Math.max(0, bytes.length - END_LENGTH - MOST_COMMENT);
  for (let at = bytes.length - END_LENGTH; at >= first; at--) if (bytes.readUInt32LE(at) === DIRECTORY_END) return at;
  return null;
}

function entryAt(bytes: Buffer, at: number): Entry | null {
  if (at + ENTRY_LENGTH > bytes.length || bytes.readUInt32LE(at) !== DIRECTORY_ENTRY) return null;
  const unpacked = bytes.readUInt32LE(at + 24);
  const nameEnd = at + ENTRY_LENGTH + bytes.readUInt16LE(at + 28);
  const next = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  if (unpacked === TOO_BIG) return null;
  const isEncrypted = (bytes.readUInt16LE(at + 8) & 1) === 1;
  return { name: bytes.toString("utf8", at + ENTRY_LENGTH, nameEnd), isEncrypted, unpacked, next };
}
