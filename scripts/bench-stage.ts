/**
 * The database in which a portal is measured at work: the demo with a million statements and five million sales of eight shops beside it (BENCH_ROWS: how many
 * statements; sales are five times as many). `npm run bench` loads it once for all figures that want it, and names it in BENCH_STAGE.
 */
import { type BenchDatabase, benchDatabase, makeBenchDatabase } from "./bench-database.ts";
import { loadBench } from "./bench-load.ts";

const SALES = 5;

const STATEMENTS = Number(process.env.BENCH_ROWS ?? "1000000");

/** The one that is loaded already, or one of its own. */
export async function openStage(figure: string): Promise<BenchDatabase> {
  const loaded = process.env.BENCH_STAGE;
  if (loaded !== undefined) return await benchDatabase(loaded);
  const fresh = await makeBenchDatabase(figure);
  try {
    const seconds = await loadBench(fresh.href, { Balance: STATEMENTS, Sale: STATEMENTS * SALES });
    console.log(`${STATEMENTS} statements and ${STATEMENTS * SALES} sales loaded in ${seconds} s`);
    return fresh;
  } catch (error) {
    await fresh.drop();
    throw error;
  }
}
