import { zipEntries } from "./zip-entries.ts";

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

/** What the parts may unpack to, by their own word: a viewer will unpack them. */
const MOST_UNPACKED = 200 * 1024 * 1024;

/** Whether a zip archive is a Word document (docx) without macros, by its directory. Nothing is unpacked. */
function isWordZip(bytes: Buffer): boolean {
  const entries = zipEntries(bytes);
  if (entries === null) return false;
  const names = new Set(entries.map(({ name }) => name));
  const unpacked = entries.reduce((sum, entry) => sum + entry.unpacked, 0);
  const isReadable = entries.every(({ isEncrypted }) => !isEncrypted) && unpacked <= MOST_UNPACKED;
  return isReadable && NEEDED.every((name) => names.has(name)) && !names.has(MACROS);
}
