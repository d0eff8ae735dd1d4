import { openDatabase } from "../../../../src/server/db/connect.ts";
import { moveData } from "../../../../src/server/tables/data/move-data.ts";
import { NEXT, SERVED } from "./crash-models.ts";

// Makes a step on a database, and ends as a killed process does where it is told to; otherwise says when it begins and when it is done.
const [where = "", point = ""] = process.argv.slice(2);
const isUrl = where.startsWith("postgres");
const { withoutTimeouts, close } = await openDatabase({
  dataDir: isUrl ? "" : where,
  databaseUrl: isUrl ? where : undefined,
  log: () => undefined,
});
const die = () => process.kill(process.pid, "SIGKILL");
const step = { was: SERVED, is: NEXT, followed: SERVED, renamings: [], at: new Date(), language: "en" } as const;
await withoutTimeouts((db) =>
  moveData(db, step, {
    begin: async () => {
      console.log("begins");
      if (point === "begin") die();
      return true;
    },
    // All is done, and nothing is committed.
    keep: async () => {
      if (point === "commit") die();
    },
    log: () => undefined,
  }),
);
console.log("done");
await close();
