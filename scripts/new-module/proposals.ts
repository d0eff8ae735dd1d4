import { pinyin } from "pinyin-pro";
import { buildRegistry } from "../../src/shared/build-registry.ts";
import { type CheckContext, contextOf } from "../../src/shared/registry/context.ts";
import type { Audience, Registry } from "../../src/shared/registry/model.ts";
import type { RawFile } from "../../src/shared/registry/place.ts";
import type { Problem } from "../../src/shared/registry/problem.ts";
import { readSources, sharedOf } from "../../src/shared/registry/sources.ts";

/** The registry a module is made in, as its files are now. */
export interface Ground {
  readonly files: readonly RawFile[];
  readonly registry: Registry;
  readonly context: CheckContext;
}

/** The registry as the files say it, or what is wrong with them; what is hand-written is left to the check at the end. */
export function groundOf(files: readonly RawFile[]): Ground | { readonly problems: readonly Problem[] } {
  const built = buildRegistry(files);
  return built.ok ? { files, registry: built.registry, context: contextOf(readSources(files).sources, {}).context } : built;
}

/** What a new entity can be, each with who uses such a page. */
export const ENTITY_KINDS: Readonly<Record<string, readonly Audience[]>> = {
  bill: ["shop", "supplier"],
  application: ["shop", "supplier"],
  master: ["shop"],
};

/** What a module may be like: archetypes of pages, and for a new entity the kinds there are. */
export function archetypesOf({ context }: Ground, isNew: boolean): readonly string[] {
  const known = sharedOf(context.sources, "modules").map(({ name }) => name);
  return isNew ? Object.keys(ENTITY_KINDS) : known;
}

/** What pages over an entity are usually like: those there are, else as its owner and its states suggest. Empty: nothing fits. */
export function usualArchetype(ground: Ground, entity: string): string {
  const known = archetypesOf(ground, false);
  const over = ground.context.sources.module.flatMap(({ file, raw }) => {
    const { like } = file.value as { readonly like?: string };
    return raw.entity === entity && like !== undefined ? [like] : [];
  });
  const { tenancy, transitions } = ground.registry.entities[entity] ?? {};
  const guess = tenancy === "shop" || tenancy === "global" ? "master" : transitions?.submit ? "application" : "bill";
  return [...over, guess, ...known].find((name) => known.includes(name)) ?? "";
}

export function usualAudience({ context }: Ground, like: string): readonly Audience[] {
  const told = sharedOf(context.sources, "modules").flatMap(({ name, raw }) => (name === like ? (raw.audience ?? []) : []));
  return told.length > 0 ? told : (ENTITY_KINDS[like] ?? ["shop"]);
}

/** The next number after those of a group that is nobody's. */
export function freeId({ registry }: Ground, group: number): number {
  const own = registry.groups.find(({ id }) => id === group)?.modules.filter(({ of }) => of === null) ?? [];
  let id = Math.max(group, ...own.map((module) => module.id)) + 1;
  while (registry.modules[id]) id++;
  return id;
}

/** The folder that most pages of a group lie in, and a file that is not there yet. */
export function freeSchema({ context }: Ground, group: number, name: string): string {
  const entries = context.sources.registry.flatMap(({ raw }) => raw.groups).find(({ id }) => id === group);
  const folders = (entries?.modules ?? []).map(({ schema }) => schema.split("/")[0] ?? "");
  const [folder = kebab(entries?.name ?? "")] = [...new Set(folders)].sort((a, b) => count(folders, b) - count(folders, a));
  const taken = new Set(context.sources.module.map((doc) => doc.name));
  const file = `${folder}/${kebab(name)}`;
  return taken.has(file) ? `${file}-2` : file;
}

const count = (list: readonly string[], wanted: string) => list.filter((each) => each === wanted).length;

/** BalancePay, Balance_Pay: balance-pay. */
export const kebab = (name: string): string =>
  name
    .replaceAll("_", "-")
    .replace(/(?<=[a-z0-9])([A-Z])/g, "-$1")
    .replace(/-+/g, "-")
    .toLowerCase();

/** Two capitals for document numbers that no other document has: how the title sounds, else the next that are free. */
export function freePrefix({ registry }: Ground, title: string): string {
  const taken = new Set(Object.values(registry.entities).flatMap(({ number }) => (number ? [number.prefix] : [])));
  const sounds = pinyin(title, { pattern: "first", toneType: "none", type: "array", nonZh: "removed" }).join("").toUpperCase();
  const letters = [...`${sounds.replace(/[^A-Z]/g, "")}XABCDEFGHIJKLMNOPQRSTUVWYZ`];
  const pairs = letters.flatMap((first) => letters.map((second) => first + second));
  return [letters.slice(0, 2).join(""), ...pairs].find((pair) => !taken.has(pair)) ?? "XX";
}
