import type { SessionUser } from "../../shared/protocol/screen.ts";

/** From so many days before the end of the contract on, its shop is warned. */
const WARNED_DAYS = 15;

/**
 * The notice about the shop's contract, for shop users alone; null: there is nothing to tell (docs/decisions/19). `kind`: what it is about;
 * put away once, it does not come back in this session.
 */
export function contractNotice({ PROV_ID, lastoutday }: Pick<SessionUser, "PROV_ID" | "lastoutday">) {
  if (PROV_ID !== "" || lastoutday === null || lastoutday >= WARNED_DAYS) return null;
  if (lastoutday < 0) return { kind: "ended", text: "合约已过期" } as const;
  return { kind: "ending", text: `您的合约还有${lastoutday}天到期，请及时联系招商部续约` } as const;
}
