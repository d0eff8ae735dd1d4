import type { UPLOAD_RULES, UploadKind } from "../../../shared/domain/upload-rules.ts";
import { ApiError, CODE } from "../../../shared/protocol/envelope.ts";
import { Semaphore } from "../../base/semaphore.ts";
import { type Draft, type FileStorage, type Files, letGo } from "../../base/storage/storage.ts";
import type { Attachment } from "./attachments.ts";
import { type CheckedFile, checkFile } from "./check-file.ts";
import { cleanName, newStoredName, THUMBNAIL } from "./stored-name.ts";

/** What arrived: the bytes, and the name the sender gave them. */
export interface Upload {
  readonly draft: Draft;
  readonly name: string;
  readonly kind: UploadKind;
  readonly rules: typeof UPLOAD_RULES;
  /** Whether the sender has gone away. */
  readonly isGone: () => boolean;
}

/** A file is in memory while it is looked at: so many at a time. */
const semaphore = new Semaphore(4);

/** Checks a file, keeps it and has its row written: both are there afterwards, or neither. Returns its address. */
export async function takeUpload(
  storage: FileStorage,
  { draft, name, kind, rules, isGone }: Upload,
  now: Date,
  writeRow: (file: Attachment) => Promise<void>,
): Promise<string> {
  return semaphore.run(async () => {
    const checked = await checkFile(await draft.read(), kind, rules);
    const shownName = cleanName(name, checked.type);
    const { folder, file, url } = newStoredName(shownName, now);
    try {
      await storage.keep(folder, filesOf(file, checked));
      // Whoever left will never learn the address.
      if (isGone()) throw new ApiError(CODE.badInput, "上传已中断");
      await writeRow({ url, name: shownName, mime: checked.mime, size: checked.bytes.length });
    } catch (error) {
      await letGo(storage, folder);
      throw error;
    }
    return url;
  });
}

function filesOf(file: string, { bytes, thumbnail }: CheckedFile): Files {
  return thumbnail === null ? { [file]: bytes } : { [file]: bytes, [THUMBNAIL]: thumbnail };
}
