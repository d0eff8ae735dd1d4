/*
 * Moves files between a folder and the portal: CSV files of in/ are brought in, changes are written to out/. Nothing but Node is needed.
 * README.md says how; every step can be cut off and run again.
 */
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { csvLine, readCsv } from "./csv.mjs";

const { SCM_URL = "http://127.0.0.1:8080", SCM_KEY = "" } = process.env;
const [folder = ".", ...wanted] = process.argv.slice(2);
/** How often a call is tried that the portal could not answer, and how long to wait first, in seconds. */
const TRIES = 5;
const WAIT_S = 2;
/** Of a document: columns of its lines begin with this. */
const LINE = "lines.";

for (const name of ["in", "done", "failed", "out", "state"]) await mkdir(join(folder, name), { recursive: true });
let isFine = true;
for (const file of (await readdir(join(folder, "in"))).filter((name) => name.endsWith(".csv")).sort())
  isFine = (await bringIn(file)) && isFine;
for (const entity of wanted) await takeOut(entity);
process.exitCode = isFine ? 0 : 1;

/** `Goods-20250630.csv` holds rows of Goods. It goes to done/, or to failed/ when rows were refused, with what became of each row beside it. */
async function bringIn(file) {
  const entity = /^[A-Za-z]+/.exec(file)?.[0] ?? "";
  const text = await readFile(join(folder, "in", file), "utf8");
  // The same file is the same batch, however often it is sent: nothing is written twice.
  const batch = createHash("sha256").update(text).digest("hex").slice(0, 32);
  const records = recordsOf(readCsv(text));
  const body = () =>
    Readable.toWeb(
      Readable.from(
        records.map((record) => `${JSON.stringify(record)}\n`),
        { objectMode: false },
      ),
    );
  const answer = await call(`/api/In/${entity}`, { batch }, "application/x-ndjson", body);
  const ends = [];
  let end = null;
  for await (const line of createInterface({ input: Readable.fromWeb(answer.body) })) {
    const said = JSON.parse(line);
    if (said.end) end = said;
    else ends.push(said);
  }
  // Without an end, or with another code, the batch is sent again the next time.
  if (end?.Code !== 200) throw new Error(`${file}: ${end?.Msg ?? "the connection was lost"}`);
  const bad = ends.filter(({ state }) => state === "refused");
  const problems = ({ problems = [] }) => problems.map(({ column, message }) => [column, message].filter(Boolean).join(" ")).join("; ");
  const report = ends
    .filter(({ row }) => row !== undefined)
    .map((one) => csvLine([one.row, one.state, one.id ?? "", one.key, problems(one)]));
  const to = bad.length === 0 ? "done" : "failed";
  await writeWhole(join(folder, to, file.replace(/\.csv$/, ".result.csv")), ["row,state,id,key,problems\n", ...report].join(""));
  await rename(join(folder, "in", file), join(folder, to, file));
  console.log(`${file}: ${JSON.stringify(end.totals)}`);
  return bad.length === 0;
}

/** Rows as records; of documents, rows that say the same of the head one after the other are the lines of one. */
function recordsOf(rows) {
  const records = [];
  let last = "";
  for (const row of rows) {
    const [lines, head] = [{}, {}];
    for (const [name, text] of Object.entries(row)) {
      if (name.startsWith(LINE)) lines[name.slice(LINE.length)] = text;
      else head[name] = text;
    }
    if (Object.keys(lines).length === 0) records.push(head);
    else if (JSON.stringify(head) === last) records.at(-1).lines.push(lines);
    else records.push({ ...head, lines: [lines] });
    last = JSON.stringify(head);
  }
  return records;
}

/** Writes what has changed since the last time to out/, oldest first, and remembers how far it came. */
async function takeOut(entity) {
  const state = join(folder, "state", `${entity}.cursor`);
  let cursor = await readFile(state, "utf8").catch(() => "");
  for (let more = true; more; ) {
    const { Result } = await (await call(`/api/Out/${entity}`, {}, "application/json", () => JSON.stringify({ cursor }))).json();
    if (Result.rows.length > 0) {
      // Named after where it began: cut off before the cursor is kept, the next run writes the same file again.
      const name = `${entity}-${createHash("sha256").update(cursor).digest("hex").slice(0, 12)}.csv`;
      await writeWhole(join(folder, "out", name), tableOf(Result.rows));
      console.log(`${name}: ${Result.rows.length}`);
    }
    ({ cursor, more } = Result);
    await writeWhole(state, cursor);
  }
}

/** A line for each row, or for each line of a document. */
function tableOf(changes) {
  const rows = changes.flatMap(({ change, Id, key, row = key ?? {} }) => {
    const { lines, ...head } = row;
    const own = { change, Id, ...head };
    if (!Array.isArray(lines) || lines.length === 0) return [own];
    return lines.map((line) => ({ ...own, ...Object.fromEntries(Object.entries(line).map(([name, value]) => [LINE + name, value])) }));
  });
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return [names, ...rows.map((row) => names.map((name) => row[name] ?? ""))].map(csvLine).join("");
}

/** One call; tried again where the portal is busy or away. */
async function call(path, query, type, body) {
  const url = new URL(path, SCM_URL);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  for (let attempt = 1; ; attempt++) {
    const headers = { authorization: `Key ${SCM_KEY}`, "content-type": type };
    const answer = await fetch(url, { method: "POST", headers, body: body(), duplex: "half" }).catch(() => null);
    if (answer?.ok === true) {
      if (answer.headers.get("content-type")?.includes("ndjson")) return answer;
      const text = await answer.text();
      const { Code, Msg } = JSON.parse(text);
      if (Code === 200) return new Response(text);
      throw new Error(`${path}: ${Code} ${Msg}`);
    }
    const isLasting = answer !== null && answer.status !== 429 && answer.status < 500;
    if (isLasting || attempt === TRIES) throw new Error(`${path}: ${answer === null ? "no answer" : await answer.text()}`);
    const seconds = Number(answer?.headers.get("retry-after")) || WAIT_S * attempt;
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  }
}

/** A file is there as a whole, or not at all. */
async function writeWhole(path, text) {
  await writeFile(`${path}.part`, text);
  await rename(`${path}.part`, path);
}
