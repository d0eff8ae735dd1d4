/**
 * `npm run sbom`: what the portal consists of, as CycloneDX by npm itself, from package-lock.json alone: no network, and for every
 * platform. `.cache/sbom/all.cdx.json` has every locked package, `production.cdx.json` those that an installed portal runs with; neither
 * is committed. Exit code: 0 written, 1 where npm failed or left out a locked package.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Entry, type Locked, lockedPackages } from "./lockfile/locked.ts";
import { runCommand } from "./run-command.ts";

const ROOT = join(import.meta.dirname, "..");
const FOLDER = ".cache/sbom";
const NPM = ["sbom", "--sbom-format", "cyclonedx", "--package-lock-only"];
/** Bytes: the list has less than two million. */
const MOST = 64e6;

interface Sbom {
  readonly components: readonly { readonly "bom-ref": string; readonly purl: string }[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[];
}

/** Writes both lists and tells where they are; returns the exit code. */
export function sbomCommand(): number {
  const { status, stdout, stderr } = spawnSync("npm", NPM, { cwd: ROOT, encoding: "utf8", maxBuffer: MOST });
  if (status !== 0) {
    console.error(`npm ${NPM.join(" ")}: failed; it says: ${stderr}`);
    return 1;
  }
  const all = JSON.parse(stdout) as Sbom;
  const text = readFileSync(join(ROOT, "package-lock.json"), "utf8");
  const packages = lockedPackages((JSON.parse(text) as { packages: Record<string, Entry> }).packages, text);
  const named = new Set(all.components.map(({ purl }) => purl));
  const left = packages.filter((each) => !named.has(purlOf(each)));
  for (const { place } of left) console.error(`${place}: npm left it out of the list; make it with another npm`);
  mkdirSync(join(ROOT, FOLDER), { recursive: true });
  const production = only(all, new Set(packages.filter(({ dev }) => !dev).map(purlOf)));
  for (const [file, sbom] of Object.entries({ "production.cdx.json": production, "all.cdx.json": all })) {
    writeFileSync(join(ROOT, FOLDER, file), `${JSON.stringify(sbom, null, 2)}\n`);
    console.log(`${FOLDER}/${file}: ${sbom.components.length} packages`);
  }
  return left.length > 0 ? 1 : 0;
}

/** Not by `--omit dev` of npm: that leaves out what production and a tool both need, as react. */
function only(sbom: Sbom, purls: ReadonlySet<string>): Sbom {
  const gone = new Set(sbom.components.filter(({ purl }) => !purls.has(purl)).map((each) => each["bom-ref"]));
  return {
    ...sbom,
    components: sbom.components.filter((each) => !gone.has(each["bom-ref"])),
    dependencies: sbom.dependencies
      .filter(({ ref }) => !gone.has(ref))
      .map((each) => ({ ...each, dependsOn: (each.dependsOn ?? []).filter((ref) => !gone.has(ref)) })),
  };
}

function purlOf({ name, version }: Locked): string {
  return `pkg:npm/${name.replace("@", "%40")}@${version}`;
}

await runCommand(import.meta.url, sbomCommand);
