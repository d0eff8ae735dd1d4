import { App } from "antd";
import { useEffect, useRef } from "react";
import type { FormLines, FormSpec } from "../../../shared/protocol/form.ts";
import type { WireRow } from "../../../shared/protocol/list.ts";
import { moduleUrl } from "../../api/endpoints.ts";
import { post } from "../../api/post.ts";
import { createErrorReporter } from "../../providers/notification-provider.ts";
import { type FormDraft, isBlank, type Line } from "./state/form-draft.ts";
import type { FormPage } from "./use-form-page.ts";

/** When the user chooses the document that lines come from, they are taken over; lines that are there already are not replaced unasked. */
export function useSourceLines({ mdl, spec, state, dispatch }: FormPage): void {
  const { modal, message } = App.useApp();
  const { start, now } = state;
  const seen = useRef({ start, values: sourcesOf(spec, now) });
  const current = useRef(now);
  current.current = now;

  const propose = async ({ entity, fields, title }: FormLines, value: string): Promise<void> => {
    const rows = await fetchSourceLines(mdl, entity, value);
    if (rows.length === 0) return;
    const here = (current.current.lines[entity] ?? []).filter((line) => isFilled(line, fields));
    const isSure =
      here.length === 0 ||
      (await modal.confirm({
        title: `用所选单据的 ${rows.length} 行替换现有${title}？`,
        content: `已填写的 ${here.length} 行将被替换。`,
        okText: "替换",
        okButtonProps: { "data-testid": "replace-ok" },
        cancelText: "保留现有明细",
      }));
    if (isSure) dispatch({ type: "lines", entity, edit: { kind: "replace", rows } });
  };

  useEffect(() => {
    const values = sourcesOf(spec, now);
    const before = seen.current;
    seen.current = { start, values };
    // A form begun anew, e.g. after a conflict, brings its own lines.
    if (before.start !== start) return;
    for (const lines of spec.lines) {
      const value = values[lines.entity];
      if (isBlank(value) || value === before.values[lines.entity]) continue;
      propose(lines, String(value)).catch(createErrorReporter(message));
    }
  });
}

/** By line entity: the document its lines come from. */
function sourcesOf(spec: FormSpec, { head }: FormDraft) {
  return Object.fromEntries(
    spec.lines.map(({ entity, sourceVia }) => [entity, sourceVia === null ? null : (head.values[sourceVia] ?? null)]),
  );
}

/** A line in which somebody has written something. */
const isFilled = ({ values }: Line, fields: FormLines["fields"]): boolean =>
  Object.values(fields).some(({ name, isWritable, initial }) => isWritable && !isBlank(values[name]) && values[name] !== initial);

/** The lines a form is proposed once its head points to another document. */
export function fetchSourceLines(mdl: string, entity: string, value: string): Promise<WireRow[]> {
  return post<WireRow[]>(moduleUrl(mdl, "SourceLines"), { entity, value });
}
