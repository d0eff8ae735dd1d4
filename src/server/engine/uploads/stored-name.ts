import { randomBytes } from "node:crypto";
import { timeOf } from "../../../shared/domain/day.ts";
import { withoutHidden } from "../../../shared/domain/plain-text.ts";
import { FILE_TYPES, type FileType } from "./file-type.ts";

/** Where a file lies and how it is asked for. */
export interface StoredName {
  readonly folder: string;
  /** Time stamp and name. */
  readonly file: string;
  readonly url: string;
}

const ROOT = "/uploads/";
const URL_FORM = /^\/uploads\/([A-Za-z0-9_-]{8,64})\/([^/]+)$/;
/** Lies beside each picture; no upload can be called that, for its name begins with the time. */
export const THUMBNAIL = "thumbnail.jpg";

/** What is dropped from names: what means something in paths, addresses, comma lists and headers, and what cannot be seen. */
const FORBIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\\/:*?"<>|,;%#&+'`$]/gu;
/** Characters of a name without its extension: with stamp and extension it fits every file system (255 bytes). */
const MOST_CHARACTERS = 50;
const NAMELESS = "未命名";

/** A new place for a file of this name: a random folder, and the time of the upload before the name (docs/decisions/35). */
export function newStoredName(name: string, now: Date): StoredName {
  return storedName(randomBytes(12).toString("base64url"), timeOf(now).replaceAll(/\D/g, "") + name);
}

export function storedName(folder: string, file: string): StoredName {
  return { folder, file, url: `${ROOT}${folder}/${file}` };
}

/** The place behind an address; null for any other text. */
export function placeOf(url: string): StoredName | null {
  const [, folder, file] = URL_FORM.exec(url) ?? [];
  return folder === undefined || file === undefined ? null : { folder, file, url };
}

/** A name from outside as it may be kept and shown: one line, no path, with an extension that tells the truth. */
export function cleanName(text: string, type: FileType): string {
  const last = text.slice(Math.max(text.lastIndexOf("/"), text.lastIndexOf("\\")) + 1);
  const [, base = last, extension = ""] = /^(.*)\.([A-Za-z][A-Za-z0-9]{0,7})$/s.exec(last) ?? [];
  const plain = withoutHidden(base.toWellFormed().normalize("NFC").replaceAll(FORBIDDEN, "")).replaceAll(/\s+/g, " ");
  const short = [...plain]
    .slice(0, MOST_CHARACTERS)
    .join("")
    .replaceAll(/^[. ]+|[. ]+$/g, "");
  const known: readonly string[] = FILE_TYPES[type].extensions;
  const suffix = known.includes(extension.toLowerCase()) ? extension.toLowerCase() : known[0];
  return `${short || NAMELESS}.${suffix}`;
}
