import { dayOf } from "../../../shared/domain/day.ts";
import type { EffectContext } from "../../engine/effects/effect.ts";
import { entityOf } from "../../engine/values/names.ts";
import { ApplicationStatus, type ContractRow } from "../../generated/entities.ts";

/**
 * A contract is approved, taken back, or begins: the supplier's file says what the contract in force says, and not before that one begins
 * (docs/decisions/98).
 */
export async function followContract(context: EffectContext<"Contract">): Promise<Partial<ContractRow>> {
  const { work, row } = context;
  const isApproved = row.Statu === ApplicationStatus.approved;
  await fileTerms(context, row.provid);
  const isPending = isApproved && beginsLater(row, dayOf(work.now));
  return isPending === row.isPending ? {} : { isPending };
}

/** Whether a contract acts on a later day only. */
export const beginsLater = ({ startdate }: Pick<ContractRow, "startdate">, today: string): boolean => (startdate ?? "") > today;

/** Writes what the contract in force today says into the supplier's file; without one the file stays, but for the day the last one ended. */
export async function fileTerms({ store, work }: Pick<EffectContext, "store" | "work">, provid: string | null): Promise<void> {
  const providers = entityOf(work.registry, "Provider");
  // Two at once wait for each other here, and the second sees the contract of the first.
  const [supplier] = await store.find(providers, { provid }, true);
  if (!supplier) return;
  const today = dayOf(work.now);
  const approved = await store.find(entityOf(work.registry, "Contract"), { provid, Statu: ApplicationStatus.approved });
  const begun = approved.filter((one) => !beginsLater(one, today)).toSorted((a, b) => latestFirst(a, b));
  const inForce = begun.find(({ enddate }) => enddate === null || enddate >= today);
  const [last] = begun
    .map(({ enddate }) => enddate ?? "")
    .toSorted()
    .reverse();
  const terms = inForce
    ? {
        OperMode: inForce.OperMode ?? supplier.OperMode,
        settleCycle: inForce.settleCycle ?? supplier.settleCycle,
        settleDays: inForce.settleDays ?? supplier.settleDays,
        taxRate: inForce.taxRate ?? supplier.taxRate,
        contractend: inForce.enddate,
      }
    : last
      ? { contractend: last }
      : {};
  const changed = Object.entries(terms).some(([name, value]) => supplier[name as keyof typeof terms] !== value);
  if (changed) await store.update(providers, { Id: supplier.Id }, terms);
}

function latestFirst(a: ContractRow, b: ContractRow): number {
  return a.startdate === b.startdate ? b.Id - a.Id : (a.startdate ?? "") < (b.startdate ?? "") ? 1 : -1;
}
