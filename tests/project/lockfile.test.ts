import { expect, test } from "vitest";
import { checkLockfileCommand } from "../../scripts/check-lockfile.ts";
import type { Accepted, Snapshot } from "../../scripts/lockfile/advisories.ts";
import { lockfileFindings } from "../../scripts/lockfile/findings.ts";
import { sbomCommand } from "../../scripts/sbom.ts";
import { runScript } from "./run-script.ts";
import { readSource } from "./source-files.ts";

const TODAY = "2026-11-23";
const HASH = "sha512-x";

const MANIFEST = { dependencies: { left: "1.2.0", sheet: "npm:@fork/sheet@2.0.0" }, devDependencies: { tool: "3.0.0" } };
const ENTRIES = {
  "": { name: "portal", ...MANIFEST },
  "node_modules/left": { version: "1.2.0", integrity: HASH, dependencies: { deep: "^1.0.0" } },
  "node_modules/left/node_modules/deep": { version: "1.4.0", integrity: HASH },
  "node_modules/sheet": { name: "@fork/sheet", version: "2.0.0", integrity: HASH },
  "node_modules/tool": { version: "3.0.0", integrity: HASH, dev: true },
};
const ADVISORY = { id: "GHSA-1", package: "deep", range: "<1.4.0", severity: "high", title: "files elsewhere are read" };
const SNAPSHOT: Snapshot = { taken: TODAY, until: "2026-10-10", packages: ["left", "deep", "@fork/sheet", "tool"], advisories: [ADVISORY] };
const ACCEPTED: Accepted = { id: "GHSA-1", package: "deep", reason: "nobody calls it", until: "2027-01-01" };

/** What is said of a lockfile, with these things otherwise than in one that has nothing wrong. */
interface Otherwise {
  readonly entries?: Readonly<Record<string, unknown>>;
  readonly manifest?: object;
  readonly snapshot?: Partial<Snapshot>;
  readonly accepted?: readonly Accepted[];
  readonly today?: string;
}
function ask({ entries = {}, manifest = {}, snapshot = {}, accepted = [], today = TODAY }: Otherwise) {
  return lockfileFindings({
    lock: JSON.stringify({ lockfileVersion: 3, packages: { ...ENTRIES, ...entries } }, null, 2),
    manifest: JSON.stringify({ ...MANIFEST, ...manifest }),
    snapshot: { ...SNAPSHOT, ...snapshot },
    accepted,
    today,
  });
}
const left = (fields: object) => ({ entries: { "node_modules/left": { ...ENTRIES["node_modules/left"], ...fields } } });
const hit = { advisories: [{ ...ADVISORY, range: ">=1.0.0 <1.5.0" }] };

test("a lockfile with nothing wrong has no finding", () => {
  expect(ask({})).toEqual({ findings: [], warnings: [], locked: 4 });
});

test.each<[string, Otherwise, string[]]>([
  [
    "a version in the range of an advisory",
    { snapshot: hit },
    [
      "package-lock.json:21 deep@1.4.0: GHSA-1 (high): files elsewhere are read, in >=1.0.0 <1.5.0; update it, or accept it in scripts/lockfile/accepted.json with a reason",
    ],
  ],
  ["which is accepted", { snapshot: hit, accepted: [ACCEPTED] }, []],
  [
    "and was to be looked at again",
    { snapshot: hit, accepted: [ACCEPTED], today: "2027-01-02" },
    ["scripts/lockfile/accepted.json GHSA-1 deep: was accepted until 2027-01-01; look at it again, then update or set a new day"],
  ],
  [
    "accepted without a reason, until no day",
    { snapshot: hit, accepted: [{ ...ACCEPTED, reason: " ", until: "some day" }] },
    [
      "scripts/lockfile/accepted.json GHSA-1 deep: says no reason; write why it may stay",
      "scripts/lockfile/accepted.json GHSA-1 deep: was accepted until some day; look at it again, then update or set a new day",
    ],
  ],
  [
    "accepted, and mended since",
    { accepted: [ACCEPTED] },
    ["scripts/lockfile/accepted.json GHSA-1 deep: no locked version is concerned; remove it"],
  ],
  [
    "an advisory whose range is none",
    { snapshot: { advisories: [{ ...ADVISORY, range: "before last week" }] } },
    ['scripts/lockfile/advisories.json GHSA-1 deep: "before last week" is no range of versions; write it as npm does'],
  ],
  [
    "a package of a repository",
    left({ resolved: "git+ssh://git@example.com/left.git#abc" }),
    [
      "package-lock.json:14 left@1.2.0: comes from git+ssh://git@example.com/left.git#abc, not from the npm registry over https; take a published version",
    ],
  ],
  [
    "a package of a folder",
    left({ resolved: "../left", link: true }),
    ["package-lock.json:14 left@1.2.0: comes from a link, not from the npm registry over https; take a published version"],
  ],
  [
    "a registry without https",
    left({ resolved: "http://registry.npmjs.org/left/-/left-1.2.0.tgz" }),
    [
      "package-lock.json:14 left@1.2.0: comes from http://registry.npmjs.org/left/-/left-1.2.0.tgz, not from the npm registry over https; take a published version",
    ],
  ],
  ["the registry with https", left({ resolved: "https://registry.npmjs.org/left/-/left-1.2.0.tgz" }), []],
  [
    "no hash",
    left({ integrity: undefined }),
    ["package-lock.json:14 left@1.2.0: has no SHA-512 hash, so that nobody notices other bytes; lock it anew: npm install"],
  ],
  [
    "a weak hash",
    left({ integrity: "sha1-x" }),
    ["package-lock.json:14 left@1.2.0: has no SHA-512 hash, so that nobody notices other bytes; lock it anew: npm install"],
  ],
  [
    "a script at installation",
    left({ hasInstallScript: true }),
    ['package-lock.json:14 left@1.2.0: runs a script when it is installed; say "left@1.2.0" in allowScripts of package.json'],
  ],
  ["which package.json decides on", { ...left({ hasInstallScript: true }), manifest: { allowScripts: { "left@1.2.0": false } } }, []],
  [
    "a decision on a script that is gone",
    { manifest: { allowScripts: { "left@1.1.0": false } } },
    ["package.json allowScripts left@1.1.0: is not locked, or has no script any more; remove the line"],
  ],
  [
    "another version in package.json",
    { manifest: { devDependencies: { tool: "3.1.0" } } },
    ["package.json devDependencies tool: is 3.1.0, and 3.0.0 in package-lock.json; run npm install and commit package-lock.json"],
  ],
  [
    "a dependency that is locked no more",
    { manifest: { devDependencies: {} } },
    ["package.json devDependencies tool: is not there, and 3.0.0 in package-lock.json; run npm install and commit package-lock.json"],
  ],
  [
    "another package under the name that is asked for",
    { entries: { "node_modules/sheet": { version: "2.0.0", integrity: HASH } }, snapshot: { packages: ["left", "deep", "sheet", "tool"] } },
    [
      "package.json dependencies sheet: asks for npm:@fork/sheet@2.0.0, and sheet@2.0.0 is locked; run npm install and commit package-lock.json",
    ],
  ],
  [
    "a package that nobody looked up",
    { snapshot: { packages: ["left", "@fork/sheet", "tool"] } },
    [
      "package-lock.json:21 deep@1.4.0: nobody looked up deep; do so, and add it to packages of scripts/lockfile/advisories.json, with its advisories if any",
    ],
  ],
  [
    "an entry that is none",
    { entries: { "node_modules/tool": null } },
    [
      "package-lock.json:1 tool@: has no SHA-512 hash, so that nobody notices other bytes; lock it anew: npm install",
      "package.json devDependencies tool: asks for 3.0.0, and tool@ is locked; run npm install and commit package-lock.json",
    ],
  ],
])("%s", (_what, otherwise, findings) => {
  expect(ask(otherwise).findings).toEqual(findings);
});

