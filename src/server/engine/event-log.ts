import type { Cell, Row } from "../../shared/domain/cell.ts";
import { timeOf } from "../../shared/domain/day.ts";
import type { Entity } from "../../shared/registry/model.ts";
import type { EventLogRow } from "../generated/entities.ts";
import { actionTitle } from "../query/read-events.ts";
import type { Work } from "./effects/effect.ts";
import type { Store } from "./store/store.ts";
import { entityOf, supplierOf } from "./values/names.ts";

/** What happened to a row: the action and the state before and after. */
export interface RowEvent {
  readonly action: string;
  readonly from: Cell;
  readonly to: Cell;
}

/** Something that happened to a row, and why, where that is another reason than the work's. */
export interface RowHistory extends RowEvent {
  readonly row: Row;
  readonly reason?: string;
}

/** Writes what happened into the row's history, with the names that things have by now: auditors search by them. Nothing ever changes or removes an event. */
export function writeEvent(store: Store, work: Work, entity: Entity, row: Row, event: RowEvent): Promise<void> {
  return writeEvents(store, work, entity, [{ ...event, row }]);
}

/** The same of several rows of an entity, in one statement. */
export async function writeEvents(store: Store, work: Work, entity: Entity, happened: readonly RowHistory[]): Promise<void> {
  const log = entityOf(work.registry, "EventLog");
  const createtime = timeOf(work.now);
  const behind = behindIt(work, log);
  await store.insertLater(
    log,
    happened.map((one) => ({ ...eventOf(work, entity, createtime, one), ...behind })),
  );
}

function eventOf(
  work: Work,
  entity: Entity,
  createtime: string,
  { row, action, from, to, reason = work.reason }: RowHistory,
): Partial<EventLogRow> {
  return {
    provid: supplierOf(entity, row),
    entity: entity.name,
    bllid: String(row.Id),
    docTitle: entity.title,
    Billid: String(row[entity.number?.field ?? entity.label ?? "Id"] ?? row.Id),
    actionTitle: actionTitle(entity, action),
    MdlId: work.moduleId,
    action,
    fromStt: from === null ? null : String(from),
    toStt: to === null ? null : String(to),
    reason: reason === "" ? null : reason,
    USER_ID: work.actor.userId,
    UsrName: work.actor.userName,
    createtime,
    reqkey: work.reqkey,
  };
}

/**
 * For whom somebody acted, and whose deed set off what the system did: it is his as well (docs/decisions/99). A model need not have these
 * fields: without delegations nobody acts for another.
 */
function behindIt({ actor, behind }: Work, { fields }: Entity): Row {
  const { forUser } = behind ?? actor;
  return {
    ...(forUser !== undefined && fields.forUser !== undefined && { forUser }),
    ...(behind !== undefined && fields.causedBy !== undefined && { causedBy: behind.userId }),
  };
}
