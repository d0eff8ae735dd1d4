import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { ENGINE_NEEDS } from "../../src/server/engine/needs.ts";
import { PROGRAM } from "../../src/server/features.ts";
import { loadFiles } from "../../src/server/registry/registry-files.ts";
import { openRegistry } from "../../src/server/registry/watch-registry.ts";
import { buildRegistry } from "../../src/shared/build-registry.ts";
import { contracts } from "../../src/shared/registry/checks/contracts.ts";
import type { EntityNeeds } from "../../src/shared/registry/code.ts";
import { contextOf } from "../../src/shared/registry/context.ts";
import type { Problem } from "../../src/shared/registry/problem.ts";
import { readSources } from "../../src/shared/registry/sources.ts";
import { libraryRegistry } from "../fixtures/library-registry.ts";
import { readSource } from "../project/source-files.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const { files } = loadFiles(ROOT);

/** Every field, transition and code that hand-written code relies on, of the engine or of whichever feature. */
const NEEDS = [
  ...Object.entries(PROGRAM.needs),
  ...PROGRAM.features.flatMap(({ contract }) => [
    ...Object.entries(contract?.needs ?? {}),
    ...[contract?.effects, contract?.inquiries, contract?.choices, contract?.jobs, contract?.overrides].flatMap((group) =>
      Object.values(group ?? {}).flatMap(({ needs }) => Object.entries(needs)),
    ),
  ]),
];

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
  return contracts(contextOf(readSources(changed).sources, PROGRAM).context);
}

/** Does this to every field of every entity, wherever it is declared. */
function eachField(json: Json, act: (fields: Json, name: string) => void): void {
  const groups = [...(json.fields ? [json.fields] : []), ...Object.values(json.flags ? {} : (json.entities ?? {}))];
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
      for (const machine of Object.values({ ...json.states })) rename(machine.transitions);
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
    const result = buildRegistry(text, PROGRAM);
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

describe("what the engine relies on", () => {
  const needs = Object.entries(ENGINE_NEEDS);

  /** The engine's problems of a registry that uses no feature, after this was done to one of its files. */
  function withoutFeatures(change: (json: Json, file: string) => void): readonly Problem[] {
    return toldOf((json, file) => {
      if (file === "modules.json") json.features = [] as unknown as Json;
      change(json, file);
    });
  }

  test("a registry of another trade has it", () => {
    expect(Object.keys(libraryRegistry.entities)).toEqual(expect.arrayContaining(Object.keys(ENGINE_NEEDS)));
    expect(withoutFeatures(() => undefined)).toEqual([]);
  });

  test("is missed entity by entity, field by field and code by code, whatever features are in use", () => {
    const all = needs.flatMap(([entity, { fields = {} }]) => Object.entries(fields).map(([name, need]) => ({ entity, name, need })));
    const renamed = withoutFeatures((json) =>
      eachField(json, (fields, name) => {
        fields[`${name}X`] = fields[name] as Json;
        delete fields[name];
      }),
    ).map(({ message }) => message);
    expect(
      all.filter(({ entity, name }) => !renamed.includes(`the engine needs the field ${name} of ${entity}, which is not there`)),
    ).toEqual([]);
    const gone = withoutFeatures((json, file) => {
      if (file.includes("/entities/")) json.name = `${String(json.name)}X` as unknown as Json;
    }).map(({ message }) => message);
    expect(needs.filter(([name]) => !gone.includes(`the engine needs the entity ${name}, which is not there`))).toEqual([]);
    expect(all.length).toBeGreaterThan(50);
  });

  test("is told at the line of the field, or at the fields where it is missing", () => {
    const told = (from: string, to: string) => {
      const changed = files.map(({ path: file, text }) => ({
        path: file,
        text: file.endsWith("/user.json") ? text.replace(from, to) : text,
      }));
      const result = buildRegistry(changed, { needs: ENGINE_NEEDS });
      return result.ok ? [] : result.problems.map((problem) => `${problem.pointer} ${problem.message}`);
    };
    expect(told('"lastlogin":', '"lastlogon":')).toContainEqual("/fields the engine needs the field lastlogin of User, which is not there");
    expect(told('"title": "最近登录", "type": "datetime"', '"title": "最近登录", "type": "date"')).toContainEqual(
      "/fields/lastlogin/type the engine needs the field lastlogin of User to be of type datetime, not date",
    );
  });

  test("is written down for whoever makes a registry", () => {
    const text = readSource("docs/architecture.md");
    expect(Object.keys(ENGINE_NEEDS).filter((name) => !text.includes(`| \`${name}\` |`))).toEqual([]);
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
    program: PROGRAM,
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
