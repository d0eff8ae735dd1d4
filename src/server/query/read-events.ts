import { sql } from "kysely";
import { type Cell, cellFromDb } from "../../shared/domain/cell.ts";
import type { ShowEvent } from "../../shared/protocol/screen.ts";
import type { Entity, Field } from "../../shared/registry/model.ts";
import type { Readable } from "../../shared/registry/rights/readable.ts";
import { ABOUT, EVENT_LOG, KEY } from "../base/technical.ts";
import { inText } from "../db/driver/kept-plan.ts";
import type { Asked } from "./asked.ts";
import type { Scoped } from "./scoped.ts";

const MOST_EVENTS = 200;

/** Titles of what happens to rows without a transition. */
const BUILT_IN: Readonly<Record<string, string>> = { create: "新增", edit: "编辑", delete: "删除", grant: "授权", restore: "恢复默认" };

/** What an event is called. */
export function actionTitle({ transitions }: Entity, action: string): string {
  return transitions[action]?.title ?? BUILT_IN[action] ?? action;
}

/** What happened to a row the viewer has been shown, newest first. */
export function eventsOf(scope: Scoped, entity: Entity, readable: Readable, id: number): Asked<ShowEvent[]> {
  const log = scope.entity(EVENT_LOG);
  const columns = scope.columns(log, "e");
  const names = ["action", "fromStt", "toStt", "reason", "UsrName", "createtime"] as const;
  const rows = scope
    .rows(log, "e")
    .where(sql<boolean>`${columns.expr(ABOUT.entity)} = ${entity.name}`)
    .where(sql<boolean>`${columns.expr(ABOUT.row)} = ${String(id)}`)
    .select(names.map((name) => columns.expr(name).as(name)))
    .orderBy(columns.expr(KEY), "desc")
    .limit(inText(MOST_EVENTS));
  const eventOf = (answer: Readonly<Record<string, unknown>>): ShowEvent => {
    const text = (name: (typeof names)[number]) => textOf(log.fields[name], answer[name]);
    const transition = entity.transitions[text("action")];
    const state = transition && readable.fields.get(transition.field);
    return {
      action: text("action"),
      title: actionTitle(entity, text("action")),
      from: stateText(state, text("fromStt")),
      to: stateText(state, text("toStt")),
      reason: text("reason"),
      actor: text("UsrName"),
      time: text("createtime"),
    };
  };
  return { selects: [rows], read: ([answers = []]) => answers.map(eventOf) };
}

function textOf(field: Field | undefined, value: unknown): string {
  const cell: Cell = field ? cellFromDb(field, value) : null;
  return cell === null ? "" : String(cell);
}

/** The text of a logged code; nothing where the viewer may not read the state itself. */
function stateText(state: Field | undefined, code: string): string {
  if (!state || code === "") return "";
  return state.values.find((value) => String(value.code) === code)?.text ?? code;
}
