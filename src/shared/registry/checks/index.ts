import * as actions from "./actions.ts";
import * as audience from "./audience.ts";
import * as brands from "./brands.ts";
import * as capitals from "./capitals.ts";
import * as carries from "./carries.ts";
import * as chainParts from "./chain-parts.ts";
import type { Check } from "./check.ts";
import * as computedCycles from "./computed-cycles.ts";
import * as computedKinds from "./computed-kinds.ts";
import * as contracts from "./contracts.ts";
import * as conversions from "./conversions.ts";
import * as deadEnds from "./dead-ends.ts";
import * as derivedCycles from "./derived-cycles.ts";
import * as derivedKinds from "./derived-kinds.ts";
import * as duties from "./duties.ts";
import * as effectValues from "./effect-values.ts";
import * as effects from "./effects.ts";
import * as fieldWords from "./field-words.ts";
import * as fields from "./fields.ts";
import * as fittingFields from "./fitting-fields.ts";
import * as flags from "./flags.ts";
import * as formerNames from "./former-names.ts";
import * as forms from "./forms.ts";
import * as hidden from "./hidden.ts";
import * as idle from "./idle.ts";
import * as imports from "./imports.ts";
import * as keys from "./keys.ts";
import * as knownNames from "./known-names.ts";
import * as lines from "./lines.ts";
import * as listPlans from "./list-plans.ts";
import * as lists from "./lists.ts";
import * as machines from "./machines.ts";
import * as menu from "./menu.ts";
import * as news from "./news.ts";
import * as numberPrefixes from "./number-prefixes.ts";
import * as overlayPages from "./overlay-pages.ts";
import * as pages from "./pages.ts";
import * as predicates from "./predicates.ts";
import * as previews from "./previews.ts";
import * as prints from "./prints.ts";
import * as profiles from "./profiles.ts";
import * as requiredFields from "./required-fields.ts";
import * as reservedNames from "./reserved-names.ts";
import * as rollups from "./rollups.ts";
import * as schemaReferences from "./schema-references.ts";
import * as settings from "./settings.ts";
import * as standardGroups from "./standard-groups.ts";
import * as sums from "./sums.ts";
import * as todos from "./todos.ts";
import * as transitions from "./transitions.ts";
import * as unique from "./unique.ts";
import * as viewSources from "./view-sources.ts";
import * as views from "./views.ts";
import * as windows from "./windows.ts";

/** One rule with what it is called in `allow`, in SARIF and in docs/rules.md. */
export interface Rule {
  /** Its export's name in kebab-case. */
  readonly id: string;
  readonly level: "error" | "warning";
  /** Whether it speaks of what is missing or idle, which an error elsewhere may be the reason of. */
  readonly isLast: boolean;
  readonly check: Check;
}

/** What is valid and yet hardly meant. */
const WARNINGS: readonly Check[] = [
  deadEnds.tellingConditions,
  schemaReferences.missingSchemas,
  overlayPages.idleFlags,
  requiredFields.shownRequired,
  overlayPages.idleProfiles,
  lists.listTotals,
  listPlans.listPlans,
  transitions.dangerDestroys,
  fields.sharedWords,
  ...Object.values<Check>(idle),
];

/** What an error elsewhere may be the reason of. */
const LAST: readonly Check[] = [
  flags.readFlags,
  settings.readSettings,
  lists.listTotals,
  listPlans.listPlans,
  ...Object.values<Check>(idle),
];

/** Every rule, in files named after what they are about: whatever one of them exports is a rule. */
export const RULES: readonly Rule[] = [
  knownNames,
  menu,
  profiles,
  flags,
  brands,
  unique,
  formerNames,
  conversions,
  contracts,
  fields,
  fieldWords,
  carries,
  keys,
  views,
  viewSources,
  windows,
  computedKinds,
  fittingFields,
  computedCycles,
  derivedKinds,
  forms,
  lines,
  predicates,
  machines,
  deadEnds,
  transitions,
  previews,
  chainParts,
  duties,
  settings,
  standardGroups,
  effects,
  effectValues,
  lists,
  listPlans,
  sums,
  rollups,
  hidden,
  audience,
  actions,
  imports,
  pages,
  todos,
  news,
  prints,
  capitals,
  derivedCycles,
  numberPrefixes,
  overlayPages,
  requiredFields,
  reservedNames,
  schemaReferences,
  idle,
].flatMap((file) =>
  Object.entries<Check>(file).map(([name, check]): Rule => {
    const level = WARNINGS.includes(check) ? "warning" : "error";
    return { id: ruleId(name), level, isLast: LAST.includes(check), check };
  }),
);

/** machineWays: machine-ways. */
export function ruleId(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
