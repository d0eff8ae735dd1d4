import type { Row } from "../../../shared/domain/cell.ts";
import type { SaveRule } from "../../../shared/registry/model.ts";
import { KEY, ROW_VERSION } from "../../base/technical.ts";
import { isKeptApart, refuseClash } from "../duties/refuse-clash.ts";
import { writeEvents } from "../event-log.ts";
import type { UserWork } from "../run-work.ts";
import { changesText } from "../values/changes.ts";
import type { Draft } from "./draft.ts";
import { askGuards, runSaveEffectsOn } from "./finish-save.ts";
import { type Written, writeDrafts } from "./write-draft.ts";

/** A document as it was saved. */
export interface Kept {
  readonly draft: Draft;
  readonly row: Row;
  readonly rowver: number;
  /** Something was written. */
  readonly isChanged: boolean;
}

/**
 * Saves drafts of one page that have no problems, all of them new or all of them there: writes them, asks the guards, does what else
 * happens and writes their histories, which begin with `how`. Throws the first refusal; then nothing of it may be kept.
 */
export async function keepDrafts(at: UserWork, drafts: readonly Draft[], rule: SaveRule, how = ""): Promise<Kept[]> {
  const [first] = drafts;
  if (first === undefined) return [];
  const { entity } = first.page;
  const { store, work } = at;
  const action = first.before === null ? "create" : "edit";
  const written = await writeDrafts(drafts);
  const changed = written.filter(({ isChanged }) => isChanged);
  const isApart = isKeptApart(store, work.registry, entity.name, action);
  for (const { row } of changed) {
    await askGuards(at, entity, rule, row);
    if (isApart) await refuseClash(store, work, { entity, action, row });
  }
  const saved = changed.map(({ row, draft }) => ({ row, was: draft.before }));
  const left = await runSaveEffectsOn(at, entity, rule.effects, saved);
  const events = changed.map(({ draft }, index) => ({
    row: left[index] ?? draft.head,
    action,
    from: null,
    to: null,
    reason: reasonOf(at, draft, how),
  }));
  await writeEvents(store, work, entity, events);
  const versions = await versionsOf(at, rule, changed);
  return written.map(({ draft, row, isChanged }) => {
    const rowver = isChanged ? versions.get(Number(row[KEY])) : Number(row[ROW_VERSION] ?? 0);
    return { draft, row, rowver: rowver ?? 0, isChanged };
  });
}

/** What the history says of it: how it came about, and of a document that was there what has changed. */
function reasonOf({ work }: UserWork, { before, page, head, tables }: Draft, how: string): string {
  if (before === null) return how;
  return changesText(work.registry, page.entity, before, head, tables, how);
}

/** The versions of rows that were written; effects may have counted them up further. */
async function versionsOf({ store }: UserWork, { effects }: SaveRule, changed: readonly Written[]): Promise<ReadonlyMap<number, number>> {
  const [first] = changed;
  if (first === undefined || !first.draft.page.entity.fields[ROW_VERSION]) return new Map();
  if (effects.length === 0)
    return new Map(
      changed.map(({ draft, row }) => [
        Number(row[KEY]),
        draft.before === null ? Number(row[ROW_VERSION]) : Number(draft.before[ROW_VERSION] ?? 0) + 1,
      ]),
    );
  const ids = changed.map(({ row }) => row[KEY] ?? null);
  const stored = await store.findIn<string>(first.draft.page.entity, KEY, ids);
  return new Map(stored.map((row) => [Number(row[KEY]), Number(row[ROW_VERSION] ?? 0)]));
}
