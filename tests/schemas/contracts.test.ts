import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { FEATURES } from "../../src/server/features.ts";
import { loadFiles } from "../../src/server/registry/load-registry.ts";
import { openRegistry } from "../../src/server/registry/watch-registry.ts";
import { buildRegistry } from "../../src/shared/build-registry.ts";
import { contracts } from "../../src/shared/registry/checks/contracts.ts";
import type { EntityNeeds } from "../../src/shared/registry/code.ts";
import { contextOf } from "../../src/shared/registry/context.ts";
import type { Problem } from "../../src/shared/registry/problem.ts";
import { readSources } from "../../src/shared/registry/sources.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const { files } = loadFiles(ROOT);

/** Every field, transition and code that hand-written code relies on, of whichever feature. */
const NEEDS = FEATURES.flatMap(({ contract }) => [
  ...Object.entries(contract?.needs ?? {}),
  ...[contract?.effects, contract?.inquiries, contract?.jobs, contract?.overrides].flatMap((group) =>
    Object.values(group ?? {}).flatMap(({ needs }) => Object.entries(needs)),
  ),
]);

const namesOf = (pick: (needs: EntityNeeds) => readonly string[]) => [
  ...new Set(NEEDS.flatMap(([entity, needs]) => pick(needs).map((name) => `${entity}.${name}`))),
];
const FIELDS = namesOf(({ fields = {}, readable = {} }) => [...Object.keys(fields), ...Object.keys(readable)]);
const STORED = namesOf(({ fields = {} }) => Object.keys(fields));
const TRANSITIONS = namesOf(({ transitions = [] }) => transitions);

interface Json {
  [key: string]: Json;
}

/** What the contracts say of the files after every file of JSON was changed. */
function toldOf(change: (json: Json, file: string) => void): readonly Problem[] {
  const changed = files.map(({ path: file, text }) => {
    const json = JSON.parse(text) as Json;
    change(json, file);
    return { path: file, text: JSON.stringify(json) };
  });
  return contracts(contextOf(readSources(changed).sources, { features: FEATURES }).context);
}

/** Does this to every field of every entity, wherever it is declared. */
function eachField(json: Json, act: (fields: Json, name: string) => void): void {
  const groups = [...(json.fields ? [json.fields] : []), ...Object.values(json.mixins && !Array.isArray(json.mixins) ? json.mixins : {})];
  for (const fields of groups) for (const name of Object.keys(fields)) act(fields, name);
}

const lost = (names: readonly string[], told: readonly Problem[], said: (entity: string, name: string) => string) =>
  names.filter((each) => {
    const [entity = "", name = ""] = each.split(".");
    return !told.some(({ message }) => message.includes(said(entity, name)));
  });

