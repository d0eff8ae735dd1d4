import { UPLOAD_FAILED, UPLOAD_RULES, type UploadKind, uploadRules } from "../../shared/domain/upload-rules.ts";
import { ApiError, CODE } from "../../shared/protocol/envelope.ts";
import { badInput, type Params } from "../base/params.ts";
import { type OpenFile, TooLargeError } from "../base/storage/storage.ts";
import { toApiError } from "../db/errors.ts";
import { type Attachment, addAttachment, findAttachment } from "../engine/uploads/attachments.ts";
import { tooLarge } from "../engine/uploads/check-file.ts";
import { placeOf, THUMBNAIL } from "../engine/uploads/stored-name.ts";
import { takeUpload } from "../engine/uploads/take-upload.ts";
import { sessionSettings } from "../query/site-settings.ts";
import { ok } from "./envelope.ts";
import { FileAnswer } from "./file-answer.ts";
import { required } from "./required.ts";
import type { Call, PublicUploadCall, SessionCall, SessionRoute, UploadRoute } from "./route.ts";

const MISSING = "文件不存在";

/** Takes one file; Msg is its address. `kind=file` takes documents besides pictures (docs/decisions/35). */
export const upload: UploadRoute = {
  path: "/UpLoadFile/Upload",
  access: "session",
  takes: "file",
  handle: async (call) => {
    const { context, services, session } = call;
    await services.budget.spend("uploads", session.viewer);
    const { "upload.maxMegabytes": most } = sessionSettings(context, ["upload.maxMegabytes"]);
    const rules = uploadRules(most);
    return ok(null, await takeFile(call, kindOf(call.params), context.now, (file) => addAttachment(context, file), rules));
  },
};

/** The bytes of a file the viewer may see; with `size=small` a picture's thumbnail. Foreign and missing answer alike. */
export const download: SessionRoute = {
  path: "/UpLoadFile/Download",
  access: "session",
  handle: async (call) => {
    const url = required(call.params, "url");
    const isSmall = smallOf(call.params);
    const attachment = await findAttachment(call.context, url);
    if (attachment === null) throw new ApiError(CODE.missing, MISSING);
    const small = isSmall ? await openFile(call, url, THUMBNAIL) : null;
    if (small !== null) return new FileAnswer(small, "image/jpeg", attachment.name);
    const file = await openFile(call, url);
    if (file === null) throw new ApiError(CODE.missing, MISSING);
    return new FileAnswer(file, attachment.mime, attachment.name);
  },
};

/** Takes the one file of a call in and has its row written. Returns its address; what it throws is for the user. */
export async function takeFile(
  { services, receive, isGone, log }: PublicUploadCall,
  kind: UploadKind,
  now: Date,
  writeRow: (file: Attachment) => Promise<void>,
  rules = UPLOAD_RULES,
): Promise<string> {
  try {
    const { draft, name } = await receive(rules[kind].maxBytes);
    try {
      return await takeUpload(services.storage, { draft, name, kind, rules, isGone }, now, writeRow);
    } finally {
      await draft.discard();
    }
  } catch (error) {
    throw uploadRefusal(error, () => tooLarge(kind, rules), log);
  }
}

function kindOf({ kind = "image" }: Params): UploadKind {
  if (kind !== "image" && kind !== "file") throw badInput("参数 kind 只支持 image 或 file");
  return kind;
}

function smallOf({ size }: Params): boolean {
  if (size !== undefined && size !== "small") throw badInput("参数 size 只支持 small");
  return size === "small";
}

/** What is not said yet in words for the user is a failure of ours, e.g. a full disk: told in the log alone. */
function uploadRefusal(error: unknown, refusal: () => ApiError, log: Call["log"]): unknown {
  if (error instanceof TooLargeError) return refusal();
  if (error instanceof ApiError || toApiError(error) !== null) return error;
  log.error({ failure: error instanceof Error ? { name: error.name, message: error.message, stack: error.stack } : {} }, "upload failed");
  return new ApiError(CODE.failed, UPLOAD_FAILED);
}

async function openFile({ services }: SessionCall, url: string, file?: string): Promise<OpenFile | null> {
  const place = placeOf(url);
  return place === null ? null : services.storage.open(place.folder, file ?? place.file);
}
