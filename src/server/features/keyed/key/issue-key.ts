import { audienceOf } from "../../../../shared/registry/rights/audience.ts";
import type { EffectContext } from "../../../engine/effects/effect.ts";
import { refuse } from "../../../engine/effects/refuse.ts";
import type { ApiKeyRow } from "../../../generated/entities.ts";
import { actsOfActor } from "./actor-acts.ts";
import { type ActsOfPage, actsOf, allActs } from "./acts.ts";
import { newKey } from "./key-text.ts";
import { firstStrange, type Scope, sayScopes, scopesIn } from "./scopes.ts";

type OfKey = EffectContext<"ApiKey">;

/**
 * A key is made: what it allows is what its maker may do himself. It is told once, to him, and kept as a hash; he answers for what is done
 * by it (docs/decisions/112).
 */
export async function issueKey(context: OfKey): Promise<Partial<ApiKeyRow>> {
  const { store, work, row } = context;
  const scopes = scopesIn(row.Scopes ?? "");
  if (scopes === null) throw refuse("请勾选要开放的数据");
  const acts = await actsOfActor(context, actsOf);
  refuseBeyond(context, scopes, acts);
  const { prefix, text, hash } = newKey(store.shopId, row.Id);
  // The demo's keys open nothing.
  await store.trx?.insertInto("_api_key").values({ prefix, hash, SHOP_ID: store.shopId, row: row.Id }).execute();
  work.tell?.(`接口密钥“${row.KeyName}”：${text}（只显示这一次，请存入对方系统的保密配置，不要用邮件或聊天工具转发）`);
  return { prefix, Scopes: sayScopes(scopes, acts), ScopeKeys: row.Scopes, owner: work.actor.userId, ownerName: work.actor.userName };
}

/** Somebody else answers for the key from now on, e.g. when its maker leaves: he must hold all that it allows. */
export async function adoptKey(context: OfKey): Promise<Partial<ApiKeyRow>> {
  const { work, row } = context;
  refuseBeyond(context, scopesIn(row.ScopeKeys ?? "") ?? [], await actsOfActor(context, actsOf));
  return { owner: work.actor.userId, ownerName: work.actor.userName };
}

function refuseBeyond({ store, work: { viewer, registry } }: OfKey, scopes: readonly Scope[], held: readonly ActsOfPage[]): void {
  const beyond = firstStrange(scopes, held);
  // guard key: tests/server/keyed/keys.test.ts
  if (beyond === null) return;
  const known = viewer === undefined ? [] : allActs(registry, store.shopId, audienceOf(viewer));
  const said = sayScopes([beyond], known);
  throw refuse(said === "" ? `不能开放不存在的数据：${beyond.module}.${beyond.act}` : `不能开放自己没有权限的数据：${said}`);
}
