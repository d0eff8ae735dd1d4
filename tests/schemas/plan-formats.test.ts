import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { plan } from "../../scripts/plan.ts";
import { runScript } from "../project/run-script.ts";
import { type TemporaryRegistry, temporaryLibrary } from "./temporary-registry.ts";

let before: TemporaryRegistry;
let after: TemporaryRegistry;
beforeEach(() => {
  before = temporaryLibrary();
  after = temporaryLibrary();
  edit("schemas/entities/fine.json", '"shop+supplier"', '"global"');
  edit("schemas/modules/lending/fines.json", '"columns":', '"hide": { "supplier": ["rate"] }, "columns":');
  edit("schemas/modules/lending/fines.json", '"pay", "waive"]', '"waive"]');
  edit("schemas/modules/lending/fines.json", '["FineId", "Billid", "busdate"', '["FineId", "busdate"');
  edit("schemas/entities/loan.json", '{ "Billid": "JY" }', '{ "Billid": "JD" }');
  edit("schemas/entities/fine.json", '"title": "罚款",\n  "tenancy"', '"title": "滞纳金",\n  "tenancy"');
});
afterEach(() => {
  before.remove();
  after.remove();
});

function edit(file: string, text: string, instead: string) {
  const old = readFileSync(join(after.dir, file), "utf8");
  expect(old).toContain(text);
  after.write(file, old.replace(text, instead));
}
const told = async (...flags: string[]) => (await runScript(plan, "--dir", after.dir, "--against", before.dir, ...flags)).out;

it.each(["en", "zh"])("every format tells the same plan, in %s", async (language) => {
  for (const format of ["text", "markdown", "github", "json"]) {
    const out = await told("--format", format, "--lang", language);
    const shown = format === "json" ? JSON.stringify(JSON.parse(out), null, 2) : out;
    await expect(`${shown}\n`).toMatchFileSnapshot(`golden/plan.${language}.${format === "markdown" ? "md" : `${format}.txt`}`);
  }
});
