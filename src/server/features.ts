import { mergeNeeds } from "../shared/registry/code.ts";
import type { BuildOptions } from "../shared/registry/context.ts";
import { ENGINE_FLAGS, ENGINE_NEEDS, ENGINE_SETTINGS } from "./engine/needs.ts";
import { accounts } from "./features/accounts/feature.ts";
import { advice } from "./features/advice/feature.ts";
import { approval } from "./features/approval/feature.ts";
import { attachments } from "./features/attachments/feature.ts";
import { audit } from "./features/audit/feature.ts";
import { configuration } from "./features/configuration/feature.ts";
import { delegation } from "./features/delegation/feature.ts";
import { entries } from "./features/entries/feature.ts";
import { imports } from "./features/imports/feature.ts";
import { invoices } from "./features/invoices/feature.ts";
import { journal } from "./features/journal/feature.ts";
import { keyed } from "./features/keyed/feature.ts";
import { logistics } from "./features/logistics/feature.ts";
import { payments } from "./features/payments/feature.ts";
import { settlement } from "./features/settlement/feature.ts";
import { setup } from "./features/setup/feature.ts";
import { suppliers } from "./features/suppliers/feature.ts";
import { usage } from "./features/usage/feature.ts";
import { visitors } from "./features/visitors/feature.ts";
import { CONTRACTS } from "./generated/contracts.ts";
import type { Feature } from "./http/feature.ts";

const ALL: readonly Feature[] = [
  accounts,
  advice,
  approval,
  attachments,
  audit,
  configuration,
  delegation,
  entries,
  imports,
  invoices,
  journal,
  keyed,
  logistics,
  payments,
  settlement,
  setup,
  suppliers,
  usage,
  visitors,
];

/** Every feature of this program, with what its code relies on. Which of them are in use is said by modules.json (`features`). */
export const FEATURES: readonly Feature[] = ALL.map((feature) => {
  const contract = CONTRACTS[feature.name] ?? { needs: {} };
  return { ...feature, contract: { ...contract, needs: mergeNeeds(contract.needs, feature.needs ?? {}) } };
});

/** What lives in code and is named by the files, with what the code relies on. */
export const PROGRAM = { features: FEATURES, needs: ENGINE_NEEDS, flags: ENGINE_FLAGS, settings: ENGINE_SETTINGS } satisfies BuildOptions;
