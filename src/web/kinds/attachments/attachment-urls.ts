import { download } from "../../api/download.ts";
import { onSessionChange } from "../../api/session.ts";
import { ObjectUrls } from "./object-urls.ts";

/** `small`: a picture as lists show it. */
export type AttachmentSize = "small" | "full";

const MOST = { small: 300, full: 40 } as const;

/** Everything that has been fetched in this session. */
export const ATTACHMENTS: Readonly<Record<AttachmentSize, ObjectUrls>> = {
  small: new ObjectUrls((url) => download(url, "small"), MOST.small),
  full: new ObjectUrls((url) => download(url), MOST.full),
};

onSessionChange(() => {
  for (const files of Object.values(ATTACHMENTS)) files.clear();
});
