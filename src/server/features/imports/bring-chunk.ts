import { ApiError } from "../../../shared/protocol/envelope.ts";
import { misfitsTables, willPass } from "../../db/errors.ts";
import type { Work } from "../../engine/effects/effect.ts";
import { importRows, type RowEnd, type SentRow } from "../../engine/import/import-rows.ts";
import { userWork, workIn } from "../../engine/run-work.ts";
import type { Headings } from "./headings.ts";
import type { Importing } from "./importing.ts";
import type { Chunk } from "./kept-file.ts";
import type { FileRow } from "./reading/sheet.ts";
import { inSavepoint } from "./savepoint.ts";

/** How a chunk is brought in. */
export interface BringHow {
  /** The run's number: what written rows are noted under. */
  readonly run: string;
  /** What is kept: nothing, as it is a trial; the rows that are good; or all, and nothing where one is not. */
  readonly keep: "none" | "good" | "all";
  /** New documents take the steps that the entity lists. */
  readonly follows: boolean;
  readonly log: (line: string) => void;
}

/** What became of rows, by their places, and what whoever imports must know now and never again. */
export interface Brought {
  readonly ends: readonly RowEnd[];
  readonly notices: readonly string[];
}

/** Brings the rows of a chunk in, in the open transaction that the importer's context reads in. Throws only what is not a matter of rows. */
export async function bringChunk(importing: Importing, headings: Headings, chunk: Chunk, how: BringHow): Promise<Brought> {
  const keeps = ({ ends }: Brought) => how.keep !== "all" || !ends.some(isRefused);
  const documents = chunk.starts.map((start, n) => chunk.rows.slice(start, chunk.starts[n + 1]));
  // What has a fault already is not tried.
  const faulty = chunk.rows.flatMap(({ line }) => (chunk.faults[line] === undefined ? [] : [refused(line, chunk.faults[line])]));
  const good = documents
    .filter(([first]) => first !== undefined && chunk.faults[first.line] === undefined)
    .map((rows) => rows.map((row) => sentRow(headings, row)));
  return inSavepoint(importing.ctx.db, keeps, async () => {
    const { ends, notices } = good.length === 0 ? NOTHING : await bring(importing, good, how);
    return { ends: [...ends, ...faulty].sort((a, b) => a.place - b.place), notices };
  });
}

const NOTHING: Brought = { ends: [], notices: [] };

export const isRefused = ({ state }: RowEnd): boolean => state === "refused";

/** A row as the engine takes it, without its empty cells. */
function sentRow({ columns }: Headings, { line, cells }: FileRow): SentRow {
  const named = cells.flatMap((cell, place) => (columns[place] == null || cell === "" ? [] : [[columns[place], cell] as const]));
  return { place: line, cells: Object.fromEntries(named) };
}

const FAULT = "系统错误，该行没有导入，请稍后重试";

/** What fails for a mistake of ours is found out document by document, so that it costs its own rows alone. */
async function bring(importing: Importing, documents: readonly (readonly SentRow[])[], how: BringHow): Promise<Brought> {
  const { ctx, module, spec } = importing;
  const { run, keep, follows, log } = how;
  const rows = documents.flat();
  const notices: string[] = [];
  const work: Work = { ...userWork(ctx, module, run), tell: (notice) => void notices.push(notice) };
  try {
    const ends = await inSavepoint(
      ctx.db,
      () => true,
      () => workIn(ctx, module, work, (at) => importRows(at, module, spec, rows, { run, isTrial: keep === "none", next: follows })),
    );
    return { ends, notices };
  } catch (error) {
    // Neither is a matter of a row.
    if (willPass(error) || misfitsTables(error)) throw error;
    if (documents.length > 1) {
      const each: Brought[] = [];
      for (const document of documents) each.push(await bring(importing, [document], how));
      return { ends: each.flatMap(({ ends }) => ends), notices: each.flatMap((one) => one.notices) };
    }
    const isKnown = error instanceof ApiError;
    if (!isKnown) log(`import ${run}, row ${rows[0]?.place}: ${error instanceof Error ? error.message : String(error)}`);
    return { ends: rows.map(({ place }) => refused(place, isKnown ? error.message : FAULT)), notices: [] };
  }
}

function refused(place: number, message: string): RowEnd {
  return { place, state: "refused", id: null, key: "", problems: [{ column: null, message }] };
}
