import type { Registry } from "../../../shared/registry/model.ts";
import type { Db } from "../../db/connect.ts";
import type { Work } from "../../engine/effects/effect.ts";
import { systemWork } from "../../engine/system.ts";
import type { Intent } from "./intent.ts";

/** What settling works with. */
export interface SettlePaymentDeps {
  readonly db: Db;
  readonly registry: Registry;
  readonly now: Date;
}

/** Work that a bank's answer sets off: nobody's rights, signed by the bank, under the number of the payment. */
export function bankWork(registry: Registry, { shopId, transid }: Pick<Intent, "shopId" | "transid">, now: Date): Work {
  const work = systemWork(registry, shopId, now, transid);
  const actor = { kind: "system", userId: "@bank", userName: "银行" } as const;
  return { ...work, actor, env: { ...work.env, actor: { ...work.env.actor, USER_ID: actor.userId, UsrName: actor.userName } } };
}
