import { describe, expect, it } from "vitest";
import { PROGRAM } from "../../src/server/features.ts";
import { loadFiles } from "../../src/server/registry/registry-files.ts";
import { buildRegistry } from "../../src/shared/build-registry.ts";
import type { Audience, Registry } from "../../src/shared/registry/model.ts";
import type { RawFile } from "../../src/shared/registry/place.ts";
import { rightsChanges } from "../../src/shared/registry/plan/rights-changes.ts";
import { rightsMatrix, roleOfSide } from "../../src/shared/registry/rights/matrix.ts";
import { tellsSensitive } from "../../src/shared/registry/rights/sources.ts";
import { IS_LONG } from "../e2e/long.ts";

const SIDES: readonly Audience[] = ["shop", "mall", "supplier"];
const { files } = loadFiles(process.cwd());
const build = (changed: readonly RawFile[]): Registry | null => {
  const built = buildRegistry(changed, PROGRAM);
  return built.ok ? built.registry : null;
};

type Json = Readonly<Record<string, unknown>>;
interface Edit {
  readonly file: string;
  readonly what: string;
  readonly json: Json;
}

/** Of every file of the registry the words about rights, each as somebody might mistake it. */
function* edits(): Generator<Edit> {
  for (const { path: file, text } of files) {
    const json = JSON.parse(text) as Json;
    const edit = (what: string, changes: Json): Edit => {
      const next = Object.fromEntries(Object.entries({ ...json, ...changes }).filter(([, value]) => value !== undefined));
      return { file, what, json: next };
    };
    if (file.startsWith("schemas/entities/")) {
      for (const tenancy of ["shop", "shop+supplier", "global"])
        if (json.tenancy !== tenancy) yield edit(`tenancy ${tenancy}`, { tenancy });
      if (json.tenancy === "shop") yield edit("supplierReads", { supplierReads: json.supplierReads !== true });
      if (json.visibleTo) yield edit("no visibleTo", { visibleTo: undefined });
      if (json.hide) yield edit("nothing hidden", { hide: undefined });
    }
    if (file.startsWith("schemas/modules/")) {
      const columns = json.columns as readonly unknown[];
      yield edit("audience all", { audience: SIDES });
      yield edit("audience supplier", { audience: ["supplier"] });
      if (json.hide) yield edit("nothing hidden", { hide: undefined });
      if (json.where) yield edit("no where", { where: undefined });
      if (json.when) yield edit("no when", { when: undefined });
      if (json.actions) yield edit("no actions", { actions: [] });
      yield edit("a column less", { columns: columns.slice(0, -1) });
    }
  }
}

/**
 * All of them in the long run; otherwise one in a hundred and twenty, as each builds the whole registry. The small one is walked through in
 * every run (tests/shared/registry/rights.test.ts).
 */
const some = [...edits()].filter((_, at) => IS_LONG || at % 120 === 7);

/** Field by field what reaches whom; whose rows on each page. */
function reached(registry: Registry): ReadonlyMap<string, { readonly module: string; readonly side: Audience; readonly field: string }> {
  const all = new Map<string, { module: string; side: Audience; field: string }>();
  for (const profile of Object.values(registry.profiles))
    for (const side of SIDES)
      for (const [module, { fields }] of Object.entries(rightsMatrix(registry, roleOfSide(profile, side)).modules))
        for (const [field, channels] of Object.entries(fields))
          for (const channel of channels) all.set([profile.name, side, module, field, channel].join(" "), { module, side, field });
  return all;
}

const sign = (registry: Registry) =>
  JSON.stringify(Object.values(registry.profiles).map((profile) => SIDES.map((side) => rightsMatrix(registry, roleOfSide(profile, side)))));

describe("no edit of the shipped registry changes rights unseen", () => {
  const base = build(files);
  if (!base) throw new Error("the registry is not valid");
  const [before, signOfBase] = [reached(base), sign(base)];
  const pages = new Set([...before.values()].map(({ side, module }) => `${side} ${module}`));

  it.each(some.map((edit) => [edit.file, edit.what, edit] as const))("%s: %s", (file, _what, { json }) => {
    const next = build(files.map((each) => (each.path === file ? { path: file, text: JSON.stringify(json) } : each)));
    if (!next) return;
    const changes = rightsChanges(base, next);
    expect(changes.length > 0).toBe(sign(next) !== signOfBase);
    const unheld = [...reached(next)].filter(([key, { module, side, field }]) => {
      if (before.has(key) || !pages.has(`${side} ${module}`) || !tellsSensitive(next.entities, field)) return false;
      return !changes.some(
        ({ class: kind, outcome }) =>
          kind === "held" && outcome?.sides.includes(side) && outcome.modules.includes(module) && outcome.names.includes(field),
      );
    });
    expect(unheld.map(([key]) => key)).toEqual([]);
  });
});
