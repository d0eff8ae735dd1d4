/** The file that npm locks packages in. */
export const LOCK = "package-lock.json";

/** A package as the lockfile has it. */
export interface Entry {
  readonly name?: string;
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly inBundle?: boolean;
  readonly hasInstallScript?: boolean;
}

/** A package of the lockfile: `name` is the one it has in the registry, `folder` the one it is installed under. */
export interface Locked extends Entry {
  readonly name: string;
  readonly version: string;
  readonly folder: string;
  readonly place: string;
}

/** The packages of a lockfile, each with the place of its entry as `file:line name@version`. */
export function lockedPackages(entries: Readonly<Record<string, Entry>>, text: string): Locked[] {
  const lines = new Map(text.split("\n").map((line, index) => [line.trim(), index + 1]));
  return Object.entries(entries)
    .filter(([path]) => path !== "")
    .map(([path, entry]) => {
      const folder = path.split("node_modules/").at(-1) ?? path;
      // An entry that is none has neither version nor hash, which is told.
      const [name, version] = [entry?.name ?? folder, entry?.version ?? ""];
      return { ...entry, name, version, folder: path, place: `${LOCK}:${lines.get(`"${path}": {`) ?? 1} ${name}@${version}` };
    });
}
