import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { UPLOAD_FAILED } from "../../shared/domain/upload-rules.ts";
import { badInput } from "../base/params.ts";
import { type Draft, type FileStorage, TooLargeError } from "../base/storage/storage.ts";

/** The file of a multipart body, and the name its sender gave it. */
export interface ReceivedFile {
  readonly draft: Draft;
  readonly name: string;
}

/** What a body may have besides the file; what goes beyond is refused by the plugin. */
const LIMITS = { parts: 10, files: 1, fields: 9, fieldSize: 1024, fieldNameSize: 64, headerPairs: 20, headerSize: 8192 } as const;
/** Boundaries and heads of parts, on top of the file. */
const OVERHEAD_BYTES = 64 * 1024;

const NOT_ONE_FILE = `${UPLOAD_FAILED}：应上传且只上传一个文件`;
const BROKEN = `${UPLOAD_FAILED}：文件没有完整送达`;

/** Makes multipart bodies readable in this scope alone; everywhere else they are answered with 415. */
export async function addMultipart(scope: FastifyInstance): Promise<void> {
  await scope.register(multipart, { limits: LIMITS, throwFileSizeLimit: false });
}

/** Takes the one file of a request in. Throws {@link TooLargeError}, or Code 400 where there is not exactly one whole file. */
export async function receiveFile(request: FastifyRequest, storage: FileStorage, maxBytes: number): Promise<ReceivedFile> {
  if (Number(request.headers["content-length"] ?? 0) > maxBytes + OVERHEAD_BYTES) throw new TooLargeError("by its own word");
  let received: ReceivedFile | undefined;
  try {
    // One byte more than we take, so that the storage sees that there is more.
    for await (const part of request.parts({ limits: { ...LIMITS, fileSize: maxBytes + 1 } })) {
      if (part.type === "file") received = { draft: await storage.receive(part.file, maxBytes), name: part.filename ?? "" };
    }
  } catch (error) {
    await received?.draft.discard();
    // What is still under way is read and dropped, so that the client gets to the answer.
    request.raw.resume();
    throw isOfParser(error) ? badInput(isAboutCount(error) ? NOT_ONE_FILE : BROKEN) : error;
  }
  if (received === undefined) throw badInput(NOT_ONE_FILE);
  return received;
}

/** The client's doing: a malformed body, or one that ended early. What the disk fails at names a system call. */
function isOfParser(error: unknown): boolean {
  if (error instanceof TooLargeError || !(error instanceof Error)) return false;
  const code = codeOf(error);
  return !("syscall" in error) || code === "ECONNRESET" || code === "EPIPE";
}

function isAboutCount(error: unknown): boolean {
  return /^FST_((PARTS|FILES|FIELDS)_LIMIT|INVALID_MULTIPART_CONTENT_TYPE)$/.test(codeOf(error));
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
