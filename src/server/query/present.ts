import { cellToWire, type Row } from "../../shared/domain/cell.ts";
import type { PredicateEnv } from "../../shared/domain/predicate.ts";
import type { WireRow, WireValue } from "../../shared/protocol/list.ts";
import { ACTIONS_KEY, labelKey, toneKey } from "../../shared/protocol/screen.ts";
import type { Action, Dict, Entity, EnumValue, Field } from "../../shared/registry/model.ts";
import { computeRow } from "./computed-row.ts";
import { offeredActions } from "./offered-actions.ts";
import { labelOf } from "./status-label.ts";
import { KEY, KEY_COPY, ROW_VERSION } from "./technical.ts";

/** How rows of one request leave the server. */
export interface Presentation {
  readonly entity: Entity;
  readonly env: PredicateEnv;
  /** The fields to show: readable ones, as asked for. */
  readonly fields: readonly Field[];
  readonly labels: Dict<readonly EnumValue[]>;
  /** Actions the viewer may use at all; null for rows that offer none (lines). */
  readonly actions: readonly Action[] | null;
}

/**
 * A row for the wire. `X_text` and `X_tone` stand beside status fields, `_actions` are the actions it offers this viewer now;
 * the key travels always, under both its names, and so does the version.
 */
export function presentRow(cells: Row, key: string | number, { entity, env, fields, labels, actions }: Presentation): WireRow {
  const row = computeRow(
    cells,
    fields.map(({ name }) => name),
    { entity, env, labels },
  );
  const wire: Record<string, WireValue | readonly string[]> = { [KEY]: key, [KEY_COPY]: key };
  for (const field of fields) {
    wire[field.name] = cellToWire(field, row[field.name] ?? null);
    const status = statusOf(field);
    const values = labels[status] ?? entity.fields[status]?.values ?? [];
    if (values.length === 0) continue;
    const label = labelOf(values, row[status] ?? null, entity.fields, row, env);
    wire[labelKey(field.name)] = label.text;
    wire[toneKey(field.name)] = label.tone;
  }
  const version = entity.fields[ROW_VERSION];
  if (version && row[ROW_VERSION] !== undefined) wire[ROW_VERSION] = cellToWire(version, row[ROW_VERSION]);
  wire[KEY] = key;
  if (actions !== null) wire[ACTIONS_KEY] = offeredActions(actions, entity, row, env);
  return wire as WireRow;
}

/** A label field shows the status it is the text of. */
function statusOf({ name, computed }: Field): string {
  return computed?.kind === "label" ? computed.of : name;
}
