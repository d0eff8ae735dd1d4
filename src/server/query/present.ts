import { type Cell, cellToWire, type Row } from "../../shared/domain/cell.ts";
import type { PredicateEnv } from "../../shared/domain/predicate.ts";
import type { WireRow, WireValue } from "../../shared/protocol/list.ts";
import { ACTIONS_KEY, labelKey, shownKey, toneKey } from "../../shared/protocol/screen.ts";
import type { Action, Dict, Entity, EnumValue, Field } from "../../shared/registry/model.ts";
import { fieldsOfActions, offeredActions } from "../../shared/registry/rights/offered-actions.ts";
import { KEY, KEY_COPY, ROW_VERSION } from "../base/technical.ts";
import { inputsOf, isInSql, rowComputer } from "./computed-kinds.ts";
import { labelOf, retitleFields } from "./status-label.ts";

/** How rows of one request leave the server. */
interface Presentation {
  readonly entity: Entity;
  readonly env: PredicateEnv;
  /** The fields to show: readable ones, as asked for. */
  readonly fields: readonly Field[];
  readonly labels: Dict<readonly EnumValue[]>;
  /** Actions the viewer may use at all; null for rows that offer none (lines). */
  readonly actions: readonly Action[] | null;
}

type Present = (cells: Row, key: string | number) => WireRow;

/**
 * Makes rows ready for the wire. `X_text`, `X_tone` and perhaps `X_shown` stand beside status fields, `_actions` are the actions the row offers
 * this viewer now; the key travels always, under both its names.
 */
export function presenter({ entity, env, fields, labels, actions }: Presentation): Present {
  const told = fields.filter(({ name }) => name !== KEY).map((field) => ({ field, ...statusOf(field, entity, labels) }));
  // What decides an action need not be shown.
  const deciding = fieldsOfActions(actions ?? [], entity).flatMap((name) => entity.fields[name] ?? []);
  const afterRead = [...fields, ...deciding].filter((field) => !isInSql(field)).map(({ name }) => name);
  const compute = rowComputer(afterRead, { entity, env, labels });
  return (cells, key) => {
    const row = compute(cells);
    const wire: Record<string, WireValue | readonly string[]> = { [KEY]: key, [KEY_COPY]: key };
    for (const { field, status, values, textKey, tone } of told) {
      wire[field.name] = cellToWire(field, cellOf(row, field.name));
      if (values.length === 0) continue;
      const label = labelOf(values, cellOf(row, status), entity.fields, row, env);
      wire[textKey] = label.text;
      if (label.shown !== label.text) wire[shownKey(field.name)] = label.shown;
      wire[tone] = label.tone;
    }
    if (actions !== null) wire[ACTIONS_KEY] = offeredActions(actions, entity, row, env);
    return wire as WireRow;
  };
}

/** A row's version goes with it where the entity has one, whatever columns were asked for: saving needs it. */
export function withVersion(fields: readonly Field[], readable: ReadonlyMap<string, Field>): Field[] {
  const version = readable.get(ROW_VERSION);
  return version && !fields.includes(version) ? [...fields, version] : [...fields];
}

function cellOf(row: Row, name: string): Cell {
  return row[name] ?? null;
}

/** A label field shows the status it is the text of. */
function statusOf({ name, computed }: Field, entity: Entity, labels: Presentation["labels"]) {
  const status = computed?.kind === "label" ? computed.label : name;
  const values = labels[status] ?? entity.fields[status]?.values ?? [];
  return { status, values, textKey: labelKey(name), tone: toneKey(name) };
}

/**
 * Everything that must be read to show these fields: the fields themselves, what their texts depend on, what the actions
 * depend on. Read is not shown: only the fields asked for ever leave the server.
 */
export function neededFields(
  names: Iterable<string>,
  entity: Entity,
  labels: Dict<readonly EnumValue[]>,
  actions: readonly Action[],
): ReadonlySet<string> {
  const needed = new Set<string>();
  const add = (name: string) => {
    const field = entity.fields[name];
    if (!field || needed.has(name)) return;
    needed.add(name);
    for (const input of retitleFields(labels[name] ?? [])) add(input);
    if (!isInSql(field)) for (const input of inputsOf(field, { entity, labels })) add(input);
  };
  for (const name of names) add(name);
  for (const name of fieldsOfActions(actions, entity)) add(name);
  return needed;
}
