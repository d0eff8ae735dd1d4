import { useEffect, useState } from "react";
import { download } from "../../api/download.ts";
import { onSessionChange } from "../../api/session.ts";
import { type HeldFile, ObjectUrls } from "./object-urls.ts";

/** `small`: a picture as lists show it. */
export type AttachmentSize = "small" | "full";

/** Everything that has been fetched in this session, of each size no more than so many. */
const ATTACHMENTS: Readonly<Record<AttachmentSize, ObjectUrls>> = {
  small: new ObjectUrls((url) => download(url, "small"), 300),
  full: new ObjectUrls((url) => download(url), 40),
};

onSessionChange(() => {
  for (const files of Object.values(ATTACHMENTS)) files.clear();
});

/** A file on its way to the page: there, or failed, or neither yet. */
interface LoadedFile extends Partial<HeldFile> {
  readonly error?: unknown;
}

const NOTHING: LoadedFile = {};

/** Fetches files and returns them in the same order; nothing yet for those under way. */
export function useAttachments(urls: readonly string[], size: AttachmentSize): LoadedFile[] {
  const [loaded, setLoaded] = useState<Readonly<Record<string, LoadedFile>>>({});
  const list = urls.join();
  useEffect(() => {
    const wanted = list === "" ? [] : list.split(",");
    let isShown = true;
    const set = (url: string, file: LoadedFile) => isShown && setLoaded((before) => ({ ...before, [url]: file }));
    for (const url of wanted) {
      ATTACHMENTS[size].acquire(url).then(
        (file) => set(url, file),
        (error: unknown) => set(url, { error }),
      );
    }
    return () => {
      isShown = false;
      for (const url of wanted) ATTACHMENTS[size].release(url);
    };
  }, [list, size]);
  return urls.map((url) => loaded[url] ?? NOTHING);
}

/** One file. */
export function useAttachment(url: string, size: AttachmentSize): LoadedFile {
  return useAttachments([url], size)[0] ?? NOTHING;
}
