import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { PROGRAM } from "../../../src/server/features.ts";
import { loadFiles } from "../../../src/server/registry/registry-files.ts";
import type { EntityInfo } from "../../../src/shared/registry/catalogue.ts";
import { RULES } from "../../../src/shared/registry/checks/index.ts";
import { variantContexts } from "../../../src/shared/registry/checks/variant-contexts.ts";
import { type BuildOptions, type CheckContext, contextOf } from "../../../src/shared/registry/context.ts";
import type { RawFile } from "../../../src/shared/registry/place.ts";
import { formatProblem } from "../../../src/shared/registry/problem.ts";
import { readSources } from "../../../src/shared/registry/sources.ts";
import { IS_LONG } from "../../e2e/long.ts";
import { minimalFiles, OPTIONS } from "./minimal.ts";

const SHIPPED = fileURLToPath(new URL("../../..", import.meta.url));

/** What a profile may say of an entity so that something elsewhere may be wrong: each alone. */
function* patchesOf({ raw, fields, name }: EntityInfo): Generator<object> {
  const own = [...fields.values()];
  for (const side of ["shop", "mall", "supplier"]) yield { hide: { [side]: Object.fromEntries(own.map((field) => [field.name, "add"])) } };
  const coded = own.filter(({ values }) => values.length > 1);
  for (const at of [0, -1])
    if (coded.length > 0)
      yield {
        fields: Object.fromEntries(
          coded.map(({ name: field, values }) => [field, { values: { [String(values.at(at)?.code)]: "remove" } }]),
        ),
      };
  for (const word of ["save", "show", "label", "source", "opened", "due"] as const) if (word in raw) yield { [word]: null };
  for (const patch of [
    { readonly: true },
    { required: true },
    { title: "x" },
    { length: 1 },
    { min: 5 },
    { check: "phone" },
    { default: "x" },
  ])
    yield { fields: Object.fromEntries(own.map((field) => [field.name, patch])) };
  const machines = Object.entries(raw.states ?? {});
  for (const by of ["shop", "supplier", "system"])
    if (machines.length > 0)
      yield {
        states: Object.fromEntries(
          machines.map(([field, { transitions = {} }]) => [
            field,
            { transitions: Object.fromEntries(Object.keys(transitions).map((each) => [each, { by: { [by]: "remove" } }])) },
          ]),
        ),
      };
  yield { title: `${name} x` };
}

const LETTERS = "abcdefghij";
const called = (index: number) => `x${[...String(index)].map((digit) => LETTERS[Number(digit)]).join("")}`;

/** The files with a profile for every such patch, the small part of them that is asked for. */
function withProfiles(files: readonly RawFile[], options: BuildOptions, each: number): RawFile[] {
  const { context } = contextOf(readSources(files).sources, options);
  const patches = [...context.entities.values()].flatMap((info) => [...patchesOf(info)].map((patch) => ({ [info.name]: patch })));
  return patches
    .filter((_, index) => index % each === 0)
    .map((entities, index) => {
      const overlay = { name: called(index), title: "x", flags: {}, entities };
      return { path: `schemas/overlays/x-${index}.json`, text: JSON.stringify(overlay) };
    });
}

const EARLY = RULES.filter(({ isLast }) => !isLast);
const found = (context: CheckContext) => new Set(EARLY.flatMap(({ check }) => check(context)).map(formatProblem));

it.each([
  ["the small registry", () => minimalFiles(), OPTIONS, IS_LONG ? 1 : 12],
  ["the shipped registry", () => loadFiles(SHIPPED).files, PROGRAM, IS_LONG ? 7 : 400],
] as const)(
  "a profile of %s is told of everything that its patches break, though only what they touch is looked at",
  (_name, read, options, each) => {
    const files = read();
    const { context } = contextOf(readSources([...files, ...withProfiles(files, options, each)]).sources, options);
    const usual = found(context);
    const missed: (readonly string[])[] = [];
    let broken = 0;
    for (const { variant, context: part } of variantContexts(context)) {
      const everything = {
        ...part,
        entities: new Map([...context.entities.keys()].map((name) => [name, part.entities.get(name) as EntityInfo])),
        modules: context.modules.flatMap((module) => (module.patch === null ? (part.pageOf(module.schema) ?? []) : [])),
      };
      const inPart = found(part);
      const more = [...found(everything)].filter((line) => !usual.has(line));
      broken += more.length;
      const entities = [...variant.entities.keys()].join();
      missed.push(...more.filter((line) => !inPart.has(line)).map((line) => [entities, line]));
      missed.push(...[...inPart].filter((line) => !usual.has(line) && !more.includes(line)).map((line) => [entities, "too much", line]));
    }
    expect(missed).toEqual([]);
    expect(broken).toBeGreaterThan(0);
  },
  3_600_000,
);
