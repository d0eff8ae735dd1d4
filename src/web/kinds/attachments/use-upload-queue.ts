import { useEffect, useRef, useState } from "react";
import { endsSession } from "../../../shared/domain/error-catalogue.ts";
import { UPLOAD_FAILED, UPLOAD_RULES, type UploadKind, type UploadRule, uploadFault } from "../../../shared/domain/upload-rules.ts";
import { ApiError, CODE } from "../../../shared/protocol/envelope.ts";
import { requestKey } from "../../api/post.ts";
import type { UploadOptions } from "../../api/upload.ts";
import { isTooMuch, shrinkPhoto } from "./shrink-photo.ts";

/** As the specification asks. */
const DEBOUNCE_MS = 1000;
export const UPLOADED = "上传成功";

/** A file that was chosen and is not there yet. */
export interface PendingUpload {
  readonly uid: string;
  readonly file: File;
  readonly percent: number;
  readonly abort: AbortController;
}

export interface UploadQueue {
  readonly kind: UploadKind;
  /** How many more files may be chosen. */
  readonly room: number;
  /** What may be chosen; left out: what every shop takes. */
  readonly rules?: Readonly<Record<UploadKind, UploadRule>>;
  /** Sends a file and answers its address. */
  readonly send: (file: File, options: UploadOptions) => Promise<string>;
  readonly onUploaded: (url: string) => void;
  /** Everything chosen has been sent, and something arrived. */
  readonly onSuccess: () => void;
  readonly onFailure: (text: string) => void;
}

/** Files on their way to the server, one after the other; begun a second after the last one was chosen. Draws nothing. */
export function useUploadQueue(options: UploadQueue) {
  const [pending, setPending] = useState<readonly PendingUpload[]>([]);
  const latest = useRef(options);
  latest.current = options;
  const [queue] = useState(() => {
    let waiting: readonly PendingUpload[] = [];
    let isRunning = false;
    let isClosed = true;
    const set = (next: readonly PendingUpload[]) => {
      waiting = next;
      setPending(next);
    };

    const forget = (uid: string) => set(waiting.filter((one) => one.uid !== uid));
    const sendOne = async ({ uid, file, abort: { signal } }: PendingUpload) => {
      const onProgress = (percent: number) => set(waiting.map((one) => (one.uid === uid ? { ...one, percent } : one)));
      const { send, kind } = latest.current;
      try {
        const url = await send(file, { kind, onProgress, signal });
        latest.current.onUploaded(url);
        return true;
      } catch (error) {
        const text = failureText(error);
        if (text !== null) latest.current.onFailure(text);
        return false;
      } finally {
        forget(uid);
      }
    };
    const run = async () => {
      if (isRunning) return;
      isRunning = true;
      let sent = 0;
      for (let next = waiting[0]; next !== undefined; next = waiting[0]) sent += Number(await sendOne(next));
      isRunning = false;
      if (sent > 0) latest.current.onSuccess();
    };
    const { ask, cancel: stop } = debounced(() => void run(), DEBOUNCE_MS);

    const take = (file: File) => {
      // The page was left while a photo became smaller.
      if (isClosed) return;
      const { kind, room, rules, onFailure } = latest.current;
      const fault = uploadFault(kind, file, rules) ?? (waiting.length >= room ? "已达到可上传的数量上限" : null);
      if (fault !== null) return onFailure(fault);
      set([...waiting, { uid: requestKey(), file, percent: 0, abort: new AbortController() }]);
      ask();
    };

    return {
      /** Takes a chosen file in, a large photo once it is smaller, or says why not. */
      add: (file: File) => {
        const { image } = latest.current.rules ?? UPLOAD_RULES;
        if (isTooMuch(file, image.maxBytes)) void shrinkPhoto(file).then(take);
        else take(file);
      },
      cancel: (uid: string) => {
        waiting.find((one) => one.uid === uid)?.abort.abort();
        forget(uid);
      },
      /** Answers how to close it: what is under way is given up then, and nothing is taken in any more. */
      open: () => {
        isClosed = false;
        return () => {
          isClosed = true;
          stop();
          const left = waiting;
          waiting = [];
          for (const { abort } of left) abort.abort();
        };
      },
    };
  });
  useEffect(() => queue.open(), [queue]);
  return { pending, add: queue.add, cancel: queue.cancel };
}

/** What a failed upload is told as; null: nothing, because it was cancelled or the session's end is told already. */
export function failureText(error: unknown): string | null {
  if (error instanceof DOMException && error.name === "AbortError") return null;
  if (!(error instanceof ApiError)) return UPLOAD_FAILED;
  if (endsSession(error)) return null;
  const { message, code } = error;
  // A refusal of the file is said as it is; anything else that went wrong went wrong while uploading.
  if (message === "" || message.startsWith(UPLOAD_FAILED) || code === CODE.rule) return message || UPLOAD_FAILED;
  return `${UPLOAD_FAILED}：${message}`;
}

/** Calls `run` once nothing was asked for during `ms`; returns how to ask. */
export function debounced(run: () => void, ms: number): { readonly ask: () => void; readonly cancel: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const cancel = () => clearTimeout(timer);
  return {
    cancel,
    ask: () => {
      cancel();
      timer = setTimeout(run, ms);
    },
  };
}
