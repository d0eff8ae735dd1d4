import { classify, FILE_KINDS, type FileKind } from "./classify.ts";
import type { RawEntity, RawModule, RawOverlay, RawPrint, RawRegistry, RawShared } from "./generated/raw.ts";
import { didYouMean } from "./nearest.ts";
import { parseFile, parseValid } from "./parse.ts";
import type { Patched } from "./patch-schema.ts";
import { type ParsedFile, type Place, placeIn, type RawFile } from "./place.ts";
import type { Problem } from "./problem.ts";
import { mendShape, patchShapeProblems, shapeProblems } from "./shape.ts";
import type { WholeEntity, WholeModule } from "./whole-types.ts";

interface RawByKind {
  registry: RawRegistry;
  shared: RawShared;
  entity: RawEntity;
  module: RawModule;
  print: RawPrint;
  overlay: RawOverlay;
}

/** A file with a valid shape. */
export interface Doc<T> {
  /** What other files call it by when it has no name of its own: the file name, for modules with the folder. */
  readonly name: string;
  readonly file: ParsedFile;
  readonly raw: T;
  readonly at: Place;
}

/** Every file with a valid shape, by kind, in the order of their paths; and what could not be read. */
export type RawSources = { readonly [K in FileKind]: readonly Doc<RawByKind[K]>[] } & Broken;

/** The same, with what archetypes say merged into the files that are like them (src/shared/registry/archetypes.ts). */
export type Sources = Omit<RawSources, "entity" | "module"> & {
  readonly entity: readonly Doc<WholeEntity>[];
  readonly module: readonly Doc<WholeModule>[];
};

interface Broken {
  /** Files that are there but broken: what hangs on them cannot be judged. Names of entities, keys of prints, else file names. */
  readonly broken: Readonly<Record<FileKind, ReadonlySet<string>>>;
  /** Objects that are looked at as they were probably meant: what is wrong in them follows from what was told. */
  readonly mends: readonly Mend[];
}

/** An object of a file, by its JSON pointer. */
interface Mend {
  readonly file: string;
  readonly below: string;
}

/** Whether a problem follows from what was told of the shape of the object it stands in. */
export function isFollower({ file, pointer }: Problem, { mends }: Pick<Broken, "mends">): boolean {
  return mends.some(
    (mend) => mend.file === file && (pointer === mend.below || (mend.below !== "" && pointer.startsWith(`${mend.below}/`))),
  );
}

/** What files of schemas/shared hold, each a map of names. */
export type SharedPart = Exclude<keyof RawShared, "$schema" | "allow">;

/** Everything of one part, in whichever of the files it stands. */
export function sharedOf<K extends SharedPart>(
  { shared }: Pick<RawSources, "shared">,
  part: K,
): { readonly name: string; readonly raw: NonNullable<RawShared[K]>[string]; readonly at: Place }[] {
  return shared.flatMap(({ raw, at }) =>
    Object.entries(raw[part] ?? {}).map(([name, each]) => ({
      name,
      raw: each as NonNullable<RawShared[K]>[string],
      at: at.in(part, name),
    })),
  );
}

/** Whether a registry says at all which rights, icons, flags and checks there are. */
export function hasVocabulary({ shared }: Pick<RawSources, "shared">): boolean {
  return shared.some(({ raw }) => [raw.functions, raw.icons, raw.flags, raw.checks].some((part) => part !== undefined));
}

