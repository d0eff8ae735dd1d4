import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { ENGINE_NEEDS } from "../../../../src/server/engine/needs.ts";
import { FEATURES, PROGRAM } from "../../../../src/server/features.ts";
import { loadFiles } from "../../../../src/server/registry/registry-files.ts";
import { mergePatch } from "../../../../src/shared/registry/merge-patch.ts";
import type { RawFile } from "../../../../src/shared/registry/place.ts";
import { IS_LONG } from "../../../e2e/long.ts";
import { shippedFiles } from "../../../fixtures/shipped-registry.ts";
import { describeEnginesInLong } from "../../db/fixtures/test-database.ts";
import { randomOf, shuffled } from "../../money/fixtures/random.ts";
import { apart } from "./apart.ts";
import { Desk, type Thoroughness, type World } from "./rights-desk.ts";
import { type RightsEdit, rightsEdits } from "./rights-edits.ts";
import { PARTS } from "./what-is-served.ts";

const LIBRARY = fileURLToPath(new URL("../../../fixtures/registry-library", import.meta.url));

/** Words about rights that the library does without. */
const MORE: Readonly<Record<string, object>> = {
  "schemas/entities/book.json": { fields: { author: { sensitive: true } } },
  "schemas/modules/lending/books.json": { hide: { supplier: ["author"] } },
  "schemas/entities/loan.json": {
    fields: { renews: { title: "续借", type: "ref", to: "Loan", key: "Billid", length: 20 } },
    sections: [{ title: "借阅", fields: ["Billid", "renews", "busdate", "provid", "Provider", "duedate", "books", "deposit", "Statu"] }],
  },
  "schemas/entities/fine.json": { states: { stt: { transitions: { pay: { preview: { columns: ["FineId", "days", "fine"] } } } } } },
  "schemas/entities/loan-line.json": { source: { from: "renews", lines: "LoanLine", copy: { CopyId: "CopyId", price: "price" } } },
  "schemas/modules/lending/copies.json": { where: { eq: ["lent", false] } },
  "schemas/modules/system/messages.json": {
    news: { key: "messages", title: "未读消息", else: "没有未读消息", sort: ["-sendtime"], read: "isread", help: "content" },
  },
  "schemas/modules/system/settings.json": { when: { flag: ["waiver", false] } },
  "schemas/overlays/school.json": { entities: { Fine: { states: { stt: { transitions: { pay: { when: { gt: ["days", 5] } } } } } } } },
};

/** A page of numbers, which the library does without, too. */
const BOARD = {
  path: "schemas/modules/lending/board.json",
  entry: { id: 203, name: "Board", title: "看板", schema: "lending/board" },
  page: {
    $schema: "../../meta/module.schema.json",
    entity: "Fine",
    audience: ["shop", "supplier"],
    columns: ["FineId", "busdate", "fine", "stt"],
    filters: ["busdate"],
    cards: [
      { title: "罚款", of: "sum", field: "fine" },
      { title: "未交", of: "count", where: { eq: ["stt", "open"] } },
    ],
    charts: [{ title: "状态", type: "pie", by: "stt", measures: [{ of: "sum", field: "paid", title: "已交" }] }],
  },
};

/** The registries whose words are edited, each with the program that serves it, and how much is asked. The shipped one in the long run alone. */
const REGISTRIES: readonly (readonly [string, Thoroughness, () => World])[] = [
  [
    "library",
    IS_LONG ? { probes: 2, own: 100, near: 2, others: 1 } : { probes: 1, own: 4, near: 0, others: 0 },
    () => ({ program: { features: [], needs: ENGINE_NEEDS }, features: [], files: libraryFiles() }),
  ],
  ...(IS_LONG
    ? [
        [
          "shipped",
          { probes: 1, own: 6, near: 3, others: 1 },
          () => ({ program: PROGRAM, features: WITHOUT_USAGE, files: shippedFiles(loadFiles(process.cwd()).files) }),
        ] as const,
      ]
    : []),
];

/** Who has opened which page is written down a while later, under the id the page had then: that is no matter of rights. */
const WITHOUT_USAGE = FEATURES.filter(({ name }) => name !== "usage");

interface Menu {
  readonly groups: readonly { readonly modules: readonly object[] }[];
}

function libraryFiles(): RawFile[] {
  const files = loadFiles(LIBRARY).files.map(({ path, text }): RawFile => {
    if (path === "modules.json") return { path, text: JSON.stringify(withBoard(JSON.parse(text) as Menu)) };
    const more = MORE[path];
    return { path, text: more ? JSON.stringify(mergePatch(JSON.parse(text), more)) : text };
  });
  return [...files, { path: BOARD.path, text: JSON.stringify(BOARD.page) }];
}

const withBoard = (menu: Menu): Menu => ({
  ...menu,
  groups: menu.groups.map((group, at) => (at === 0 ? { ...group, modules: [...group.modules, BOARD.entry] } : group)),
});