describe("what hand-written code relies on", () => {
  test("is all there as the files stand, and is no small part of them", () => {
    expect(toldOf(() => undefined)).toEqual([]);
    expect(FIELDS.length + TRANSITIONS.length).toBeGreaterThan(222);
  });

  test("is missed field by field when fields go by other names", () => {
    const told = toldOf((json) =>
      eachField(json, (fields, name) => {
        fields[`${name}X`] = fields[name] as Json;
        delete fields[name];
      }),
    );
    expect(lost(FIELDS, told, (entity, name) => `needs the field ${name} of ${entity}, which is not there`)).toEqual([]);
  });

  test("is refused field by field where the type is another", () => {
    const told = toldOf((json) =>
      eachField(json, (fields, name) => {
        fields[name] = { ...fields[name], type: (String(fields[name]?.type) === "url" ? "text" : "url") as unknown as Json };
      }),
    );
    expect(lost(FIELDS, told, (entity, name) => `needs the field ${name} of ${entity} to be of type`)).toEqual([]);
  });

  test("is refused field by field where what is written would be computed", () => {
    const told = toldOf((json) =>
      eachField(json, (fields, name) => {
        fields[name] = { ...fields[name], computed: { label: "Id" } as unknown as Json };
      }),
    );
    expect(lost(STORED, told, (entity, name) => `needs the field ${name} of ${entity} to be stored`)).toEqual([]);
  });

  test("is missed transition by transition", () => {
    const rename = (transitions: Json | undefined) => {
      for (const name of Object.keys(transitions ?? {})) {
        if (!transitions) continue;
        transitions[`${name}X`] = transitions[name] as Json;
        delete transitions[name];
      }
    };
    const told = toldOf((json) => {
      for (const machine of Object.values({ ...json.states, ...json.machines })) rename(machine.transitions);
    });
    expect(lost(TRANSITIONS, told, (entity, name) => `needs the transition ${name} of ${entity}`)).toEqual([]);
  });

  test("is missed code by code", () => {
    const codes = new Set(
      NEEDS.flatMap(([entity, { fields = {}, readable = {} }]) =>
        Object.entries({ ...fields, ...readable }).flatMap(([name, need]) =>
          typeof need === "string" ? [] : need.map((code) => `the code ${code} of the field ${name} of ${entity}`),
        ),
      ),
    );
    const shift = (values: unknown) => {
      for (const value of Array.isArray(values) ? (values as { code: unknown }[]) : []) {
        value.code = typeof value.code === "number" ? 9000 + value.code : `${String(value.code)}X`;
      }
    };
    const told = toldOf((json) => {
      eachField(json, (fields, name) => shift(fields[name]?.values));
      for (const values of Object.values(json.enums ?? {})) shift(values);
    });
    expect(codes.size).toBeGreaterThan(50);
    expect([...codes].filter((text) => !told.some(({ message }) => message.includes(text)))).toEqual([]);
  });

  test("is told at the line that names the code", () => {
    const text = files.map((file) => ({ ...file, text: file.text.replaceAll('"bankpaid"', '"bankdone"') }));
    const result = buildRegistry(text, { features: FEATURES });
    const told = result.ok ? [] : result.problems.map(({ file, pointer, message }) => `${file} ${pointer} ${message}`);
    expect(told).toContainEqual(
      expect.stringMatching(
        /^modules\.json \/features\/\d+ the code of "payments" needs the transition bankpaid of BalancePay, which is not there/,
      ),
    );
  });

  test("is refused for rows of another entity", () => {
    const told = toldOf((json, file) => {
      if (file.endsWith("/order.json")) json.opened = { effects: [{ named: "book-slot" }] } as unknown as Json;
    });
    expect(told.map(({ message }) => message)).toContain('the code of "book-slot" is made for rows of Appointment, not of Order');
  });
});

test("a running portal keeps its registry when a transition that code runs gets another name", { timeout: 600_000 }, async () => {
  const dir = mkdtempSync(path.join(tmpdir(), "contracts-"));
  cpSync(path.join(ROOT, "modules.json"), path.join(dir, "modules.json"));
  cpSync(path.join(ROOT, "schemas"), path.join(dir, "schemas"), { recursive: true });
  let tell: (problems: readonly Problem[]) => void = () => undefined;
  const told = new Promise<readonly Problem[]>((resolve) => {
    tell = resolve;
  });
  const source = await openRegistry({
    dir,
    features: FEATURES,
    log: () => undefined,
    onProblems: (problems) => problems.length > 0 && tell(problems),
  });
  try {
    const { version } = source.current();
    const file = path.join(dir, "schemas/entities/balance-pay.json");
    writeFileSync(file, readFileSync(file, "utf8").replaceAll("bankpaid", "bankdone"));
    const problems = await told;
    expect(problems.map(({ message }) => message)).toContainEqual(expect.stringContaining("needs the transition bankpaid of BalancePay"));
    expect(source.current().version).toBe(version);
  } finally {
    await source.close();
    rmSync(dir, { recursive: true, force: true });
  }
});
