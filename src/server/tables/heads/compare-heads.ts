import type { KeyObject } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "../../db/connect.ts";
import { readNoted } from "./note-heads.ts";
import { type HeadLine, hashOfLine, type LineFault, readLine } from "./signed-line.ts";

/**
 * What does not fit between the chains and the lines that were sent out (docs/decisions/95). cut: the chain ends before a seal that was
 * signed, as its end was cut off or the whole database put back; resealed: another seal stands at its place.
 */
export type HeadProblem =
  | { readonly what: "cut" | "resealed"; readonly shopId: string; readonly seq: number; readonly signedAt: string; readonly end: number }
  /** A line of the file, by its place in it. */
  | { readonly what: LineFault; readonly line: number }
  /** Lines are gone: these numbers do not follow on each other. */
  | { readonly what: "missing"; readonly after: number; readonly before: number }
  /** Lines were sent that the database does not know of: it was put back to a day before them. */
  | { readonly what: "rolledback"; readonly known: number; readonly sent: number; readonly signedAt: string };

/** How the lines and the chains fit. */
export interface HeadReport {
  readonly lines: number;
  /** When the newest line was signed; null: there is none. */
  readonly newest: string | null;
  /** Lines that nobody has taken yet. */
  readonly waiting: number;
  readonly problems: readonly HeadProblem[];
}

/** Compares the chains with the lines of a file; of each shop and fault the earliest seal is told. */
export async function compareHeads(db: Db, file: string, keys: ReadonlyMap<string, KeyObject>): Promise<HeadReport> {
  const texts = [...new Set(file.split("\n").filter((text) => text.trim() !== ""))];
  const read = texts.map((text) => readLine(text.trim(), keys));
  const faults = read.flatMap((line, at): HeadProblem[] => (typeof line === "string" ? [{ what: line, line: at + 1 }] : []));
  const lines = read.flatMap((line, at) => (typeof line === "string" ? [] : [{ ...line, hash: hashOfLine(texts[at] ?? "") }]));
  const { no, waiting } = await readNoted(db);
  const sent = lines.reduce<Line | null>((newest, line) => (newest === null || line.no > newest.no ? line : newest), null);
  return {
    lines: lines.length,
    newest: lines.at(-1)?.at ?? null,
    waiting: waiting.length,
    problems: [
      ...faults,
      ...missingOf(lines, no - waiting.length),
      ...(sent !== null && sent.no > no ? [{ what: "rolledback", known: no, sent: sent.no, signedAt: sent.at } as const] : []),
      ...(await brokenSeals(db, lines)),
    ],
  };
}

interface Line extends HeadLine {
  readonly hash: string;
}

/** Each line names the one before it; the first has none, and the last is the last that was sent. */
function missingOf(lines: readonly Line[], sent: number): HeadProblem[] {
  const hashes = new Set(lines.map(({ hash }) => hash));
  const numbers = [...new Set(lines.map(({ no }) => no))].sort((a, b) => a - b);
  const before = (no: number) => numbers.findLast((one) => one < no) ?? 0;
  const gaps = lines.filter(({ last }) => last !== "" && !hashes.has(last)).map(({ no }) => no);
  const end = numbers.at(-1) ?? 0;
  return [...new Set([...gaps, ...(end < sent ? [sent + 1] : [])])].map(
    (no) => ({ what: "missing", after: before(no), before: no }) as const,
  );
}

/** Seals that were signed and are not there, the earliest of each shop that is cut or sealed anew. */
async function brokenSeals(db: Db, lines: readonly Line[]): Promise<HeadProblem[]> {
  const signed = lines.flatMap(({ at, heads }) => Object.entries(heads).map(([shop, [seq, hash]]) => ({ shop, seq, hash, at })));
  const { rows } = await sql<{ shop: string; seq: string; at: string; end: string | null; isCut: boolean }>`
    select distinct on (g.shop, s.seq is null) g.shop, g.seq, g.at, s.seq is null as "isCut",
      (select max(seq) from _event_seal where "SHOP_ID" = g.shop) as end
    from json_to_recordset(${JSON.stringify(signed)}::json) as g(shop text, seq bigint, hash text, at text)
    left join _event_seal s on s."SHOP_ID" = g.shop and s.seq = g.seq
    where s.hash is distinct from g.hash
    order by g.shop, s.seq is null, g.seq`.execute(db);
  return rows.map(({ shop, seq, at, end, isCut }) => ({
    what: isCut ? "cut" : "resealed",
    shopId: shop,
    seq: Number(seq),
    signedAt: at,
    end: Number(end ?? 0),
  }));
}
