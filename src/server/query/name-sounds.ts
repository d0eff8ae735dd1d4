import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import type { NamedBy } from "../../shared/registry/lists/named-by.ts";
import type { Scoped } from "./scoped.ts";

/*
 * Names are found by the first letters of how they sound, too: `hryh` finds 华瑞银行 (docs/decisions/114). Names are those that label rows of an
 * entity: suppliers, stores, goods. They are few beside the documents that show them, so their sounds are kept in memory and no table has a
 * column for them, which every way of writing would have to fill.
 */

/** What may be meant as first letters; a longer text names nothing that way. */
const LETTERS = /^[a-z]{2,12}$/;
/** Names that are listened to; a shop with more of one kind is found by characters alone. */
const MOST_NAMES = 50_000;
/** Names that one search stands for. */
const MOST_FOUND = 500;
/** Sounds that are kept, of about 60 bytes each. */
const MOST_KEPT = 300_000;
/** Names that are heard before others get their turn; about 10 ms. */
const AT_ONCE = 500;

/** The text as first letters of sounds; null: it cannot be meant so. */
export function asSounds(typed: string): string | null {
  const letters = typed.normalize("NFKC").toLowerCase().replaceAll(/\s/g, "");
  return LETTERS.test(letters) ? letters : null;
}

const ALIAS = "n";

/** The names, of those that the viewer may be told, that sound so: the letters stand together somewhere in them. */
export async function namesBySound(scope: Scoped, { entity, label }: NamedBy, letters: string): Promise<string[]> {
  const text = scope.columns(entity, ALIAS).expr(label.name);
  const rows = await scope
    .rows(entity, ALIAS, "reference")
    .select(text.as("name"))
    .distinct()
    .where(sql<boolean>`${text} ~ '[^ -~]'`)
    .limit(MOST_NAMES)
    .execute();
  const found: string[] = [];
  for (const [at, { name }] of rows.entries()) {
    if (at % AT_ONCE === AT_ONCE - 1) await setImmediate();
    const one = String(name);
    if (found.length < MOST_FOUND && (await initialsOf(one)).includes(letters)) found.push(one);
  }
  return found;
}

const kept = new Map<string, string>();

/** The first letters of how a name sounds; what is not Chinese stands for itself, without blanks and signs. */
async function initialsOf(name: string): Promise<string> {
  const known = kept.get(name);
  if (known !== undefined) return known;
  const { pinyin } = await import("pinyin-pro");
  const letters = pinyin(name.normalize("NFKC"), { pattern: "first", toneType: "none", type: "array", v: true }).join("");
  const initials = letters.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(name, initials);
  return initials;
}
