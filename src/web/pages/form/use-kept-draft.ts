import { useEffect, useState } from "react";
import type { FormSpec } from "../../../shared/protocol/form.ts";
import type { WireRow } from "../../../shared/protocol/list.ts";
import type { ScreenModel } from "../../../shared/protocol/screen.ts";
import { readUser } from "../../api/session.ts";
import type { Draft, FormDraft } from "./state/form-draft.ts";
import { mergeDrafts } from "./state/merge-drafts.ts";
import type { SaveTarget } from "./state/save-form.ts";
import type { useFormPage } from "./use-form-page.ts";

const PAUSE_MS = 800;

interface KeptDraftInput {
  readonly screen: ScreenModel;
  readonly spec: FormSpec;
  readonly target: SaveTarget | null;
  readonly page: ReturnType<typeof useFormPage>;
}

/**
 * Keeps what is entered in this tab's storage, so that a session that ends, a reload or a crash costs nothing. What is found
 * there is offered, and laid over the row as it is now as after any other conflict.
 */
export function useKeptDraft({ screen, spec, target, page }: KeptDraftInput) {
  const name = `${readUser()?.USER_ID ?? ""}:${screen.MdlId}:${target?.id ?? "new"}`;
  const [found, setFound] = useState<KeptForm | null>(() => readDraftOf(name));
  const { state, isDirty, dispatch } = page;
  const { start, now } = state;
  useEffect(() => {
    if (!isDirty || found !== null) return;
    const timer = setTimeout(() => keepDraft(name, { time: Date.now(), start, now }), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [name, isDirty, found, start, now]);
  const forget = () => {
    forgetDraft(name);
    setFound(null);
  };
  const restore = () => {
    if (found === null) return;
    dispatch({ type: "begin", start, now: mergeDrafts(spec, found.start, start, found.now) });
    forget();
  };
  return { found, forget, restore };
}

/** A form as it was left: how it began, how far it came, and when. */
interface KeptForm {
  readonly time: number;
  readonly start: FormDraft;
  readonly now: FormDraft;
}

const PREFIX = "form-draft:";

/** Keeps a form for this tab. A storage that is full keeps nothing, and nobody is disturbed. */
function keepDraft(name: string, form: KeptForm): void {
  try {
    sessionStorage.setItem(
      PREFIX + name,
      JSON.stringify(form, (_key, value: unknown) => (value instanceof Set ? [...value] : value)),
    );
  } catch {
    forgetDraft(name);
  }
}

/** The form kept under a name; null: none, or one that cannot be read any more. */
function readDraftOf(name: string): KeptForm | null {
  try {
    const { time, start, now } = JSON.parse(sessionStorage.getItem(PREFIX + name) ?? "") as PackedForm;
    return { time, start: unpack(start), now: unpack(now) };
  } catch {
    return null;
  }
}

function forgetDraft(name: string): void {
  sessionStorage.removeItem(PREFIX + name);
}

interface PackedDraft {
  readonly values: WireRow;
  readonly written: readonly string[];
}
interface Packed {
  readonly head: PackedDraft;
  readonly lines: Readonly<Record<string, readonly (PackedDraft & { readonly key: string })[]>>;
}
interface PackedForm {
  readonly time: number;
  readonly start: Packed;
  readonly now: Packed;
}

function unpack({ head, lines }: Packed): FormDraft {
  const rows = Object.entries(lines).map(
    ([entity, all]) => [entity, all.map((line) => ({ ...open(line), key: `kept-${line.key}` }))] as const,
  );
  return { head: open(head), lines: Object.fromEntries(rows) };
}

const open = ({ values, written }: PackedDraft): Draft => ({ values, written: new Set(written) });
