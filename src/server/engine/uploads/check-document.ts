import { Worker } from "node:worker_threads";
import { UPLOAD_FAILED } from "../../../shared/domain/upload-rules.ts";
import { ApiError, CODE } from "../../../shared/protocol/envelope.ts";
import { Semaphore } from "../../base/semaphore.ts";
import { askThread, threadFile } from "../../base/thread-file.ts";
import type { DocumentAnswer, DocumentQuestion } from "./document-worker.ts";
import type { FileType } from "./file-type.ts";

const TITLES = { pdf: "PDF", doc: "Word 文档", docx: "Word 文档" } as const;
const SECONDS = 5;
const MEMORY_MB = 256;
/** Where an old Word document keeps its macros: the name of a storage, as OLE writes it. */
const OLD_MACROS = Buffer.from("_VBA_PROJECT", "utf16le");

/** One at a time: a document may be hard to read. */
const semaphore = new Semaphore(1);

/** Refuses (422) a document that does more than be read, with all that it has; docs/decisions/84 says what. */
export async function checkDocument(type: Exclude<FileType, "png" | "jpeg">, bytes: Buffer): Promise<void> {
  const faults = type === "doc" ? oldFaults(bytes) : await semaphore.run(() => inThread({ type, bytes }));
  if (faults.length > 0) {
    throw new ApiError(CODE.rule, `${UPLOAD_FAILED}：${TITLES[type]}中有${faults.join("、")}，请去掉后重新上传`);
  }
}

function oldFaults(bytes: Buffer): readonly string[] {
  return bytes.includes(OLD_MACROS) ? ["宏或控件"] : [];
}

let thread: Worker | null = null;

/** The thread is started by the first document, is no reason for the process to stay, and is replaced where a document makes it fail. */
async function inThread(question: DocumentQuestion): Promise<readonly string[]> {
  thread ??= startThread();
  try {
    return (await askThread<DocumentAnswer>(thread, question, { until: AbortSignal.timeout(SECONDS * 1000) })).faults;
  } catch {
    const failed = thread;
    thread = null;
    await failed.terminate();
    return ["无法读取的内容"];
  }
}

function startThread(): Worker {
  const worker = new Worker(threadFile(import.meta.url, "document-worker"), { resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB } });
  worker.on("error", () => undefined); // told by its end
  worker.unref();
  return worker;
}
