import { useEffect, useState } from "react";
import { readUser } from "../../api/session.ts";
import { type FormDraft, mapLines } from "./state/form-draft.ts";
import { mergeDrafts } from "./state/merge-drafts.ts";
import type { FormPage } from "./use-form-page.ts";

const PAUSE_MS = 800;

/**
 * Keeps what is entered in this tab's storage, so that a session that ends, a reload or a crash costs nothing. What is found
 * there is offered, and laid over the row as it is now as after any other conflict.
 */
export function useKeptDraft({ screen, spec, target, state, isDirty, dispatch }: FormPage) {
  const name = `${readUser()?.USER_ID ?? ""}:${screen.MdlId}:${target?.id ?? "new"}`;
  const [found, setFound] = useState<KeptForm | null>(() => readDraftOf(name));
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
    const { time, start, now } = JSON.parse(sessionStorage.getItem(PREFIX + name) ?? "", revive) as KeptForm;
    return { time, start: withOldKeys(start), now: withOldKeys(now) };
  } catch {
    return null;
  }
}

function forgetDraft(name: string): void {
  sessionStorage.removeItem(PREFIX + name);
}

/** Sets were kept as lists; no value of a row is a list. */
const revive = (key: string, value: unknown) => (key === "written" && Array.isArray(value) ? new Set(value) : value);

/** Keys that no line made since then has. */
const withOldKeys = ({ head, lines }: FormDraft): FormDraft => ({
  head,
  lines: mapLines(lines, (all) => all.map((line) => ({ ...line, key: `kept-${line.key}` }))),
});
