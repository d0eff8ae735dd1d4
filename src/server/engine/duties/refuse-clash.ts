import type { Cell, Row } from "../../../shared/domain/cell.ts";
import { fieldsOfPredicate, holds } from "../../../shared/domain/predicate.ts";
import type { Act, Duty, Entity, Registry } from "../../../shared/registry/model.ts";
import { namesOfAct } from "../../../shared/registry/rights/duties.ts";
import { profileOf } from "../../base/viewer.ts";
import { actionTitle } from "../../query/read-events.ts";
import type { Work } from "../effects/effect.ts";
import { refuse } from "../effects/refuse.ts";
import type { RowStore, Store } from "../store/store.ts";
import { completeRow } from "../values/complete-row.ts";
import { entityOf } from "../values/names.ts";
import { othersFor } from "./others.ts";
import { accountsOf, personOf } from "./person.ts";

/** Something that is about to be done to a row: a transition, or its saving by a form. */
export interface Deed {
  readonly entity: Entity;
  readonly action: string;
  readonly row: Row;
}

/** What was done to a row before, as the log has it. */
interface Earlier {
  readonly entity: Entity;
  readonly row: Row;
  readonly event: Row;
}

/** Refuses (422) what its person has done the other part of, on the same document or a linked one (docs/decisions/99). The log tells: nothing changes it. */
export async function refuseClash(store: Store, work: Work, deed: Deed): Promise<void> {
  const person = personOf(work);
  if (person === null) return;
  const accounts = accountsOf(person);
  const isTheirs = (event: Row) => doersOf(event).some((doer) => accounts.some((account) => account === doer));
  for (const { duty, own, other, links } of sidesOf(store.shopId, work.registry, deed.entity.name, deed.action)) {
    const rows = await rowsOfOther(store, work, deed, { own, other, links });
    const [earlier] = (await deedsOn(store, work, rows, other)).filter(({ event }) => isTheirs(event));
    // guard key: tests/server/money/duties.test.ts
    if (earlier !== undefined) throw await clash(store, work, deed, { duty, own, other, earlier, rows });
  }
}

/** Whether the shop keeps this deed apart from another one. */
export function isKeptApart({ shopId }: Pick<Store, "shopId">, registry: Registry, entity: string, action: string): boolean {
  return sidesOf(shopId, registry, entity, action).length > 0;
}

interface Side {
  readonly own: Act;
  readonly other: Act;
  /** Own field to the other's. */
  readonly links: readonly (readonly [string, string])[];
}

/** The pairs that the deed is a part of. */
function sidesOf(shopId: string, registry: Registry, entity: string, action: string): (Side & { readonly duty: Duty })[] {
  const isPart = (act: Act) => act.entity === entity && namesOfAct(act).includes(action);
  return Object.values(profileOf(registry, shopId).duties).flatMap((duty) => {
    const { a, b, onDocument } = duty;
    const links = Object.entries(duty.link);
    if (!onDocument) return [];
    if (isPart(a)) return duty.isOneWay ? [] : [{ duty, own: a, other: b, links }];
    return isPart(b) ? [{ duty, own: b, other: a, links: links.map(([mine, theirs]) => [theirs, mine] as const) }] : [];
  });
}

/** The documents on which the other part may have been done: the row itself, or those that belong to it. None where the row does not count. */
async function rowsOfOther(store: Store, work: Work, { entity, row }: Deed, { own, other, links }: Side): Promise<readonly Row[]> {
  const reading = { store, registry: work.registry, env: work.env };
  const complete = (of: Entity, one: Row, names: readonly string[], { where }: Act) =>
    completeRow(reading, of, one, [...names, ...(where === null ? [] : fieldsOfPredicate(where))]);
  const counts = (of: Entity, one: Row, { where }: Act) => where === null || holds(where, of.fields, one, work.env);
  const mine = await complete(
    entity,
    row,
    links.map(([field]) => field),
    own,
  );
  if (!counts(entity, mine, own)) return [];
  const target = entityOf(work.registry, other.entity);
  const wanted = links.map(([field, key]) => [key, mine[field] ?? null] as const);
  // A field that is empty names no document.
  if (wanted.some(([, cell]) => cell === null || cell === "")) return [];
  const stored = wanted.filter(([key]) => target.fields[key]?.computed === null);
  const found = links.length === 0 ? [row] : await (store as RowStore).find(target, Object.fromEntries(stored));
  const rows: Row[] = [];
  for (const one of found)
    rows.push(
      await complete(
        target,
        one,
        wanted.map(([key]) => key),
        other,
      ),
    );
  return rows.filter((one) => wanted.every(([key, cell]) => one[key] === cell) && counts(target, one, other));
}

/** Whose deed an event is: who acted, for whom, and who set off what the system did. */
const doersOf = ({ USER_ID, forUser, causedBy }: Row): readonly Cell[] => [USER_ID ?? null, forUser ?? null, causedBy ?? null];

/** Who has done this to these documents, the latest last. */
async function deedsOn(store: Store, { registry }: Work, rows: readonly Row[], act: Act): Promise<readonly Earlier[]> {
  const entity = entityOf(registry, act.entity);
  const names = namesOfAct(act);
  const done: Earlier[] = [];
  for (const row of rows) {
    const events = await store.find(entityOf(registry, "EventLog"), { entity: entity.name, bllid: String(row.Id) });
    done.push(...events.filter((event) => names.includes(event.action ?? "")).map((event) => ({ entity, row, event })));
  }
  return done;
}

interface Clash {
  readonly duty: Duty;
  readonly own: Act;
  readonly other: Act;
  readonly earlier: Earlier;
  readonly rows: readonly Row[];
}

/** Names the pair, what was done when, and who could do it instead. */
async function clash(store: Store, work: Work, { entity, action }: Deed, { duty, own, other, earlier, rows }: Clash) {
  const { event, row } = earlier;
  const number = row[earlier.entity.number?.field ?? earlier.entity.label ?? "Id"] ?? row.Id;
  const isOwn = event.forUser === null && (event.causedBy ?? event.USER_ID) === work.actor.userId;
  const who = isOwn ? "您" : String(event.causedBy ?? event.UsrName);
  const done = `${who}已于 ${String(event.createtime).slice(0, 16)} 对${earlier.entity.title} ${String(number)} 做过“${actionTitle(earlier.entity, String(event.action))}”`;
  const busy = new Set((await deedsOn(store, work, rows, other)).flatMap((deed) => doersOf(deed.event)));
  const others = await othersFor(store, work.registry, own, (user) => !busy.has(user));
  return refuse(`职责须分开（${duty.title}）：${done}，不能再由您办理“${actionTitle(entity, action)}”，${others}`);
}
