import type { Registry } from "../../shared/registry/model.ts";

/** Module id to how its title sounds. */
export type TitleSounds = ReadonlyMap<number, string>;

const made = new WeakMap<Registry["groups"], Promise<TitleSounds>>();

/**
 * How the titles of all pages sound: one syllable without tone for each character, with a space between; what is not Chinese
 * stands for itself. Worked out once for each registry. The dictionary is read when it is asked for first: a server that
 * starts does not wait for it.
 */
export function titleSounds(registry: Registry): Promise<TitleSounds> {
  const known = made.get(registry.groups) ?? soundsOf(registry);
  made.set(registry.groups, known);
  return known;
}

async function soundsOf(registry: Registry): Promise<TitleSounds> {
  const { pinyin } = await import("pinyin-pro");
  const sound = (title: string) => pinyin(title, { toneType: "none", type: "array", v: true }).map(oneWord).join(" ");
  return new Map(registry.groups.flatMap(({ modules }) => modules.map(({ id, title }) => [id, sound(title)] as const)));
}

/** A space in a title is a syllable without letters, so that syllables and characters stay in step. */
const oneWord = (syllable: string): string => syllable.trim().toLowerCase();
