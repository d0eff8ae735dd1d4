import { text } from "node:stream/consumers";
import { StartupError } from "../../startup-error.ts";
import type { Bucket } from "./bucket.ts";

/** Beside the folders; none can be called that. */
const NAME = ".portal";

/**
 * Writes down whose files lie in the bucket below its prefix, where nobody has, or finds that they are of this portal.
 *
 * @throws StartupError where they are another's: each would remove what the other one's rows name
 */
export async function claim(bucket: Bucket, owner: string): Promise<void> {
  if ((await ownerOf(bucket)) === null) await bucket.put(NAME, Buffer.from(owner));
  await requireOwner(bucket, owner);
}

/** Throws a StartupError unless the files below the prefix are this portal's. */
export async function requireOwner(bucket: Bucket, owner: string): Promise<void> {
  if ((await ownerOf(bucket)) !== owner)
    throw new StartupError(
      `UPLOADS_S3_PREFIX: ${bucket.address} 中是另一个系统的文件，请换一个目录；确认属于本系统时删除其中的 ${NAME} / holds the files of another portal: choose another prefix, or remove the object ${NAME} there where they are this one's`,
    );
}

async function ownerOf(bucket: Bucket): Promise<string | null> {
  const file = await bucket.get(NAME);
  return file === null ? null : text(file.bytes);
}