describe.each(REGISTRIES)("what a plan says of rights in the %s registry", (name, most, load) => {
  describeEnginesInLong("applied", (open) => {
    it("is what the server does, and the server does nothing else", { timeout: 36_000_000 }, async () => {
      const desk = await Desk.open(open, load(), most);
      const edits = [...rightsEdits(desk.model.files, desk.model.registry, desk.world.program)];
      const kinds = [...new Set(edits.map(({ kind }) => kind))].filter((kind) => IS_LONG || !IN_LONG.includes(kind));
      const applied = new Map<string, number>();
      const wrong: string[] = [];
      const done = new Set<RightsEdit>();
      const told = (some: readonly RightsEdit[], lines: readonly string[]) => {
        for (const edit of some) {
          done.add(edit);
          applied.set(edit.kind, (applied.get(edit.kind) ?? 0) + 1);
        }
        for (const line of lines) report(wrong, `${some.map(({ what }) => what).join(" + ")}: ${line}`);
      };
      const chosen = IS_LONG ? (name === "library" ? edits.map((edit) => [edit]) : oneOfEachShape(edits)) : oneOfEachKind(kinds, edits);
      for (let attempt = 0; attempt < Math.max(...chosen.map((alike) => alike.length)); attempt++) {
        const left = chosen.filter((alike) => !alike.some((edit) => done.has(edit))).flatMap((alike) => alike[attempt] ?? []);
        const steps = name === "library" ? left.map((edit) => [edit]) : apart(left, desk.model.registry);
        for (const [index, step] of steps.entries()) {
          if (IS_LONG && index % PROGRESS === 0) process.stdout.write(`rights in ${name}: step ${index} of ${steps.length}\n`);
          await desk.apply(step, told);
        }
      }
      const count = [...applied.values()].reduce((sum, each) => sum + each, 0);
      if (IS_LONG)
        process.stdout.write(
          `rights in ${name}: ${count} of ${edits.length} edits applied, pages asked ${desk.asked} times, ${desk.differences} differences\n`,
        );
      const never = kinds.filter((kind) => !applied.has(kind));
      const unnoticed = PARTS.filter((part) => !desk.noticed.has(part));
      // Where a plan says nothing, what comes and goes is noticed, on every way.
      expect({ wrong, never, unnoticed }).toEqual({ wrong: [], never: NEVER[name], unnoticed: UNTOUCHED[name] });
      expect(desk.differences).toBeGreaterThan(kinds.length);
    });
  });
});

/** What cannot be said in a registry: the library has no malls, and a page asks for each way of saving that the shipped one has. */
const NEVER: Readonly<Record<string, readonly string[]>> = { library: ["reach"], shipped: ["save"] };

/** So often a long run tells how far it is. */
const PROGRESS = 50;

/** A long run tells at once. */
function report(wrong: string[], line: string): void {
  wrong.push(line);
  if (IS_LONG) process.stdout.write(`${line}\n`);
}

/** Kinds of words that are tried in the long run alone: what comes and goes by them does so by another one, too. */
const IN_LONG = [
  ...["menu", "fixed", "required", "sensitive", "label", "filters", "footer", "actions", "overlay of an entity"],
  ...["key", "reason", "from", "guards", "when of a transition", "save", "save when", "save rules"],
  ...["readonly", "choices", "messages", "supplierReads"],
];

/** What the edits that are tried make nothing of; of the shipped news the library's tell. */
const UNTOUCHED: Readonly<Record<string, readonly string[]>> = IS_LONG
  ? { library: [], shipped: ["news"] }
  : { library: ["preview", "choice", "messages"] };

/** Of each kind one that can be applied, from the middle on: edits of one file follow each other, and the first file is the same for many kinds. */
function oneOfEachKind(kinds: readonly string[], edits: readonly RightsEdit[]): readonly (readonly RightsEdit[])[] {
  return kinds.map((kind) => {
    const all = edits.filter((edit) => edit.kind === kind);
    return [...all.slice(all.length / 2), ...all.slice(0, all.length / 2)];
  });
}

/** Edits of one shape are tried one after the other until one can be applied: so many of them. */
const TRIES = 3;

/**
 * Of the many thousand edits of a large registry those that differ in what rights are decided by: the word and what it says, the kind of
 * field, whose rows they are, who has the page (`RightsEdit.shape`). Of which side a word is said does not count here: the library has every
 * edit for every side.
 */
function oneOfEachShape(edits: readonly RightsEdit[]): readonly (readonly RightsEdit[])[] {
  const random = randomOf(edits.length);
  return [...new Set(edits.map(({ shape }) => shape))].map((shape) =>
    shuffled(
      edits.filter((edit) => edit.shape === shape),
      random,
    ).slice(0, TRIES),
  );
}
