import { App } from "antd";
import { ERRORS } from "../../../shared/domain/error-catalogue.ts";
import { uploadRules } from "../../../shared/domain/upload-rules.ts";
import { readShell } from "../../api/session.ts";
import { upload } from "../../api/upload.ts";
import { showToast } from "../../providers/notification-provider.ts";
import { UPLOADED, type UploadQueue, useUploadQueue } from "./use-upload-queue.ts";

const MESSAGE_SECONDS = ERRORS.uploadFailed.durationMs / 1000;

/** Uploads of the user who is signed in, told in the portal's messages. */
export function useUploads(options: Pick<UploadQueue, "kind" | "room" | "onUploaded">) {
  const { message } = App.useApp();
  return useUploadQueue({
    ...options,
    rules: uploadRules(readShell().uploadMegabytes),
    send: upload,
    onSuccess: () => void message.success({ key: UPLOADED, content: UPLOADED }),
    onFailure: (text) => showToast(message, { key: text, text, seconds: MESSAGE_SECONDS }),
  });
}
