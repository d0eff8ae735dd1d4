import { satisfies } from "semver";
import { type Accepted, acceptedFindings, advisoryFindings, ageWarnings, lookUpFindings, type Snapshot } from "./advisories.ts";
import { type Entry, LOCK, type Locked, lockedPackages } from "./locked.ts";

/** The files as texts, and the day (YYYY-MM-DD) of the question. */
export interface Question {
  readonly lock: string;
  readonly manifest: string;
  readonly snapshot: Snapshot;
  readonly accepted: readonly Accepted[];
  readonly today: string;
}

export interface Answer {
  /** One text each, beginning with the place. */
  readonly findings: readonly string[];
  readonly warnings: readonly string[];
  /** How many packages the lockfile has. */
  readonly locked: number;
}

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly allowScripts?: Readonly<Record<string, boolean>>;
}

const MANIFEST = "package.json";
const REGISTRY = "https://registry.npmjs.org/";

/** Everything that speaks against a lockfile, all at once. Files that are no JSON of their kind are findings, too. */
export function lockfileFindings({ lock, manifest, snapshot, accepted, today }: Question): Answer {
  const parsed = parse<{ readonly packages?: Readonly<Record<string, Entry & Manifest>> }>(lock);
  const wanted = parse<Manifest>(manifest);
  const entries = parsed?.packages;
  if (wanted === null || entries === undefined) {
    const file = wanted === null ? MANIFEST : LOCK;
    return {
      findings: [`${file}: cannot be read as JSON of npm 7 or later; write it anew: npm install`],
      warnings: [],
      locked: 0,
    };
  }
  const packages = lockedPackages(entries, lock);
  const findings = [
    ...packages.flatMap(originFindings),
    ...scriptFindings(packages, wanted),
    ...agreementFindings(packages, entries[""] ?? {}, wanted),
    ...lookUpFindings(packages, snapshot),
    ...advisoryFindings(packages, snapshot, accepted),
    ...acceptedFindings(packages, snapshot, accepted, today),
  ];
  return { findings, warnings: ageWarnings(snapshot, today), locked: packages.length };
}

function parse<T>(text: string): T | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as T) : null;
  } catch {
    return null;
  }
}

/** Without `resolved` a package comes from the registry that npm is set to; its hash says that the bytes are the same there. */
function originFindings({ place, resolved, integrity, link, inBundle }: Locked): string[] {
  const origin = link ? "a link" : resolved;
  if (origin !== undefined && !String(origin).startsWith(REGISTRY)) {
    return [`${place}: comes from ${origin}, not from the npm registry over https; take a published version`];
  }
  // What a package brings along within itself is covered by that package's hash.
  if (inBundle || /^sha512-/.test(integrity ?? "")) return [];
  return [`${place}: has no SHA-512 hash, so that nobody notices other bytes; lock it anew: npm install`];
}

function scriptFindings(packages: readonly Locked[], { allowScripts = {} }: Manifest): string[] {
  const withScripts = packages.filter(({ hasInstallScript }) => hasInstallScript);
  const ids = withScripts.map(({ name, version }) => `${name}@${version}`);
  return [
    ...withScripts
      .filter(({ name, version }) => allowScripts[`${name}@${version}`] === undefined)
      .map(
        ({ place, name, version }) =>
          `${place}: runs a script when it is installed; say "${name}@${version}" in allowScripts of ${MANIFEST}`,
      ),
    ...Object.keys(allowScripts)
      .filter((id) => !ids.includes(id))
      .map((id) => `${MANIFEST} allowScripts ${id}: is not locked, or has no script any more; remove the line`),
  ];
}

function agreementFindings(packages: readonly Locked[], root: Manifest, wanted: Manifest): string[] {
  const advice = `; run npm install and commit ${LOCK}`;
  return (["dependencies", "devDependencies"] as const).flatMap((kind) => {
    const [said, locked] = [wanted[kind] ?? {}, root[kind] ?? {}];
    const names = [...new Set([...Object.keys(said), ...Object.keys(locked)])];
    return names.flatMap((name) => {
      const spec = said[name];
      if (spec !== locked[name]) {
        return [`${MANIFEST} ${kind} ${name}: is ${spec ?? "not there"}, and ${locked[name] ?? "not there"} in ${LOCK}${advice}`];
      }
      const installed = packages.find(({ folder }) => folder === `node_modules/${name}`);
      const [, alias = name, range = spec ?? ""] = /^npm:(.+)@([^@]+)$/.exec(spec ?? "") ?? [];
      if (installed?.name === alias && satisfies(installed.version, range)) return [];
      const found = installed === undefined ? "nothing" : `${installed.name}@${installed.version}`;
      return [`${MANIFEST} ${kind} ${name}: asks for ${spec}, and ${found} is locked${advice}`];
    });
  });
}
