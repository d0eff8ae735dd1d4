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

/** Every entity that is named is there. */
export const knownEntities = known("entity", "unknown entity", didYouMean);
/** Every field that is named is there. */
export const knownFields = known("field", ({ name, entity }) => `unknown field "${name}" of ${entity}`, didYouMean);
/** Every field group that is named is there. */
export const knownMixins = known("mixin", "unknown field group");
/** Every list of codes that is named is there. */
export const knownEnums = known("enum", "unknown list of codes");
/** Every print template that is named is there. */
export const knownTemplates = known("template", "unknown print template");
/** Every profile that is named is there. */
export const knownProfiles = known("profile", "unknown profile");
/** Every message that is named is there. */
export const knownMessages = known("message", "unknown message");
/** Every feature that is named is there. */
export const knownFeatures = known("feature", "unknown feature");
/** Every right (function key) that is named is there. */
export const knownFunctions = known("functionKey", ({ name, key }) => `unknown ${key === "key" ? "key" : "right"} "${name}"`);
/** Every icon that is named is there. */
export const knownIcons = known("icon", "unknown icon");
/** Every check of texts that is named is there. */
export const knownChecks = known("check", "unknown check");
/** Every flag that is named is there. */
export const knownFlags = known("flag", ({ name }) => `flag "${name}" is not declared by profile plain`);
/** Every setting that is named is there. */
export const knownSettings = known("setting", "unknown setting");
/** Every transition that is named is there. */
export const knownTransitions = known("transition", ({ name, entity }) => `${entity} has no transition "${name}"`);
/** Every action of a page that is named is there. */
export const knownActions = known(
  "action",
  ({ name, entity }) => `${entity} has no transition "${name}", and it is not built in`,
  didYouMean,
);
/** Every hand-written effect that is named is there. */
export const knownEffects = known("effect", "unknown hand-written effect");
/** Every inquiry that is named is there. */
export const knownInquiries = known("inquiry", "unknown inquiry");
/** Every choice that is named is there. */
export const knownChoices = known("choice", "unknown choice");
/** Every offer that is named is there. */
export const knownOffers = known("offer", "unknown offer");
/** Every job that is named is there. */
export const knownJobs = known("job", "unknown job");
/** Every call of a reminder that is named is there. */
export const knownCalls = known("reminder", "unknown call");
/** Every hand-written page that is named is there. */
export const knownOverrides = known("override", "unknown hand-written page");

/** Every check of texts that the vocabulary names has its code: without it a form could not be saved, nor a condition asked. */
export const codedChecks: Check = (context) =>
  namesOf(context, "check").flatMap(({ isDeclared, name, at }) =>
    isDeclared && !Object.hasOwn(CODE, name)
      ? [at.problem(`there is no code for the check "${name}"`, "write it in src/shared/domain/checks.ts")]
      : [],
  );
