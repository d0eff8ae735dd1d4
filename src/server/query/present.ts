import { type Cell, cellToWire, type Row, wireFromDb } from "../../shared/domain/cell.ts";
import type { PredicateEnv } from "../../shared/domain/predicate.ts";
import type { WireRow, WireValue } from "../../shared/protocol/list.ts";
import { ACTIONS_KEY, labelKey, shownKey, toneKey } from "../../shared/protocol/screen.ts";
import type { Action, Dict, Entity, EnumValue, Field } from "../../shared/registry/model.ts";
import { fieldsOfActions, offeredActions } from "../../shared/registry/rights/offered-actions.ts";
import { KEY, KEY_COPY, ROW_VERSION } from "../base/technical.ts";
import { inputsOf, isInSql, rowComputer } from "./computed-kinds.ts";
import { readCells } from "./read-cells.ts";
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

/** A row as the database answers it. */
type Answer = Readonly<Record<string, unknown>>;

/**
 * Makes rows ready for the wire. `X_text`, `X_tone` and perhaps `X_shown` stand beside status fields, `_actions` are the actions the row offers
 * this viewer now; the key travels always, under both its names.
 */
export function presenter(presentation: Presentation): (cells: Row, key: string | number) => WireRow {
  const present = partsPresenter(presentation);
  return (cells, key) => present(cells, key, null);
}

/** The same of the database's answers, in which these fields were selected: what only is told of a row is not made a cell first. */
export function answerPresenter(presentation: Presentation, selected: readonly Field[]): (answer: Answer, key: string | number) => WireRow {
  const { entity, fields, labels, actions } = presentation;
  const present = partsPresenter(presentation);
  const deciding = fields.filter((field) => !isPlain(field, entity, labels)).map(({ name }) => name);
  const needed = neededFields(deciding, entity, labels, actions ?? []);
  const decides = selected.filter(({ name }) => needed.has(name));
  return (answer, key) => present(readCells(answer, decides), key, answer);
}

/** Of rows whose cells decide what is told of them; `answer`: plain fields are in it; null: they are cells, too. */
function partsPresenter({ entity, env, fields, labels, actions }: Presentation) {
  const told = fields
    .filter(({ name }) => name !== KEY)
    .map((field) => ({ field, isPlain: isPlain(field, entity, labels), ...statusOf(field, entity, labels) }));
  // What decides an action need not be shown.
  const deciding = fieldsOfActions(actions ?? [], entity).flatMap((name) => entity.fields[name] ?? []);
  const afterRead = [...fields, ...deciding].filter((field) => !isInSql(field)).map(({ name }) => name);
  const compute = rowComputer(afterRead, { entity, env, labels });
  const keys = told.flatMap(({ field: { name }, values, textKey, tone }) => (values.length === 0 ? [name] : [name, textKey, tone]));
  const shape = new Shape<WireValue | readonly string[]>([KEY, KEY_COPY, ...keys, ACTIONS_KEY]);
  return (cells: Row, key: string | number, answer: Answer | null): WireRow => {
    const row = compute(cells);
    const wire = shape.begin();
    wire[KEY] = key;
    wire[KEY_COPY] = key;
    for (const { field, isPlain, status, values, textKey, tone } of told) {
      const { name } = field;
      wire[name] = isPlain && answer !== null ? wireFromDb(field, answer[name]) : cellToWire(field, cellOf(row, name));
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

/** Objects that are given these keys one by one, in this order. */
class Shape<T> {
  /** One with all of them: as long as it is there the engine of the language takes the others for its like, and for no tables of hashes (docs/decisions/138). */
  readonly whole: object;

  constructor(keys: readonly string[]) {
    this.whole = { ...Object.fromEntries(keys.map((key) => [key, null])) };
  }

  begin(): Record<string, T> {
    return {};
  }
}

/** Whether nothing but its value is told of a field, which the database knows. */
function isPlain(field: Field, entity: Entity, labels: Presentation["labels"]): boolean {
  return isInSql(field) && statusOf(field, entity, labels).values.length === 0;
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
