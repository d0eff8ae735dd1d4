import type { Cell, Row } from "../../shared/domain/cell.ts";
import { timeOf } from "../../shared/domain/day.ts";
import type { Entity } from "../../shared/registry/model.ts";
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

/** Writes what happened into the row's history, with the names that things have by now: auditors search by them. Nothing ever changes or removes an event. */
export async function writeEvent(store: Store, work: Work, entity: Entity, row: Row, { action, from, to }: RowEvent): Promise<void> {
  const log = entityOf(work.registry, "EventLog");
  await store.insert(log, [
    {
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
      reason: work.reason === "" ? null : work.reason,
      USER_ID: work.actor.userId,
      UsrName: work.actor.userName,
      createtime: timeOf(work.now),
      reqkey: work.reqkey,
      ...behindIt(work, log),
    },
  ]);
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
