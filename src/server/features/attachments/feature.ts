import type { Feature } from "../../http/feature.ts";
import { attachFile } from "./attach-file.ts";
import { deleteAttach, uploadAttach, uploadAttachCheck } from "./attachment-calls.ts";
import { detachFile } from "./detach-file.ts";

export { attach, detach, mayAttach } from "./attach.ts";
export { attachRequest, detachRequest, UPLOADED } from "./attachment-calls.ts";

/** Pictures put to the rows of any entity that says so. */
export const attachments: Feature = {
  name: "attachments",
  effects: {
    "attach-file": { run: attachFile },
    "detach-file": { run: detachFile },
  },
  calls: [uploadAttachCheck, uploadAttach, deleteAttach],
};
