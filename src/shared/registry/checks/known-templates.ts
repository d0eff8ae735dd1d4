import { didYouMeanOrList } from "../nearest.ts";
import { entries } from "../uses/named.ts";
import type { Check } from "./check.ts";

/** Every print template that a module offers has a file. */
export const knownTemplates: Check = ({ sources, modules, prints }) =>
  modules
    .flatMap(({ raw, at }) => entries(raw.print, "template", at.in("print")))
    .filter(({ name }) => !prints.has(name) && !sources.broken.print.has(name))
    .map(({ name, at }) => at.problem(`unknown print template "${name}"`, didYouMeanOrList(name, prints.keys())));
