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
  // A model need not have the field: without delegations nobody acts for another.
  const { forUser } = work.actor;
  const behind: object = forUser === undefined ? {} : { forUser };
  await store.insert(entityOf(work.registry, "EventLog"), [
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
      ...behind,
    },
  ]);
}
