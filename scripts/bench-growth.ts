/**
 * `npm run bench -- --only growth`: draws docs/growth.svg, how the database's part of a page grows with the rows, of what `pages` measured last for several counts
 * of rows (BENCH_ROWS=10000,100000,1000000,10000000 npm run bench -- --only pages,growth).
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..");
const RESULTS = join(ROOT, "bench/results");
/** px */
const [WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM] = [860, 420, 60, 40, 300, 50];
/** Told apart by those who see no colours, too: each line has a dash of its own. */
const LINES = [
  ["#1677ff", ""],
  ["#cf1322", "8 3"],
  ["#389e0d", "2 3"],
  ["#d46b08", "10 3 2 3"],
  ["#722ed1", "5 5"],
  ["#08979c", "1 4"],
  ["#595959", "12 4"],
  ["#c41d7f", "6 2 1 2"],
] as const;

interface Measured {
  readonly at: string;
  readonly results: readonly { readonly rows: number; readonly figures: readonly { readonly what: string; readonly database: number }[] }[];
}

/** What was measured last for more than one count of rows. */
function last(): Measured {
  const files = readdirSync(RESULTS).filter((name) => /^pages-.*\.json$/.test(name));
  const all = files.map((name) => JSON.parse(readFileSync(join(RESULTS, name), "utf8")) as Measured);
  const found = all.filter(({ results }) => results.length > 1).toSorted((one, other) => (one.at < other.at ? 1 : -1))[0];
  if (found === undefined)
    throw new Error("bench/results has no growth: BENCH_ROWS=10000,100000,1000000 npm run bench -- --only pages first");
  return found;
}

/** Both axes by powers of ten: a straight line upwards is a page that goes over all rows. */
function picture({ results }: Measured): string {
  const counts = results.map(({ rows }) => rows);
  const costs = results.flatMap(({ figures }) => figures.map(({ database }) => database)).filter((ms) => ms > 0);
  const x = scale([Math.min(...counts), Math.max(...counts)], [LEFT, WIDTH - RIGHT]);
  const [least, most] = [10 ** Math.floor(Math.log10(Math.min(...costs))), 10 ** Math.ceil(Math.log10(Math.max(...costs)))];
  const y = scale([least, most], [HEIGHT - BOTTOM, TOP]);
  const grid = powers(least, most).map(
    (ms) =>
      `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(ms)}" y2="${y(ms)}" stroke="#ddd"/><text x="${LEFT - 8}" y="${y(ms) + 4}" text-anchor="end">${ms}</text>`,
  );
  const ticks = counts.map(
    (rows) => `<text x="${x(rows)}" y="${HEIGHT - BOTTOM + 20}" text-anchor="middle">${rows.toLocaleString("en")}</text>`,
  );
  const names = results[0]?.figures.map(({ what }) => what) ?? [];
  const lines = names.map((what, at) => {
    const [colour, dash] = LINES[at % LINES.length] ?? LINES[0];
    const points = results.flatMap(({ rows, figures }) => {
      const ms = figures.find((figure) => figure.what === what)?.database ?? 0;
      return ms > 0 ? [`${x(rows)},${y(ms)}`] : [];
    });
    const [named, stroke] = [TOP + 10 + at * 24, `stroke="${colour}" stroke-width="2" stroke-dasharray="${dash}"`];
    return [
      `<polyline fill="none" ${stroke} points="${points.join(" ")}"/>`,
      `<line x1="${WIDTH - RIGHT + 16}" x2="${WIDTH - RIGHT + 46}" y1="${named}" y2="${named}" ${stroke}/>`,
      `<text x="${WIDTH - RIGHT + 54}" y="${named + 4}">${escaped(short(what))}</text>`,
    ].join("\n");
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12" fill="#333">
<title>ms of the database for one page, by rows of the table</title>
<rect width="100%" height="100%" fill="#fff"/>
<text x="${LEFT}" y="20">ms of the database for one page, by rows of the table</text>
${[...grid, ...ticks, ...lines].join("\n")}
</svg>
`;
}

function scale([from, to]: readonly [number, number], [start, end]: readonly [number, number]): (value: number) => number {
  const [low, high] = [Math.log10(from), Math.log10(to)];
  return (value) => Math.round(start + ((Math.log10(value) - low) / (high - low || 1)) * (end - start));
}

function powers(from: number, to: number): number[] {
  const all: number[] = [];
  for (let power = from; power <= to * 1.001; power *= 10) all.push(Number(power.toPrecision(1)));
  return all;
}

const short = (what: string) => what.split(":")[0] ?? what;
const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

const measured = last();
writeFileSync(join(ROOT, "docs/growth.svg"), picture(measured));
console.log(`docs/growth.svg: ${measured.results.map(({ rows }) => rows.toLocaleString("en")).join(", ")} rows, measured ${measured.at}`);
