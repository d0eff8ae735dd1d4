import type { Registry } from "../../../shared/registry/model.ts";
import type { Db } from "../../db/connect.ts";
import { giveSetupToken } from "./setup-token.ts";

/** What is said at a start while nobody can sign in: where to set up, once and within an hour. `origin`: how users reach the portal. */
export async function announceSetup(db: Db, registry: Registry, origin: string, now: Date): Promise<readonly string[]> {
  const token = registry.features.includes("setup") ? await giveSetupToken(db, registry, now) : null;
  if (token === null) return [];
  return [
    "系统还没有用户：请在一小时内打开下面的地址完成初始设置，只能使用一次 / no user yet: set up here, once, within an hour",
    `  ${origin}/setup?token=${token}`,
  ];
}
