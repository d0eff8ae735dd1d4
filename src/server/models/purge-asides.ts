import type { Change } from "../../shared/registry/plan/change.ts";
import type { Db } from "../db/driver/database.ts";
import { recordGone } from "../tables/data/follow-sealed.ts";
import { type AsideSize, drop, readAsides } from "../tables/data/set-aside.ts";
import { inSchemaTransaction } from "../tables/sync-schema.ts";
import { filesOfModel, keepModel, lastModel } from "./model-history.ts";

/**
 * Drops what is set aside for good, all of it or nothing, and writes it into the history: a line as of a model, with the files that are
 * served. Others who change tables wait meanwhile.
 */
export async function purgeAsides(
  db: Db,
  asides: readonly AsideSize[],
  { by, at }: { readonly by: string; readonly at: Date },
): Promise<void> {
  await inSchemaTransaction(db, async (trx) => {
    const known = new Set((await readAsides(trx)).map(({ id }) => id));
    const there = asides.filter(({ id }) => known.has(id));
    for (const aside of there) {
      await drop(trx, aside);
      if (aside.field === null) await recordGone(trx, aside.entity);
    }
    const last = await lastModel(trx);
    const files = last && (await filesOfModel(trx, last.version));
    if (!last || !files || there.length === 0) return;
    const changes = there.map(({ entity, field, values }): Change => {
      const place = field === null ? { entity } : { entity, field };
      return { class: "held", verb: "purged", part: null, at: place, rows: values };
    });
    await keepModel(trx, { version: last.version, files, by, changes, at });
  });
}
