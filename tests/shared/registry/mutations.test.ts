import { describe, expect, it } from "vitest";
import { RULES } from "../../../src/shared/registry/checks/index.ts";
import { buildMinimal, problemLines } from "./minimal.ts";
import { carriesMutations } from "./mutations/carries.ts";
import { chainMutations } from "./mutations/chain.ts";
import { closedMutations } from "./mutations/closed.ts";
import { dutyMutations } from "./mutations/duties.ts";
import { entityMutations } from "./mutations/entities.ts";
import { formMutations } from "./mutations/forms.ts";
import { groupMutations } from "./mutations/groups.ts";
import { homeMutations } from "./mutations/home.ts";
import { importMutations } from "./mutations/imports.ts";
import { menuMutations } from "./mutations/menu.ts";
import { moduleMutations } from "./mutations/modules.ts";
import { nameMutations } from "./mutations/names.ts";
import { printMutations } from "./mutations/prints.ts";
import { rollupMutations } from "./mutations/rollups.ts";
import { settingMutations } from "./mutations/settings.ts";
import { transitionMutations } from "./mutations/transitions.ts";
import { viewMutations } from "./mutations/views.ts";
import { visitorMutations } from "./mutations/visitors.ts";
import { windowMutations } from "./mutations/windows.ts";

const MUTATIONS = [
  ...menuMutations,
  ...nameMutations,
  ...entityMutations,
  ...chainMutations,
  ...formMutations,
  ...visitorMutations,
  ...transitionMutations,
  ...moduleMutations,
  ...homeMutations,
  ...viewMutations,
  ...windowMutations,
  ...printMutations,
  ...closedMutations,
  ...carriesMutations,
  ...dutyMutations,
  ...groupMutations,
  ...rollupMutations,
  ...settingMutations,
  ...importMutations,
];

describe("a broken file is told by exactly its message", () => {
  const ids = new Map(RULES.map(({ id, check }) => [check, id]));
  it.each(MUTATIONS.map((each) => [each.problems[0] ?? "", each] as const))("%s", (_first, { edits, problems, rule }) => {
    const result = buildMinimal(...edits);
    expect(problemLines(result)).toEqual(problems);
    expect((result.ok ? result.warnings : result.problems).map((problem) => problem.rule)).toContain(ids.get(rule));
  });
});

describe("rules", () => {
  it("have a mutation each", () => {
    const tested = new Set(MUTATIONS.map(({ rule }) => rule));
    expect(RULES.filter(({ check }) => !tested.has(check)).map(({ id }) => id)).toEqual([]);
  });

  it("find nothing wrong in the small registry", () => {
    expect(problemLines(buildMinimal())).toEqual([]);
  });
});
