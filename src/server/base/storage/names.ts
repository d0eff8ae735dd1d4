const FOLDER = /^[A-Za-z0-9_-]{8,64}$/;
/** No separator, no control character, no dot in front: a name and never a way. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are refused
const FILE = /^(?!\.)[^/\\:\u0000-\u001f\u007f]{1,160}$/;

/** Whether a folder of the storage can have this name. */
export const isFolderName = (name: string): boolean => FOLDER.test(name);

/** Whether a file in such a folder can have this name. */
export const isFileName = (name: string): boolean => FILE.test(name);

/** The folder's name. Names are our own; one that could lead elsewhere is a mistake of ours. */
export function folderNamed(name: string): string {
  if (!isFolderName(name)) throw new Error("a folder of the storage has another kind of name");
  return name;
}

/** The same for a file. */
export function fileNamed(name: string): string {
  if (!isFileName(name)) throw new Error("a file of the storage has another kind of name");
  return name;
}
