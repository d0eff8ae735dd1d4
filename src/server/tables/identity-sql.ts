import { createHash } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../db/driver/database.ts";
import lookAlikes from "./look-alikes.json" with { type: "json" };

/*
 * What two texts that name rows must not have in common (docs/decisions/83), as expressions of a unique index: both engines keep it, for
 * every way in which rows are written, and no column is needed that plans, renames and backups would have to know. The table of look-alikes
 * is too long for the definition of an index, so a function has it; another table is another function.
 */

/**
 * How texts are compared. case: as if all were small and of usual width, and letters of other scripts those that they look like; alike:
 * as they are drawn, so that O is 0 and l is 1.
 */
export type Fold = "case" | "alike";
export const FOLDS: readonly Fold[] = ["case", "alike"];

/** ASCII that looks like other ASCII (UTS 39); and rn, which looks like m, where one character cannot stand for it. */
const ASCII: Readonly<Record<string, string>> = { "0": "O", "1": "l", I: "l", "|": "l", "`": "'" };
/** Drawn by no ink of their own, or only choosing how another is drawn: not there. */
const UNSEEN = ["\u200d", ...range(0xfe00, 0xfe0f), ...range(0xe0100, 0xe01ef)].join("");
/** Letters beyond ASCII with a small form: Latin, Greek, Cyrillic, Armenian. */
const CAPITALS = range(0x00c0, 0x058f).filter((letter) => letter.toLowerCase() !== letter && [...letter.toLowerCase()].length === 1);

/** The same as the database's function of that name: each character of the first text becomes the one at its place in the second. */
type Translation = readonly [from: string, to: string];

const LIKE: ReadonlyMap<string, string> = new Map(Object.entries(lookAlikes).flatMap(([to, all]) => [...all].map((from) => [from, to])));
const ALIKE = translation(LIKE);
/** A capital is first made small, in its own script: what looks like a Latin one need not do so when it is small. */
const SMALL = translation(new Map([...LIKE, ...CAPITALS.map((letter) => [letter, likeOf(letter.toLowerCase())] as const)]));

/** What of a text must not be another row's, as SQL over the text. */
export function foldedSql(fold: Fold, text: RawBuilder<unknown>): RawBuilder<unknown> {
  const [from, to] = fold === "case" ? SMALL : ALIKE;
  const seen = sql`translate(normalize(${text}, nfkc), ${sql.lit(from)}, ${sql.lit(to)})`;
  // Nearly every code is ASCII: as many bytes as characters. It need not be looked up character by character.
  const usual = sql`replace(case when octet_length(${text}) = char_length(${text}) then ${text} else ${seen} end, ' ', '')`;
  if (fold === "case") return sql`lower(${usual} collate "C")`;
  return sql`replace(translate(${usual}, ${sql.lit(Object.keys(ASCII).join(""))}, ${sql.lit(Object.values(ASCII).join(""))}), 'rn', 'm')`;
}

function likeOf(letter: string): string {
  return LIKE.get(letter) ?? letter;
}

const FUNCTION: Readonly<Record<Fold, string>> = { case: functionName("case"), alike: functionName("alike") };

function functionName(fold: Fold): string {
  const body = JSON.stringify(foldedSql(fold, sql.lit("")).toOperationNode());
  return `_fold_${fold}_${createHash("sha256").update(body).digest("hex").slice(0, 8)}`;
}

/** The same as {@link foldedSql}, as an index has it. */
export function foldedKey(fold: Fold, text: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`${sql.id(FUNCTION[fold])}(${text})`;
}

/** Makes the functions that indexes fold by, where they are missing. To be called before such an index is made. */
export async function ensureFolds(db: Db): Promise<void> {
  for (const fold of FOLDS) {
    const { rows } = await sql<{ found: string | null }>`select to_regprocedure(${`${FUNCTION[fold]}(text)`})::text as found`.execute(db);
    if (rows[0]?.found != null) continue;
    await sql`
      create function ${sql.id(FUNCTION[fold])}(folded text) returns text language sql immutable parallel safe
      return ${foldedSql(fold, sql.id("folded"))}`.execute(db);
  }
}

/** Characters that the second text has no place for are left out. */
function translation(pairs: ReadonlyMap<string, string>): Translation {
  return [[...pairs.keys()].join("") + UNSEEN, [...pairs.values()].join("")];
}

function range(first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at));
}
