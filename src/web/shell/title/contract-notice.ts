import type { SessionUser } from "../../../shared/protocol/screen.ts";

/** From so many days before the end of the contract on, its shop is warned. */
const WARNED_DAYS = 15;

/** What a shop is told about its contract. */
interface ContractNotice {
  /** What it is about: put away once, it does not come back in this session. */
  readonly kind: "ending" | "ended";
  readonly text: string;
}

/** The notice about the shop's contract, for shop users alone; null: there is nothing to tell (docs/decisions/19). */
export function contractNotice({ PROV_ID, lastoutday }: Pick<SessionUser, "PROV_ID" | "lastoutday">): ContractNotice | null {
  if (PROV_ID !== "" || lastoutday === null || lastoutday >= WARNED_DAYS) return null;
  if (lastoutday < 0) return { kind: "ended", text: "合约已过期" };
  return { kind: "ending", text: `您的合约还有${lastoutday}天到期，请及时联系招商部续约` };
}