test("all findings are told at once", () => {
  const { findings } = ask({
    ...left({ integrity: undefined, hasInstallScript: true }),
    snapshot: hit,
    accepted: [{ ...ACCEPTED, package: "left" }],
  });
  expect(findings.map((finding) => finding.split(":")[0])).toEqual([
    "package-lock.json",
    "package-lock.json",
    "package-lock.json",
    "scripts/lockfile/accepted.json GHSA-1 left",
  ]);
});

test.each([
  ["package-lock.json", { lock: "{", manifest: "{}" }],
  ["package-lock.json", { lock: '{"lockfileVersion":1}', manifest: "{}" }],
  ["package.json", { lock: '{"packages":{}}', manifest: "null" }],
])("a %s that is none is one finding", (file, files) => {
  const { findings } = lockfileFindings({ ...files, snapshot: SNAPSHOT, accepted: [], today: TODAY });
  expect(findings).toEqual([`${file}: cannot be read as JSON of npm 7 or later; write it anew: npm install`]);
});

test("a snapshot whose sources end more than 90 days ago warns, and does not fail", () => {
  expect(ask({ today: "2027-01-08" }).warnings).toEqual([]);
  expect(ask({ today: "2027-01-09" })).toMatchObject({
    findings: [],
    warnings: [
      "scripts/lockfile/advisories.json: was taken on 2026-11-23 and knows nothing after 2026-10-10, 91 days ago; take a newer one",
    ],
  });
});

test("this lockfile has no finding on the day of its snapshot", async () => {
  const [snapshot, accepted] = [json<Snapshot>("scripts/lockfile/advisories.json"), json<Accepted[]>("scripts/lockfile/accepted.json")];
  const files = { lock: readSource("package-lock.json"), manifest: readSource("package.json") };
  expect(lockfileFindings({ ...files, snapshot, accepted, today: snapshot.taken }).findings).toEqual([]);
});

test("the command says of which day the snapshot is, how far its sources reach and what is accepted", async () => {
  const { out } = await runScript(checkLockfileCommand);
  expect(out).toMatch(/^\d+ locked packages, \d+ advisories of 2026-11-23 \(sources up to 2026-10-10\): \d+ findings\naccepted: /);
});

test("the list of components names every package of production, and no other", async () => {
  expect((await runScript(sbomCommand)).code).toBe(0);
  const { packages } = json<{ packages: Record<string, { name?: string; version: string; dev?: boolean }> }>("package-lock.json");
  const locked = Object.entries(packages).filter(([path]) => path !== "");
  const ids = (entries: typeof locked) => [
    ...new Set(entries.map(([path, { name, version }]) => `${name ?? path.replace(/^.*node_modules\//, "")}@${version}`)),
  ];
  expect(refsOf("production.cdx.json")).toEqual(ids(locked.filter(([, { dev }]) => !dev)).sort());
  expect(refsOf("all.cdx.json")).toEqual(ids(locked).sort());
});

function json<T>(file: string): T {
  return JSON.parse(readSource(file)) as T;
}

function refsOf(file: string): string[] {
  const { bomFormat, components } = json<{ bomFormat: string; components: { "bom-ref": string }[] }>(`.cache/sbom/${file}`);
  expect(bomFormat).toBe("CycloneDX");
  return components.map((each) => each["bom-ref"]).sort();
}
