import { dayOf, daysBetween } from "../../shared/domain/day.ts";
import { ApiError, CODE } from "../../shared/protocol/envelope.ts";
import type { Module, Registry } from "../../shared/registry/model.ts";
import { profileOf } from "../viewer.ts";
import type { Session } from "./session.ts";

const EXPIRED = "由于您的合约已过期，暂时不能使用，请尽快签约后享受全部功能";

/** The shop's contract as the session tells it (decision A22; isout keeps its inverted sense: 0 is expired). */
export interface ContractState {
  readonly isout: 0 | 1;
  /** Days left; negative after the end, null without a contract. */
  readonly lastoutday: number | null;
}

export function contractState(contractEnd: string | null, now: Date): ContractState {
  if (contractEnd === null) return { isout: 1, lastoutday: null };
  const lastoutday = daysBetween(dayOf(now), contractEnd);
  return { isout: lastoutday < 0 ? 0 : 1, lastoutday };
}

/** Refuses a module to shop users whose contract ended, where the profile guards it (decision A23: the server does, too). */
export function checkContract(registry: Registry, session: Session, module: Module): void {
  const { contractGuard, allowPaths } = profileOf(registry, session.viewer.shopId).flags;
  if (contractGuard !== true || session.viewer.side === "supplier" || session.user.isout !== 0) return;
  const allowed = Array.isArray(allowPaths) ? allowPaths : [];
  const paths = [module.entry.path, ...module.entry.aliases];
  if (!paths.some((path) => allowed.includes(path))) throw new ApiError(CODE.forbidden, EXPIRED);
}
