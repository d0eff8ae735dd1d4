import { CHECKS as CODE } from "../../domain/checks.ts";
import { allNamesOf, type NameUse, namesOf } from "../names/uses.ts";
import { validNames } from "../names/valid.ts";
import { didYouMean, didYouMeanOrList } from "../nearest.ts";
import type { NameKind } from "../word.ts";
import type { Check } from "./check.ts";

/** Every name of a kind is one that is there. A text is told before the name; the hint is the nearest name, or all where they are few. */
function known(kind: NameKind, message: string | ((use: NameUse) => string), hint = didYouMeanOrList): Check {
  return (context) =>
    allNamesOf(context, kind).flatMap((use) => {
      const names = validNames(use, context);
      if (names === undefined || names.has(use.name)) return [];
      const text = typeof message === "string" ? `${message} "${use.name}"` : message(use);
      return [use.at.problem(text, hint(use.name, names.keys()))];
    });
}

export const knownEntities = known("entity", "unknown entity", didYouMean);
export const knownFields = known("field", ({ name, entity }) => `unknown field "${name}" of ${entity}`, didYouMean);
export const knownMixins = known("mixin", "unknown mixin");
export const knownEnums = known("enum", "unknown list of codes");
export const knownTemplates = known("template", "unknown print template");
export const knownProfiles = known("profile", "unknown profile");
export const knownMessages = known("message", "unknown message");
export const knownFeatures = known("feature", "unknown feature");
export const knownFunctions = known("functionKey", ({ name, key }) => `unknown ${key === "key" ? "key" : "right"} "${name}"`);
export const knownIcons = known("icon", "unknown icon");
export const knownChecks = known("check", "unknown check");
export const knownFlags = known("flag", ({ name }) => `flag "${name}" is not declared by profile plain`);
export const knownTransitions = known("transition", ({ name, entity }) => `${entity} has no transition "${name}"`);
export const knownActions = known(
  "action",
  ({ name, entity }) => `${entity} has no transition "${name}", and it is not built in`,
  didYouMean,
);
export const knownEffects = known("effect", "unknown hand-written effect");
export const knownInquiries = known("inquiry", "unknown inquiry");
export const knownChoices = known("choice", "unknown choice");
export const knownJobs = known("job", "unknown job");
export const knownCalls = known("reminder", "unknown call");
export const knownOverrides = known("override", "unknown hand-written page");

/** Every check of texts that the vocabulary names has its code: without it a form could not be saved, nor a condition asked. */
export const codedChecks: Check = (context) =>
  namesOf(context, "check").flatMap(({ isDeclared, name, at }) =>
    isDeclared && !Object.hasOwn(CODE, name)
      ? [at.problem(`there is no code for the check "${name}"`, "write it in src/shared/domain/checks.ts")]
      : [],
  );
