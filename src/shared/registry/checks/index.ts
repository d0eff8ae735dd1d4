import { attachmentFields } from "./attachment-fields.ts";
import { audience } from "./audience.ts";
import { chainParts } from "./chain-parts.ts";
import type { Check } from "./check.ts";
import { codedChecks } from "./coded-checks.ts";
import { computedCycles } from "./computed-cycles.ts";
import { computedKinds } from "./computed-kinds.ts";
import { contracts } from "./contracts.ts";
import { defaultValues } from "./default-values.ts";
import { derivedKinds } from "./derived-kinds.ts";
import { documentTables } from "./document-tables.ts";
import { effectLines } from "./effect-lines.ts";
import { effectNeeds } from "./effect-needs.ts";
import { effectStates } from "./effect-states.ts";
import { effectUpserts } from "./effect-upserts.ts";
import { effectValues } from "./effect-values.ts";
import { elsewhereGuards } from "./elsewhere-guards.ts";
import { enumCodes } from "./enum-codes.ts";
import { fieldDeclarations } from "./field-declarations.ts";
import { filters } from "./filters.ts";
import { flagValues } from "./flag-values.ts";
import { formParts } from "./form-parts.ts";
import { formWords } from "./form-words.ts";
import { hiddenFields } from "./hidden-fields.ts";
import { hiddenSources } from "./hidden-sources.ts";
import { inquiries } from "./inquiries.ts";
import { jobActions } from "./job-actions.ts";
import { joinKeys } from "./join-keys.ts";
import {
  knownActions,
  knownCalls,
  knownChecks,
  knownEffects,
  knownEntities,
  knownEnums,
  knownFeatures,
  knownFields,
  knownFlags,
  knownFunctions,
  knownIcons,
  knownInquiries,
  knownJobs,
  knownMessages,
  knownMixins,
  knownOverrides,
  knownTemplates,
  knownTransitions,
} from "./known-names.ts";
import { lineEntities } from "./line-entities.ts";
import { lineSources } from "./line-sources.ts";
import { machineCodes } from "./machine-codes.ts";
import { machineWays } from "./machine-ways.ts";
import { marketReach } from "./market-reach.ts";
import { measures } from "./measures.ts";
import { menuIds } from "./menu-ids.ts";
import { menuPaths } from "./menu-paths.ts";
import { menuSchemas } from "./menu-schemas.ts";
import { news } from "./news.ts";
import { openActions } from "./open-actions.ts";
import { overlays } from "./overlays.ts";
import { pageConditions } from "./page-conditions.ts";
import { pageOwners } from "./page-owners.ts";
import { pageParts } from "./page-parts.ts";
import { predicateOperands } from "./predicate-operands.ts";
import { predicateSettings } from "./predicate-settings.ts";
import { printCapitals } from "./print-capitals.ts";
import { printEntities } from "./print-entities.ts";
import { printGroups } from "./print-groups.ts";
import { printWidths } from "./print-widths.ts";
import { readPictures } from "./read-pictures.ts";
import { refKeys } from "./ref-keys.ts";
import { reminders } from "./reminders.ts";
import { repeatedEntries } from "./repeated-entries.ts";
import { rowKeys } from "./row-keys.ts";
import { saveActions } from "./save-actions.ts";
import { sortFields } from "./sort-fields.ts";
import { storedFields } from "./stored-fields.ts";
import { sumColumns } from "./sum-columns.ts";
import { sums } from "./sums.ts";
import { systemTransitions } from "./system-transitions.ts";
import { tenancy } from "./tenancy.ts";
import { tickedLines } from "./ticked-lines.ts";
import { todoActions } from "./todo-actions.ts";
import { todoFilters } from "./todo-filters.ts";
import { transitionKeys } from "./transition-keys.ts";
import { transitionNames } from "./transition-names.ts";
import { uniqueNames } from "./unique-names.ts";
import { viewActions } from "./view-actions.ts";
import { viewCycles } from "./view-cycles.ts";
import { viewKeys } from "./view-keys.ts";
import { viewSources } from "./view-sources.ts";
import { viewTypes } from "./view-types.ts";
import { viewWindows } from "./view-windows.ts";
import { views } from "./views.ts";
import { visitorForms } from "./visitor-forms.ts";
import { windowChoices } from "./window-choices.ts";
import { windowTypes } from "./window-types.ts";

/** Every rule, one file each: names first, then what the named things mean together. */
export const CHECKS: readonly Check[] = [
  knownFeatures,
  menuIds,
  menuPaths,
  menuSchemas,
  uniqueNames,
  overlays,
  knownEntities,
  knownFields,
  knownMixins,
  knownEnums,
  knownTemplates,
  knownMessages,
  knownActions,
  knownTransitions,
  knownFunctions,
  knownIcons,
  knownChecks,
  codedChecks,
  knownFlags,
  knownEffects,
  knownInquiries,
  knownJobs,
  knownCalls,
  knownOverrides,
  flagValues,
  reminders,
  inquiries,
  systemTransitions,
  contracts,
  fieldDeclarations,
  enumCodes,
  defaultValues,
  rowKeys,
  refKeys,
  joinKeys,
  tenancy,
  storedFields,
  views,
  viewSources,
  viewTypes,
  viewKeys,
  viewCycles,
  viewWindows,
  windowTypes,
  windowChoices,
  computedKinds,
  computedCycles,
  derivedKinds,
  formWords,
  readPictures,
  lineSources,
  predicateOperands,
  predicateSettings,
  machineCodes,
  machineWays,
  transitionNames,
  transitionKeys,
  elsewhereGuards,
  tickedLines,
  chainParts,
  effectLines,
  effectValues,
  effectStates,
  effectUpserts,
  effectNeeds,
  repeatedEntries,
  filters,
  sums,
  sumColumns,
  sortFields,
  lineEntities,
  hiddenFields,
  hiddenSources,
  audience,
  viewActions,
  saveActions,
  jobActions,
  attachmentFields,
  visitorForms,
  openActions,
  marketReach,
  documentTables,
  pageOwners,
  pageConditions,
  pageParts,
  formParts,
  measures,
  todoFilters,
  todoActions,
  news,
  printEntities,
  printGroups,
  printWidths,
  printCapitals,
];
