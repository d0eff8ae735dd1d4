import { useEffect, useState } from "react";
import type { FormSpec } from "../../../shared/protocol/form.ts";
import type { ScreenModel } from "../../../shared/protocol/screen.ts";
import { readUser } from "../../api/session.ts";
import { forgetDraft, type KeptForm, keepDraft, readDraftOf } from "./kept-drafts.ts";
import { mergeDrafts } from "./merge-drafts.ts";
import type { useFormPage } from "./use-form-page.ts";
import type { SaveTarget } from "./use-save.ts";

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
