import { useEffect, useState } from "react";
import { useLocation } from "react-router-dom";
import { cellFromWire, cellToWire } from "../../../shared/domain/cell.ts";
import type { FormSpec } from "../../../shared/protocol/form.ts";
import type { WireValue } from "../../../shared/protocol/list.ts";
import { findOption } from "../../kinds/inputs/options.ts";
import { editLines } from "./state/edit-lines.ts";
import { blankDraft, type FormDraft } from "./state/form-draft.ts";
import { writeField } from "./state/write-field.ts";
import { fetchSourceLines } from "./use-source-lines.ts";

/** A new row as it starts: the model's values and those of the address (`?Field=value`), with what chosen rows give. undefined: not yet known. */
export function useNewDraft(mdl: string, spec: FormSpec): FormDraft | undefined {
  const { search } = useLocation();
  const [given] = useState(() => givenValues(spec, search));
  const [draft, setDraft] = useState(() => (given.length === 0 ? blankDraft(spec) : undefined));
  useEffect(() => {
    let isWanted = true;
    if (given.length > 0) void withGiven(mdl, spec, given).then((made) => isWanted && setDraft(made));
    return () => {
      isWanted = false;
    };
  }, [mdl, spec, given]);
  return draft;
}

async function withGiven(mdl: string, spec: FormSpec, given: ReturnType<typeof givenValues>): Promise<FormDraft> {
  let draft = blankDraft(spec);
  for (const [field, value] of given) {
    const isRef = spec.fields[field]?.type === "ref";
    // Without its row the code alone is better than no form.
    const option = isRef ? await findOption({ mdl, entity: null, field, narrow: {} }, String(value)).catch(() => undefined) : undefined;
    draft = { ...draft, head: writeField(spec.fields, draft.head, { field, value, fill: option?.fill }) };
    for (const { entity, fields, sourceVia } of spec.lines.filter((lines) => lines.sourceVia === field)) {
      const rows = sourceVia === null ? [] : await fetchSourceLines(mdl, entity, String(value)).catch(() => []);
      draft = { ...draft, lines: { ...draft.lines, [entity]: editLines(fields, [], { kind: "replace", rows }) } };
    }
  }
  return draft;
}

/** Values an address gives to a new row. Names the form does not let write and values that mean nothing are left out. */
function givenValues(spec: FormSpec, search: string): (readonly [field: string, value: WireValue])[] {
  return [...new URLSearchParams(search)].flatMap(([name, text]) => {
    const field = spec.fields[name];
    if (field === undefined || !field.isWritable || text === "") return [];
    try {
      return [[name, cellToWire(field, cellFromWire(field, text))] as const];
    } catch {
      return [];
    }
  });
}
