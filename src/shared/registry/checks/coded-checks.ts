import { CHECKS as CODE } from "../../domain/checks.ts";
import { namesOf } from "../names/uses.ts";
import type { Check } from "./check.ts";

/** Every check of texts that the vocabulary names has its code: without it a form could not be saved, nor a condition asked. */
export const codedChecks: Check = (context) =>
  namesOf(context, "check").flatMap(({ isDeclared, name, at }) =>
    isDeclared && !Object.hasOwn(CODE, name)
      ? [at.problem(`there is no code for the check "${name}"`, "write it in src/shared/domain/checks.ts")]
      : [],
  );
