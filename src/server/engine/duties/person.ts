import { sql } from "kysely";
import type { Cell } from "../../../shared/domain/cell.ts";
import type { Profile, Registry } from "../../../shared/registry/model.ts";
import { EVENT_LOG } from "../../base/technical.ts";
import { profileOf, type Viewer } from "../../base/viewer.ts";
import type { Db } from "../../db/connect.ts";
import type { Actor, Work } from "../effects/effect.ts";
import type { Store } from "../store/store.ts";
import { entityOf } from "../values/names.ts";

/** Any number will do; with the person: what he does at once in two sessions is done one after the other. */
const LOCK = 7_350_006;

/** The shop's user whose deed it is: who acts, or who has set it off. null: no user of the shop; suppliers keep nothing apart. */
export function personOf({ actor, behind }: Pick<Work, "actor" | "behind">): Actor | null {
  if (actor.kind === "shop") return actor;
  return actor.kind === "system" ? (behind ?? null) : null;
}

/** Whose deed it counts as: who acts, and for whom (docs/decisions/103). */
export const accountsOf = ({ userId, forUser }: Pick<Actor, "userId" | "forUser">): readonly string[] =>
  forUser === undefined ? [userId] : [userId, forUser];

/**
 * Accounts by which a row may name those whose deed this is: besides their own those who have acted on the row for one of them, as a
 * field holds whoever acted.
 */
export async function namesOn(
  store: Store,
  { registry, actor }: Pick<Work, "registry" | "actor">,
  entity: string,
  id: Cell,
): Promise<ReadonlySet<string>> {
  const own = accountsOf(actor);
  const log = entityOf<string>(registry, EVENT_LOG);
  const names = new Set(own);
  if (log.fields.forUser === undefined) return names;
  for (const forUser of own) {
    const events = await store.find(log, { entity, bllid: String(id), forUser });
    for (const { USER_ID, causedBy } of events) if ((causedBy ?? null) === null) names.add(String(USER_ID));
  }
  return names;
}

/**
 * Waits, before any row is locked, for what the same person does elsewhere at this moment, where his shop keeps duties apart or limits
 * what one does in a day: each of his deeds sees the one before (docs/decisions/99).
 */
export async function lockPerson(trx: Db, registry: Registry, { side, shopId, userId, actingFor }: Viewer, entity: string): Promise<void> {
  if (side !== "shop" || !concerned(registry, profileOf(registry, shopId)).has(entity)) return;
  for (const account of [...accountsOf({ userId, forUser: actingFor?.userId })].sort())
    await sql`select pg_advisory_xact_lock(${LOCK}, hashtext(${account}))`.execute(trx);
}

const known = new WeakMap<Profile, ReadonlySet<string>>();

/** The documents that such deeds are done to, and those whose transitions do them in consequence. */
function concerned({ entities }: Registry, profile: Profile): ReadonlySet<string> {
  const found = known.get(profile);
  if (found !== undefined) return found;
  const acts = [
    ...Object.values(profile.duties).flatMap(({ a, b, onDocument }) => (onDocument ? [a, b] : [])),
    ...Object.values(profile.dayLimits).flatMap((limit) => limit.acts),
  ];
  const named = new Set(acts.map(({ entity }) => entity));
  const effectsOf = (name: string) => Object.values(entities[name]?.transitions ?? {}).flatMap(({ effects }) => effects);
  const leads = Object.keys(entities).filter((name) => effectsOf(name).some((effect) => effect.kind === "run" && named.has(effect.entity)));
  const all = new Set([...named, ...leads]);
  known.set(profile, all);
  return all;
}