/** Sorts files by kind and judges their shape. `unread` are paths of files that are there and could not be read. */
export function readSources(
  files: readonly RawFile[],
  unread: readonly string[] = [],
): { readonly sources: RawSources; readonly problems: Problem[] } {
  const problems: Problem[] = [];
  const docs = ofEachKind<Doc<unknown>[]>(() => []);
  const mends: Mend[] = [];
  const broken = ofEachKind(() => new Set<string>());
  for (const raw of inOrder(files)) {
    const found = classify(raw.path);
    if (!found) {
      problems.push(strangeFile(raw.path));
      continue;
    }
    const { file, problems: syntax } = parseFile(raw);
    const at = placeIn(file);
    const own = syntax.length > 0 ? syntax : shapesOf(found.kind, file.value, at);
    problems.push(...own);
    const mended = syntax.length === 0 && own.length > 0 && found.kind !== "overlay" ? mendShape(found.kind, file.value) : null;
    if (own.length === 0) docs.get(found.kind)?.push({ name: found.name, file, raw: file.value, at });
    else if (mended) {
      docs.get(found.kind)?.push({ name: found.name, file: { ...file, value: mended.value }, raw: mended.value, at });
      mends.push(...mended.below.map((below) => ({ file: file.path, below })));
    } else namesOfBroken(found.kind, found.name, file.value).forEach((name) => void broken.get(found.kind)?.add(name));
  }
  for (const path of unread) {
    const found = classify(path);
    for (const name of found ? namesOfBroken(found.kind, found.name, undefined) : []) if (found) broken.get(found.kind)?.add(name);
  }
  if (![...files.map(({ path }) => path), ...unread].includes("modules.json")) problems.push(missingRegistry());
  return { sources: sourcesOf(docs, broken, mends), problems };
}

/** What {@link readSources} makes of files that were found valid before: neither their shapes nor where something stands in them is looked at again. */
export function readValid(files: readonly RawFile[]): RawSources {
  const docs = ofEachKind<Doc<unknown>[]>(() => []);
  for (const raw of inOrder(files)) {
    const found = classify(raw.path);
    const file = parseValid(raw);
    if (found) docs.get(found.kind)?.push({ name: found.name, file, raw: file.value, at: placeIn(file) });
  }
  return sourcesOf(
    docs,
    ofEachKind(() => new Set<string>()),
    [],
  );
}

const ofEachKind = <T>(make: () => T): Map<FileKind, T> => new Map(FILE_KINDS.map((kind) => [kind, make()]));
const inOrder = (files: readonly RawFile[]): RawFile[] => [...files].sort((a, b) => (a.path < b.path ? -1 : 1));

/** The check of shapes is what makes the documents what their kind says. */
function sourcesOf(docs: Map<FileKind, Doc<unknown>[]>, broken: Map<FileKind, Set<string>>, mends: readonly Mend[]): RawSources {
  return { ...Object.fromEntries(docs), broken: Object.fromEntries(broken), mends } as unknown as RawSources;
}

/** A file's own shape, and of an overlay that of its patches. */
function shapesOf(kind: FileKind, value: unknown, at: Place): Problem[] {
  const own = shapeProblems(kind, value, at);
  if (kind !== "overlay" || own.length > 0) return own;
  const { entities = {}, modules = {} } = value as RawOverlay;
  const patches = (of: Patched, map: object, place: Place) =>
    Object.entries(map).flatMap(([name, patch]) => patchShapeProblems(of, patch, place.in(name)));
  return [...patches("module", modules, at.in("modules")), ...patches("entity", entities, at.in("entities"))];
}

function strangeFile(path: string): Problem {
  const hint = didYouMean(path, ["modules.json"]) ?? "known: entities, modules/<group>, prints, overlays and shared; names in kebab-case";
  return { file: path, line: 1, column: 1, pointer: "", message: "is no file of the registry", hint, rule: "known-file" };
}

function missingRegistry(): Problem {
  return {
    file: "modules.json",
    line: 1,
    column: 1,
    pointer: "",
    message: "the file is missing",
    hint: "it holds the menu",
    rule: "known-file",
  };
}

/** A broken file usually still tells its name; the file name gives it too, as balance-pay.json gives BalancePay. */
export function namesOfBroken(kind: FileKind, fileName: string, value: unknown): string[] {
  const property = kind === "print" ? "key" : "name";
  const told = typeof value === "object" && value !== null ? (value as Record<string, unknown>)[property] : undefined;
  const usual = kind === "entity" ? entityOfFile(fileName) : fileName;
  return typeof told === "string" ? [told, usual] : [usual];
}

/** balance-pay: BalancePay; v-arrival, a view: vArrival. */
function entityOfFile(fileName: string): string {
  const name = fileName.replace(/(?:^|-)([a-z])/g, (_all, letter: string) => letter.toUpperCase());
  return fileName.startsWith("v-") ? `v${name.slice(1)}` : name;
}
