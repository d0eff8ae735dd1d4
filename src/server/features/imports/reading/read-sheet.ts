import { PatientThread, TooSlowError } from "../../../base/patient-thread.ts";
import { threadFile } from "../../../base/thread-file.ts";
import { ReadFault, TOO_COMPLEX } from "./read-fault.ts";
import type { FileRow, Merged } from "./sheet.ts";
import type { SheetAnswer, SheetQuestion } from "./sheet-worker.ts";

/** Seconds for one answer, i.e. so many rows: each takes some hundredths of that. */
const LIMITS = { seconds: 20, memoryMb: 192 } as const;
const ROWS_AT_ONCE = 1000;

/** Takes rows; what it does is awaited before more are read. */
export type TakesRows = (rows: readonly FileRow[]) => Promise<void>;

/**
 * Reads the first sheet of a file (xlsx, xls, csv) in a thread of its own, which ends with it, piece by piece. Answers the merged cells that
 * reach furthest down. Throws {@link ReadFault} where the file cannot be read within the limits, and what `take` throws.
 */
export async function readSheet(
  bytes: Uint8Array<ArrayBuffer>,
  take: TakesRows,
  limits: { readonly seconds: number; readonly memoryMb: number } = LIMITS,
): Promise<Merged | null> {
  const thread = new PatientThread(threadFile(import.meta.url, "sheet-worker"), limits);
  try {
    await asked(thread, { open: bytes }, [bytes.buffer]);
    for (;;) {
      const { rows, end } = await asked(thread, { next: ROWS_AT_ONCE });
      if (rows.length > 0) await take(rows);
      if (end !== null) return end.merged;
    }
  } finally {
    thread.close();
  }
}

/** A thread that ends by itself has had no more memory. */
async function asked(thread: PatientThread, question: SheetQuestion, transfer: readonly ArrayBuffer[] = []) {
  let answer: SheetAnswer;
  try {
    answer = await thread.ask<SheetAnswer>(question, { transfer });
  } catch (error) {
    const isTooMuch =
      error instanceof TooSlowError || (error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY");
    throw isTooMuch ? new ReadFault(TOO_COMPLEX) : error;
  }
  if ("fault" in answer) throw new ReadFault(answer.fault);
  return answer;
}
