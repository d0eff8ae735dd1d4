import { useEffect, useState } from "react";
import { ATTACHMENTS, type AttachmentSize } from "./attachment-urls.ts";
import type { HeldFile } from "./object-urls.ts";

/** A file on its way to the page: there, or failed, or neither yet. */
interface LoadedFile extends Partial<HeldFile> {
  readonly error?: unknown;
}

type Loaded = Readonly<Record<string, LoadedFile>>;

const NOTHING: LoadedFile = {};

/** Fetches files and returns them in the same order; nothing yet for those under way. */
export function useAttachments(urls: readonly string[], size: AttachmentSize): LoadedFile[] {
  const [loaded, setLoaded] = useState<Loaded>({});
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
