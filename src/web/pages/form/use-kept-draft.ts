import { useEffect, useRef, useState } from "react";
import { requestKey } from "../../api/post.ts";
import { readUser } from "../../api/session.ts";
import { type FormDraft, mapLines } from "./state/form-draft.ts";
import type { LostSave } from "./state/lost-save.ts";
import { mergeDrafts } from "./state/merge-drafts.ts";
import type { FormPage } from "./use-form-page.ts";

const PAUSE_MS = 800;

/**
 * Keeps what is entered in this tab's storage, so that a session that ends, a reload or a crash costs nothing. What is found
 * there is offered, the latest first, and laid over the row as it is now as after any other conflict. What is entered while
 * something is offered is kept beside it.
 */
export function useKeptDraft({ screen, spec, target, state, isDirty, lost, setLost, dispatch }: FormPage) {
  const form = `${readUser()?.USER_ID ?? ""}:${screen.MdlId}:${target?.id ?? "new"}`;
  const [isNew] = useState(target === null);
  const [own] = useState(requestKey);
  const name = `${form}#${own}`;
  const [found, setFound] = useState<readonly KeptForm[]>(() => draftsOf(form));
  const kept = useRef(name);
  const { start, now } = state;
  useEffect(() => {
    if (!isDirty) return;
    const timer = setTimeout(() => {
      keepDraft(name, { time: Date.now(), start, now, lost });
      // What was new turned out to be saved: from then on it is kept as a change of that row.
      if (kept.current !== name) forgetDraft(kept.current);
      kept.current = name;
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [name, isDirty, start, now, lost]);
  const [first, ...others] = found;
  const drop = () => {
    if (first !== undefined) forgetDraft(first.name);
    setFound(others);
  };
  /** What has been entered here changes places with what is offered. */
  const restore = () => {
    if (first === undefined) return;
    const here = { name: `${form}#${requestKey()}`, time: Date.now(), start, now, lost };
    if (isDirty) keepDraft(here.name, here);
    dispatch({ type: "begin", start, now: mergeDrafts(spec, first.start, start, first.now) });
    setLost(first.lost ?? null);
    forgetDraft(first.name);
    setFound(isDirty ? [...others, here] : others);
  };
  /** The form was saved, or given up. What is offered of other new documents stays, of this document nothing does. */
  const forget = () => {
    forgetDraft(kept.current);
    if (isNew) return;
    for (const offered of found) forgetDraft(offered.name);
    setFound([]);
  };
  return { found: first ?? null, drop, restore, forget };
}

/** A form as it was left: how it began, how far it came, and when. */
interface LeftForm {
  readonly time: number;
  readonly start: FormDraft;
  readonly now: FormDraft;
  readonly lost?: LostSave | null;
}

interface KeptForm extends LeftForm {
  readonly name: string;
}

const PREFIX = "form-draft:";

/** Keeps a form for this tab. A storage that is full keeps nothing, and nobody is disturbed. */
function keepDraft(name: string, form: LeftForm): void {
  try {
    sessionStorage.setItem(
      PREFIX + name,
      JSON.stringify(form, (_key, value: unknown) => (value instanceof Set ? [...value] : value)),
    );
  } catch {
    forgetDraft(name);
  }
}

/** What is kept of a form, the latest first. */
function draftsOf(form: string): KeptForm[] {
  // Without a name of its own: as it was kept by the version before.
  const names = Object.keys(sessionStorage).filter((key) => key === PREFIX + form || key.startsWith(`${PREFIX}${form}#`));
  return names.flatMap((key) => readDraft(key.slice(PREFIX.length)) ?? []).sort((a, b) => b.time - a.time);
}

/** The form kept under a name; null: one that cannot be read any more. */
function readDraft(name: string): KeptForm | null {
  try {
    const { time, start, now, lost } = JSON.parse(sessionStorage.getItem(PREFIX + name) ?? "", revive) as LeftForm;
    const sent = lost ? { ...lost, draft: withOldKeys(lost.draft) } : null;
    return { name, time, start: withOldKeys(start), now: withOldKeys(now), lost: sent };
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
