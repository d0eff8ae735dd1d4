import { ApiError, CODE } from "../../../shared/protocol/envelope.ts";
import type { JobProgress, PieceState } from "../../../shared/protocol/job.ts";
import type { QueryContext } from "../../query/context.ts";
import { ROW_MISSING } from "../../query/rows-by-ids.ts";

const MOST_NOTES = 500;
/** What needs somebody comes first. */
const ORDER: readonly PieceState[] = ["failed", "made", "none"];

/** How far a job of the viewer's shop is, and how its pieces ended. Code 404 for any other. */
export async function jobProgress({ db, viewer }: QueryContext, id: string): Promise<JobProgress> {
  const job = await db.selectFrom("_job").selectAll().where("id", "=", id).where("SHOP_ID", "=", viewer.shopId).executeTakeFirst();
  if (!job) throw new ApiError(CODE.missing, ROW_MISSING);
  const items = await db.selectFrom("_job_item").select(["key", "name", "state", "note"]).where("job", "=", id).orderBy("key").execute();
  const count = (state: string) => items.filter((item) => item.state === state).length;
  const notes = ORDER.flatMap((state) =>
    items
      .filter((item) => item.state === state)
      .map(({ key, name, note }) => ({ key: String(key), name: String(name), state, note: String(note) })),
  );
  return {
    job: id,
    isDone: job.state === "done",
    total: items.length,
    done: items.length - count("open"),
    made: count("made"),
    none: count("none"),
    failed: count("failed"),
    notes: notes.slice(0, MOST_NOTES),
  };
}
