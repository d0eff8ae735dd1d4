import type pg from "pg";

const PATIENCE_MS = 2000;

/** Whether the pool answers a trivial query within 2 s; `otherwise` decides when that time has passed. */
export async function databasePing(pool: pg.Pool, otherwise: () => boolean): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(otherwise()), PATIENCE_MS);
  });
  const answer = pool.query("select 1").then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([answer, patience]);
  } finally {
    clearTimeout(timer);
  }
}
